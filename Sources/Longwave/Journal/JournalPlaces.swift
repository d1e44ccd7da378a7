import RadioFormats
import RadioStations
import RadioStorage
import RadioTitles

/// The paths of the files in which a ``Radio`` remembers what the listener hears and sets.
///
/// If a path is nil, its file is neither read nor written. Only ``Radio/libraryChanges`` and ``Radio/playlists()`` read
/// the file at the usual path if ``listener`` is nil.
public struct JournalPlaces: Hashable, Sendable {
    /// The JSON file with the station heard last, the volume, and the addresses that worked for stations whose first
    /// address failed. Usually named `state.json`.
    public var memory: String?
    /// The SQLite file of the titles that the listener heard.
    public var titles: String?
    /// How long the file of titles keeps a title. The default is two years.
    public var retention = TitleRetention.listening
    /// The SQLite file of the listener's favourites, stars, gains, play counts and playlists.
    public var listener: String?

    /// Makes a value without paths: nothing is remembered.
    public init() {}

    /// Makes the usual paths, in the XDG base directories of the user.
    ///
    /// - Parameter environment: the environment variables `HOME`, `XDG_STATE_HOME` and `XDG_DATA_HOME`. A path that
    ///   these variables do not determine is nil.
    public init(environment: [String: String]) {
        memory = PlayerMemory.path(environment: environment)
        titles = UserFolders(environment: environment).data.map { $0 + "/titles.sqlite" }
        listener = ListenerStore.usualPath(environment: environment)
    }
}

/// A problem with the files of a radio's journal, the end of such a problem, or a deletion.
public enum JournalNews: Hashable, Sendable {
    /// The reason why heard titles cannot be written, or nil once they can be written again.
    case titles(StorageError?)
    /// The reason why the listener's properties (favourites, stars, gains, play counts) cannot be read or written, or
    /// nil once they can be read and written again.
    case listener(StorageError?)
    /// This number of titles was deleted, because they were older than ``JournalPlaces/retention``.
    case deletedTitles(Int)
    /// The reason why the station heard last and the volume cannot be written.
    case memory(String)
}
