/// The integrated loudness of sound (EBU R 128), and how much sound it was measured from.
public struct LoudnessReading: Hashable, Sendable {
    /// Loudness in LUFS.
    public var loudness: Double
    /// The duration of the measured sound.
    public var duration: Duration

    public init(loudness: Double, duration: Duration) {
        self.loudness = loudness
        self.duration = duration
    }
}
