/// Why nothing is recorded.
public enum RecordingError: Error, Hashable, Sendable {
    /// No item plays or is paused, or none of its sound is known yet.
    case nothingPlays
    /// The station has told no title.
    case noTitle
    /// ``RecordingOptions/namePattern`` has no field, or one that there is not.
    case noPattern(String)
    /// So many recordings are made already.
    case tooMany(Int)
}
