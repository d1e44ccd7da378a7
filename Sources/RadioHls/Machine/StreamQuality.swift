/// The choice among a station's variants.
public enum StreamQuality: String, Hashable, Sendable, CaseIterable {
    /// The highest, the middle or the lowest bit rate, whatever the network's speed.
    case high, medium, low
    /// The highest bit rate for which the network is fast enough. The choice may change while playing.
    case auto
}
