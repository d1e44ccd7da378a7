import RadioFormats

/// The length of an ``Asset``.
public struct AssetDuration: Hashable, Sendable {
    /// The length, or `.indefinite` for a live station.
    public var time: MediaTime
    /// Whether the length is exact: every packet was counted, or a header counts the samples.
    ///
    /// Otherwise the length comes from a playlist or header, or is estimated from the bit rate so far.
    public var isPrecise: Bool
}
