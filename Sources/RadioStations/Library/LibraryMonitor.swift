import RadioFormats
import RadioLists
import RadioLoop
import RadioStorage

/// A library that is kept up to date.
///
/// The monitor loads the lists and the ``UserProperties`` of their stations. It notices changes of files, folders (with
/// inotify) and properties, including changes by other programs. It requests network lists again at intervals. It
/// belongs to the loop's thread.
package final class LibraryMonitor {
    /// The lists to load, and how often they are loaded again.
    package struct Settings: Sendable {
        /// Returns the paths of files and folders, and the addresses of network lists; the most important first. It is
        /// called again after changes of files, because lists may appear at `places`.
        let sources: @Sendable () -> [String]
        /// Paths at which lists may appear, in addition to the sources.
        let places: [String]
        /// Path of the SQLite file with the listener's properties of stations (``ListenerStore``); nil for none.
        package var listener: String?
        /// How often network lists are requested. A list is transferred only if it changed.
        package var refreshInterval: Duration
        /// Delays before a network list is requested again after a temporary failure of the server or the network.
        package var retry = RetryPolicy.lists

        package init(
            sources: @escaping @autoclosure @Sendable () -> [String], places: [String] = [], listener: String? = nil,
            refreshInterval: Duration = .seconds(6 * 3600)
        ) {
            self.sources = sources
            self.places = places
            self.listener = listener
            self.refreshInterval = refreshInterval
        }
    }

    /// The current library.
    package var library: StationLibrary { current.library }
    /// Why lists could not be loaded, by source. Sources that could be loaded are not included.
    package private(set) var failures: [String: StationLibraryError] = [:]

    private let settings: Settings
    private let loop: EventLoop
    private let loader: StationLibraryLoader
    private let worker: BlockingWorker
    private let observers = ObserverList<LibraryDidChange>()
    /// The current state, without a difference.
    package private(set) var current: LibraryDidChange
    /// The number of the last state that was built. A state that is complete after a later one was begun is dropped.
    private var number = 0
    private var sources: [String]
    /// The lists that were loaded, by source.
    private var lists: [String: StationLibrary] = [:]
    private var listener = Listener()
    private var watch: FileWatch?
    /// Sources that are being loaded; true for a source that changed since its load began.
    private var underWay: [String: Bool] = [:]
    private var isReadingRecords = false
    /// True if the file at ``Settings/listener`` changed while it was being read.
    private var isReadingAgain = false
    private var refresh: LoopTimer?
    private var retry: LoopTimer?
    private var retries = RetryCount()
    /// The completion that was passed to ``start(_:)``; nil once it was called.
    private var completion: (() -> Void)?

    /// The content of the file at ``Settings/listener``.
    private struct Listener: Sendable {
        var records: [ListenerRecord] = []
        var playlists = StationPlaylist.readyMade
        /// Why the file could not be read; nil if it was read.
        var failure: StorageError?
    }

    /// - Parameters:
    ///   - loop: the loop on whose thread the monitor runs and calls its observers.
    ///   - loader: reads the lists.
    ///   - worker: reads the file at ``Settings/listener``, and builds libraries.
    ///   - settings: the lists to load and watch.
    package init(loop: EventLoop, loader: StationLibraryLoader, worker: BlockingWorker, settings: Settings) {
        self.loop = loop
        self.loader = loader
        self.worker = worker
        self.settings = settings
        sources = settings.sources()
        current = LibraryDidChange(library: StationLibrary([]), playlists: [])
    }

    deinit {
        refresh?.cancel()
        retry?.cancel()
    }

    /// Calls `observer` on the loop at each change, until the observation is cancelled or released.
    package func observe(_ observer: @escaping (LibraryDidChange) -> Void) -> LibraryObservation {
        observers.add(observer)
    }

    /// Loads all lists and the listener's properties, and watches for changes from then on.
    /// - Parameters:
    ///   - isWatching: false not to watch the files. The kernel takes 10 ms and more to end a watch.
    ///   - completion: called once every list has loaded or failed, after observers got the first
    ///     ``LibraryDidChange``.
    package func start(isWatching: Bool = true, _ completion: @escaping () -> Void) {
        self.completion = completion
        refresh = loop.makeTimer { [weak self] in self?.refreshNow() }
        refresh?.rearm(after: settings.refreshInterval)
        retry = loop.makeTimer { [weak self] in self?.retryNow() }
        // Watching begins before the lists are read, so that no change is missed.
        if isWatching { watch = FileWatch(loop, watched) { [weak self] in self?.lookAgain() } }
        watch?.takeChanges()
        for source in sources { load(source) }
        readRecords()
        finishIfLoaded()
    }

    private func refreshNow() {
        for source in sources where StationLibrary.isRemote(source) { load(source) }
        refresh?.rearm(after: settings.refreshInterval)
    }

    private func retryNow() {
        for (source, error) in failures where error.mayPass { load(source) }
    }

    // MARK: Loading

    /// Loads a list. If the list changes while it is being loaded, loads it again afterwards.
    private func load(_ source: String) {
        guard underWay[source] == nil else { return underWay[source] = true }
        underWay[source] = false
        loader.load(source) { [weak self] answer in
            guard let self else { return }
            let isAgain = self.underWay.removeValue(forKey: source) ?? false
            switch answer {
            case .success(let list):
                self.lists[source] = list
                self.failures[source] = nil
                if self.failures.isEmpty { self.retries = RetryCount() }
            case .failure(let error): self.failed(source, error)
            }
            if isAgain { self.load(source) }
            self.finishIfLoaded()
        }
    }

    private func failed(_ source: String, _ error: StationLibraryError) {
        failures[source] = error
        if error.mayPass, retry?.isArmed == false {
            retry?.rearm(after: retries.fail(settings.retry, chance: .random(in: 0...1)))
        }
        switch error {
        // The list no longer exists or has no stations any more, so its stations leave the library.
        case .noSuchFile, .noStations: lists[source] = nil
        // The list may be half written or temporarily unavailable, so its last readable state stays in the library.
        case .unreadable, .unwritable, .broken, .notAList, .tooLarge, .refused, .transfer, .timedOut: break
        }
    }

    /// Reads the file at ``Settings/listener`` on the worker. If the file changes while it is being read, reads it
    /// again afterwards.
    private func readRecords() {
        guard let path = settings.listener else { return }
        guard !isReadingRecords else { return isReadingAgain = true }
        let isTaken = worker.run {
            () -> Result<Listener, StorageError> in
            do throws(StorageError) {
                let store = try ListenerStore.existing(at: path)
                let playlists = try StationPlaylist.all(in: store)
                return .success(Listener(records: try store?.records() ?? [], playlists: playlists))
            } catch { return .failure(error) }
        } then: { [weak self] answer in
            guard let self else { return }
            self.isReadingRecords = false
            let isAgain = self.isReadingAgain
            self.isReadingAgain = false
            switch answer {
            case .success(let listener): self.listener = listener
            case .failure(let error): self.listener.failure = error
            }
            if isAgain { self.readRecords() }
            self.finishIfLoaded()
        }
        isReadingRecords = isTaken
    }

    /// Builds the new library on the worker and reports its changes. Does nothing while a list or the listener's file
    /// is being read.
    private func finishIfLoaded() {
        guard underWay.isEmpty, !isReadingRecords else { return }
        number += 1
        let (number, old, listener) = (number, current, listener)
        let (lists, failures) = (sources.compactMap { self.lists[$0] }, sources.compactMap { self.failures[$0] })
        worker.run(orElse: (old, LibraryDifference(), false)) {
            var library = StationLibrary(lists).attaching(listener.records)
            library.listenerProblem = listener.failure
            let new = LibraryDidChange(library: library, playlists: listener.playlists, failures: failures)
            return (new, LibraryDifference(from: old.library, to: library), new != old)
        } then: { [weak self] new, difference, isChanged in
            guard let self, number == self.number else { return }
            self.current = new
            var change = new
            change.difference = difference
            if isChanged || self.completion != nil { self.observers.post(change) }
            self.completion.take()?()
        }
    }

    // MARK: Watching

    /// The files and folders on this computer to watch.
    private var watched: [String] {
        let files = Set(sources + settings.places).filter { !StationLibrary.isRemote($0) }.sorted()
        return files.map { FileURL.path($0) ?? $0 } + ListenerStore.files(at: settings.listener)
    }

    /// Loads each source that is new or has changed, and reads the listener's file if that has changed.
    package func lookAgain() {
        guard let changed = watch?.takeChanges(), !changed.isEmpty else { return }
        let old = sources
        sources = settings.sources()
        for source in sources where !old.contains(source) || changed.contains(FileURL.path(source) ?? source) {
            load(source)
        }
        if !Set(ListenerStore.files(at: settings.listener)).isDisjoint(with: changed) { readRecords() }
        finishIfLoaded()
    }
}
