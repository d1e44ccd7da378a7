import RadioFormats
import RadioLists
import RadioStations

/// What the directory has of what was looked for.
public struct DirectoryAnswer: Hashable, Sendable {
    /// In the order that was asked for.
    public var stations: [DirectoryStation] = []
    /// What was wrong with single entries.
    public var problems: [EntryProblem] = []
    /// The server that answered.
    public var server: String = ""
    /// Of an answer that was kept: when the directory gave it, since 1970-01-01T00:00:00Z. Nil: it is new.
    public var kept: MediaTime?
    /// Why there is only a part of it, or only the one that was kept.
    public var shortfall: StationLibraryError?
}
