import Longwave
import RadioFormats
import RadioLoop
import RadioStations
import RadioStorage

/// The stations and playlists that MPD's clients see, and changes of the playlists. Used on the player's loop only.
final class MPDLibrary {
    /// The station lists and playlists at one time.
    final class Contents: Sendable {
        let search: LibrarySearch
        let playlists: [StationPlaylist]
        /// The stations' places by ``MPDSong/file``.
        private let places: [String: Int]

        init(_ search: LibrarySearch, _ playlists: [StationPlaylist]) {
            (self.search, self.playlists) = (search, playlists)
            places = Dictionary(
                search.library.stations.enumerated().map { (MPDSong.file($1), $0) },
                uniquingKeysWith: { first, _ in first })
        }

        var stations: [Station] { search.library.stations }

        func item(_ file: String) -> LibraryItem? { places[file].map(search.library.item) }

        /// Returns the stations of a playlist.
        func items(_ playlist: StationPlaylist) throws(MPDError) -> [LibraryItem] {
            do { return try search.items(of: playlist) } catch { throw MPDError(.system, "\(error)") }
        }
    }

    private let remote: RemoteLibrary
    private let begin: (@escaping (LibrarySearch, [StationPlaylist]) -> Void) -> Void
    /// The path of the file of the listener's playlists and properties of stations.
    private let path: () -> String?
    let worker: BlockingWorker
    private var contents: Contents?
    private var waiting: [(Contents) -> Void] = []
    /// Called with what has changed.
    var onChange: (Set<MPDSubsystem>) -> Void = { _ in }

    init(_ radio: Radio, _ remote: RemoteLibrary, _ manager: isolated PlaybackManager) {
        self.remote = remote
        begin = { remote.read(on: manager, $0) }
        path = { radio.reader(on: manager).playlists }
        worker = BlockingWorker(loop: manager.loop)
        remote.onChange = { [weak self] in self?.take($0) }
    }

    /// Passes the present contents, at once or when they are read.
    func read(_ use: @escaping (Contents) -> Void) {
        if let contents { return use(contents) }
        waiting.append(use)
        guard waiting.count == 1 else { return }
        begin { [weak self] in self?.make($0, $1) }
    }

    /// Indexes and compares the stations on the disk's thread, because there may be tens of thousands.
    private func make(_ search: LibrarySearch, _ playlists: [StationPlaylist]) {
        let (old, path) = (contents, path())
        let isTaken = worker.run {
            // A change that was noticed may be older than what a client has written since.
            let written = try? StationPlaylist.all(in: ListenerStore.existing(at: path))
            let new = Contents(search, written ?? playlists)
            return (new, old.map { $0.stations != new.stations } ?? false)
        } then: { [weak self] new, isOther in
            self?.use(new, isOther ? [.database, .update] : [])
        }
        if !isTaken { use(Contents(search, playlists), [.database]) }
    }

    private func take(_ change: LibraryDidChange) {
        if contents != nil { make(LibrarySearch(change.library), change.playlists) }
    }

    private func use(_ new: Contents, _ changes: Set<MPDSubsystem>) {
        let (old, waiting) = (contents, waiting)
        (contents, self.waiting) = (new, [])
        for use in waiting { use(new) }
        guard let old else { return }
        let changes = changes.union(old.playlists != new.playlists ? [.storedPlaylist] : [])
        if !changes.isEmpty { onChange(changes) }
    }

    /// Forgets the contents, because no client is there.
    func release() { contents = nil }

    /// Does work with the contents on the disk's thread, because a library may have tens of thousands of stations.
    func search<Value: Sendable>(
        _ work: @escaping @Sendable (Contents) throws(MPDError) -> Value,
        then: @escaping (Result<Value, MPDError>) -> Void
    ) {
        read { [worker] contents in
            worker.run(orElse: Result<Value, MPDError>.failure(MPDError(.system, BlockingWorker.refusal))) {
                Result { () throws(MPDError) in try work(contents) }
            } then: {
                then($0)
            }
        }
    }

    /// Changes the file of the listener's playlists and properties of stations. What follows sees the change.
    /// - Parameter work: changes the file, and returns the stations with their new properties; nil for no change.
    func write(
        _ work: @escaping @Sendable (ListenerStore, Contents) throws(StorageError) -> Result<LibrarySearch?, MPDError>,
        then: @escaping (MPDError?) -> Void
    ) {
        guard let path = path() else { return then(MPDError(.system, "There is no file for this")) }
        search { (contents) throws(MPDError) in
            let (result, playlists): (Result<LibrarySearch?, MPDError>, [StationPlaylist])
            do throws(StorageError) {
                (result, playlists) = try ListenerStore.writing(path: path) { (store) throws(StorageError) in
                    (try work(store, contents), try StationPlaylist.all(in: store))
                }.result
            } catch { throw MPDError(.system, "\(error)") }
            let new = try result.get()
            return (Contents(new ?? contents.search, playlists), new != nil)
        } then: { [weak self] result in
            switch result {
            case .failure(let error): then(error)
            case .success((let new, let isOfStations)):
                self?.use(new, isOfStations ? [.sticker] : [])
                self?.remote.lookAgain()
                then(nil)
            }
        }
    }
}
