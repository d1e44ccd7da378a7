import RadioFormats

/// The length of an ``Asset``.
public struct AssetDuration: Hashable, Sendable {
    /// The length, or `.indefinite` for a live station.
    public var time: MediaTime
    /// Whether the length is exact: every packet was counted, or a header counts the samples.
    ///
    /// If false, the length comes from a playlist or from a header without a count of samples, or is estimated from the
    /// bit rate so far.
    public var isPrecise: Bool
}
