/// The reason why nothing is recorded.
public enum RecordingError: Error, Hashable, Sendable {
    /// No item plays or is paused, or its stream has not opened yet.
    case nothingPlays
    /// The station has sent no title.
    case noTitle
    /// ``RecordingOptions/namePattern`` has no field, or an unknown one.
    case noPattern(String)
    /// The player already makes as many recordings as it can at the same time: the associated value.
    case tooMany(Int)
}
