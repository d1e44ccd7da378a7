/// Which of a station's variants is taken, where it offers several.
public enum StreamQuality: String, Hashable, Sendable, CaseIterable {
    /// The highest, the one in the middle, the lowest bit rate, whatever the network brings.
    case high, medium, low
    /// The highest that the network brings, changed while it plays.
    case auto
}
