import Glibc
import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations

/// Loads the listener's lists of stations and merges them into one library.
///
/// The option `--library` or the environment variable `LONGWAVE_LIBRARY` names the lists. If neither does, the reader
/// loads the list of the stations that the listener added, and the first list on the search path (`LibrarySearchPath`).
package struct LibraryReader: Sendable {
    /// The files, folders and addresses of the lists, as a command's options or an app name them. If empty, the reader
    /// loads the list that `LONGWAVE_LIBRARY` names, otherwise those at the usual paths.
    package var named: [String]
    /// Whether the command that the listener typed names the lists. A station's number then always refers to these
    /// lists, not to the stations that `find` printed last.
    package let isNamed: Bool
    /// Whether `load` also reads the listener's properties (favourites, stars, gains, play counts) and adds them to the
    /// stations. Queries and printed lists need the properties. To play a station by its name, they are not read, so
    /// that the sound begins sooner.
    package var isPersonal = false
    /// The environment variables that determine the usual paths of lists.
    var folders = Environment.folders
    /// The player whose transfer pool fetches lists from servers. Nil if each call of `load` makes a pool for itself.
    var manager: PlaybackManager?

    /// The path of the file of the listener's properties, or nil if no properties are to be read.
    var listener: String?

    /// The path of the file of the listener's playlists, also if no properties are to be read; nil if there is none.
    package var playlists: String? { listener ?? ListenerStore.usualPath(environment: folders) }

    /// - Parameter isNamed: whether the command that the listener typed names the lists. Nil means true if `named` is
    ///   not empty.
    package init(named: [String], isNamed: Bool? = nil) {
        self.init(
            named: named, isNamed: isNamed, listener: ListenerStore.usualPath(environment: Environment.folders))
    }

    init(named: [String], isNamed: Bool? = nil, listener: String?) {
        self.named = named
        self.isNamed = isNamed ?? !named.isEmpty
        self.listener = listener
    }

    package typealias Answer = Result<StationLibrary, RadioError>

    /// The files, folders and addresses of the lists to load.
    package var sources: [String] {
        if !named.isEmpty { return named }
        let first = StationLibrary.source(option: nil, environment: folders, executable: Environment.executable)
        if LibrarySearchPath.named(option: nil, environment: folders) != nil { return [first].compactMap(\.self) }
        let own = LibrarySearchPath.own(environment: folders).flatMap { access($0, R_OK) == 0 ? $0 : nil }
        return [own, first].compactMap(\.self)
    }

    /// The paths at which one of ``sources`` may appear later.
    var places: [String] {
        guard named.isEmpty, LibrarySearchPath.named(option: nil, environment: folders) == nil else { return [] }
        return [LibrarySearchPath.own(environment: folders)].compactMap(\.self)
            + LibrarySearchPath.candidates(environment: folders, executable: Environment.executable)
    }

    /// A copy of this reader that also adds the listener's properties to the stations.
    package var personal: LibraryReader {
        var personal = self
        personal.isPersonal = true
        return personal
    }

    /// Loads the lists.
    ///
    /// Files are read on the disk's thread, and lists at addresses are fetched on the loop. `completion` is called on
    /// the loop, once, and possibly before `load` returns.
    package func load(on loop: EventLoop, _ completion: @escaping (Answer) -> Void) {
        guard !sources.isEmpty else { return completion(.failure(.noList)) }
        let monitor = monitor(on: loop, listener: isPersonal ? listener : nil)
        // The closure keeps the monitor alive until all lists are loaded.
        monitor.start(isWatching: false) { completion(answer(monitor.current)) }
    }

    /// Returns a monitor of the lists and of the file with the listener's properties. It belongs to the loop's thread.
    package func monitor(on loop: EventLoop, listener: String?) -> LibraryMonitor {
        let disk = BlockingWorker(loop: loop)
        let loader = StationLibraryLoader(
            loop: loop, pool: try pool(on: loop), worker: disk, cache: ListCache.usual(environment: folders))
        return LibraryMonitor(
            loop: loop, loader: loader, worker: disk,
            settings: .init(sources: sources, places: places, listener: listener))
    }

    private func pool(on loop: EventLoop) throws(TransferError) -> TransferPool {
        if let manager { return try manager.transferPool() }
        return try TransferPool(loop: loop)
    }

    /// Returns the library that was loaded.
    ///
    /// Returns an error if no list was loaded, or if one of several lists in `named` could not be loaded.
    ///
    /// If only some lists at the usual paths could be loaded, the errors of the others become `problems` of the
    /// library.
    private func answer(_ loaded: LibraryDidChange) -> Answer {
        guard !loaded.library.sources.isEmpty, named.count < 2 || loaded.failures.isEmpty else {
            return .failure(.list(loaded.failures.first ?? .noStations("")))
        }
        var library = loaded.library
        library.problems += loaded.failures.map {
            EntryProblem(number: 0, name: nil, text: "\($0)", isLeftOut: true, source: "")
        }
        return .success(library)
    }
}
