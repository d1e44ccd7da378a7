import Glibc

/// How loud what is heard is, before the volume of the sound server: a twenty-fifth of a second of it.
public struct AudioLevels: Hashable, Sendable {
    public struct Channel: Hashable, Sendable {
        /// The root mean square, in dBFS: 0 is a square wave of full scale, a sine of full scale is at −3.
        public var average: Double
        /// The largest sample, in dBFS: 0 is full scale; above it where the decoder's sound is.
        public var peak: Double
    }

    /// Silence, and what is softer.
    public static let floor = -160.0

    /// In the order of the sound's channels: left, right.
    public var channels: [Channel]

    static func decibels(_ amplitude: Double) -> Double { amplitude > 1e-8 ? 20 * log10(amplitude) : floor }
}
