import Glibc

/// The loudness of 40 ms of the sound that is heard, before the sound server's volume.
public struct AudioLevels: Hashable, Sendable {
    /// The levels of one channel.
    public struct Channel: Hashable, Sendable {
        /// The root mean square, in dBFS: a square wave of full scale has 0, a sine of full scale −3.
        public var average: Double
        /// The largest sample, in dBFS: 0 is full scale, which decoded sound may exceed.
        public var peak: Double

        package init(average: Double, peak: Double) { (self.average, self.peak) = (average, peak) }
    }

    /// The lowest level, in dBFS. Silence and all softer sound have this level.
    public static let floor = -160.0

    /// The levels in the order of the sound's channels: for stereo, left and right.
    public var channels: [Channel]

    package init(channels: [Channel]) { self.channels = channels }

    static func decibels(_ amplitude: Double) -> Double { amplitude > 1e-8 ? 20 * log10(amplitude) : floor }
}
