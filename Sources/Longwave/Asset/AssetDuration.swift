import RadioFormats

/// How long an ``Asset`` plays.
public struct AssetDuration: Hashable, Sendable {
    /// `.indefinite` for what has no end: a live station.
    public var time: MediaTime
    /// Every packet was counted. Else the time is what a header or playlist says, or is reckoned from the bit rate so far.
    public var isPrecise: Bool
}
