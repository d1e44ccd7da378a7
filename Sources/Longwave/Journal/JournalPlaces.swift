import RadioStations
import RadioStorage
import RadioTitles

/// The paths of a ``Radio``'s journal.
///
/// Nothing is written for a path that is nil.
public struct JournalPlaces: Hashable, Sendable {
    /// The file with the station heard last, the volume, and the addresses that worked (`state.json`).
    public var memory: String?
    /// The SQLite file of the titles heard.
    public var titles: String?
    /// How long titles are kept.
    public var retention = TitleRetention.listening
    /// The SQLite file of the listener's favourites, stars, gains, play counts and playlists.
    public var listener: String?

    /// Sets no path, so that nothing is written.
    public init() {}

    /// Sets the usual paths, in the XDG base directories.
    ///
    /// - Parameter environment: `HOME` and the `XDG_…` variables. A path that these variables do not determine is nil.
    public init(environment: [String: String]) {
        memory = PlayerMemory.path(environment: environment)
        titles = UserFolders(environment: environment).data.map { $0 + "/titles.sqlite" }
        listener = ListenerStore.usualPath(environment: environment)
    }
}

/// A problem with a journal's files, or the end of such a problem.
public enum JournalNews: Hashable, Sendable {
    /// The reason why titles are not written. Nil once titles are written again.
    case titles(StorageError?)
    /// The reason why the listener's properties (favourites, stars, gains, play counts) cannot be read or written. Nil
    /// once they can be read and written again.
    case listener(StorageError?)
    /// The reason why the station and volume are not remembered.
    case memory(String)
}
