import RadioStations
import RadioStorage
import RadioTitles

/// The files of a ``Radio``'s journal; nil: that is not written down.
public struct JournalPlaces: Hashable, Sendable {
    /// The station heard last, the volume, the addresses that worked (`state.json`).
    public var memory: String?
    /// The titles that were heard (SQLite).
    public var titles: String?
    /// How long titles are kept.
    public var retention = TitleRetention.listening
    /// Favourites, stars, gains and counts (SQLite).
    public var listener: String?

    /// Nothing is written down.
    public init() {}

    /// The places of the XDG base directories.
    ///
    /// - Parameter environment: `HOME` and the variables `XDG_…`; a place that these do not name is nil.
    public init(environment: [String: String]) {
        memory = PlayerMemory.path(environment: environment)
        titles = UserFolders(environment: environment).data.map { $0 + "/titles.sqlite" }
        listener = ListenerStore.usualPath(environment: environment)
    }
}

/// What a journal tells of its files.
public enum JournalNews: Hashable, Sendable {
    /// Why titles are not written down; nil: they are again.
    case titles(StorageError?)
    /// Why the listener's properties are not read or written; nil: they are again.
    case listener(StorageError?)
    /// Why the station and the volume are not remembered.
    case memory(String)
}
