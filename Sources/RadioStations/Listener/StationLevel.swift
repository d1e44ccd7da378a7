import RadioFormats

/// How loud a station or file is, and how loud the listener plays it.
public struct StationLevel: Hashable, Sendable {
    /// The measured loudness; nil if it was not measured.
    public var loudness: LoudnessReading?
    /// The volume at which the listener heard the station last, 0…1; nil if volume is not kept per station.
    public var volume: Double?

    public init(loudness: LoudnessReading? = nil, volume: Double? = nil) {
        self.loudness = loudness
        self.volume = volume
    }
}
