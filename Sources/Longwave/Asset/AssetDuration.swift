import RadioFormats

/// The duration of an ``Asset``, exact or estimated.
public struct AssetDuration: Hashable, Sendable {
    /// The duration, or `.indefinite` for a live station.
    public var time: MediaTime
    /// Whether the duration is exact: the durations of all packets were added, or a header of the file states the
    /// number of samples.
    ///
    /// If false, the duration comes from an HLS playlist or from a header that does not state the number of samples, or
    /// is estimated from the size of the file and the bit rate of the part that was received.
    public var isPrecise: Bool
}

extension AssetDuration: CustomStringConvertible {
    public var description: String { isPrecise ? time.words : "about \(time.words)" }
}
