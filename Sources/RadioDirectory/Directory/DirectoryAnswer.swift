import RadioFormats
import RadioLists
import RadioStations

/// The result of a search in the directory.
public struct DirectoryAnswer: Hashable, Sendable {
    /// Stations in the requested order.
    public var stations: [DirectoryStation] = []
    /// Problems of single entries in the directory's responses.
    public var problems: [EntryProblem] = []
    /// The server that responded.
    public var server: String = ""
    /// For an answer from the cache, when the directory sent it, since 1970-01-01T00:00:00Z; nil for a new answer.
    public var kept: MediaTime?
    /// Why the answer is incomplete or comes from the cache; nil if it is complete and new.
    public var shortfall: StationLibraryError?
}
