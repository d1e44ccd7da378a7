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
    package struct Settings: Hashable, Sendable {
        /// Paths of files and folders, and addresses of network lists; the most important first.
        package var sources: [String]
        /// Path of the SQLite file with the listener's properties of stations (``ListenerStore``); nil for none.
        package var listener: String?
        /// How often network lists are requested. A list is transferred only if it changed.
        package var refreshInterval: Duration
        /// Delays before a network list is requested again after a temporary failure of the server or the network.
        package var retry = RetryPolicy.lists

        package init(sources: [String], listener: String? = nil, refreshInterval: Duration = .seconds(6 * 3600)) {
            self.sources = sources
            self.listener = listener
            self.refreshInterval = refreshInterval
        }
    }

    /// The current library. While a list is unreadable, for example because its file is half written, the library
    /// contains its last readable state.
    package private(set) var library: StationLibrary
    /// Why lists could not be loaded, by source. Sources that could be loaded are not included.
    package private(set) var failures: [String: StationLibraryError] = [:]
    /// Why the file at ``Settings/listener`` could not be read; nil if it was read.
    package private(set) var storageFailure: StorageError?

    private let settings: Settings
    private let loop: EventLoop
    private let loader: StationLibraryLoader
    private let worker: BlockingWorker
    private let observers = ObserverList<LibraryDidChange>()
    /// The lists that were loaded, by source.
    private var lists: [String: StationLibrary] = [:]
    private var records: [ListenerRecord] = []
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

    /// - Parameters:
    ///   - loop: the loop on whose thread the monitor runs and calls its observers.
    ///   - loader: reads the lists.
    ///   - worker: reads the file at ``Settings/listener``.
    ///   - settings: the lists to load and watch.
    package init(loop: EventLoop, loader: StationLibraryLoader, worker: BlockingWorker, settings: Settings) {
        self.loop = loop
        self.loader = loader
        self.worker = worker
        self.settings = settings
        library = StationLibrary(stations: [], source: settings.sources.first ?? "")
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
    /// - Parameter completion: called once every list has loaded or failed. If the library changed, observers get a
    ///   ``LibraryDidChange`` before `completion` is called.
    package func start(_ completion: @escaping () -> Void) {
        self.completion = completion
        refresh = loop.makeTimer { [weak self] in self?.refreshNow() }
        refresh?.rearm(after: settings.refreshInterval)
        retry = loop.makeTimer { [weak self] in self?.retryNow() }
        // Watching begins before the lists are read, so that no change is missed.
        watch = FileWatch(loop, watched) { [weak self] in self?.lookAgain() }
        watch?.takeChanges()
        for source in settings.sources { load(source) }
        readRecords()
        finishIfLoaded()
    }

    /// Loads all lists again, including network lists, and the listener's properties.
    package func reload() {
        watch?.takeChanges()
        for source in settings.sources { load(source) }
        readRecords()
    }

    private func refreshNow() {
        for source in settings.sources where StationLibrary.isRemote(source) { load(source) }
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
        case .unreadable, .broken, .notAList, .tooLarge, .refused, .transfer, .timedOut: break
        }
    }

    /// Reads the file at ``Settings/listener`` on the worker. If the file changes while it is being read, reads it
    /// again afterwards.
    private func readRecords() {
        guard let path = settings.listener else { return }
        guard !isReadingRecords else { return isReadingAgain = true }
        let isTaken = worker.run {
            () -> Result<[ListenerRecord], StorageError> in
            do throws(StorageError) { return .success(try ListenerStore(path: path).records()) } catch {
                return .failure(error)
            }
        } then: { [weak self] answer in
            guard let self else { return }
            self.isReadingRecords = false
            let isAgain = self.isReadingAgain
            self.isReadingAgain = false
            switch answer {
            case .success(let records): (self.records, self.storageFailure) = (records, nil)
            case .failure(let error): self.storageFailure = error
            }
            if isAgain { self.readRecords() }
            self.finishIfLoaded()
        }
        isReadingRecords = isTaken
    }

    /// Builds the new library and reports its changes. Does nothing while a list or the listener's file is being read.
    private func finishIfLoaded() {
        guard underWay.isEmpty, !isReadingRecords else { return }
        let new = StationLibrary(settings.sources.compactMap { lists[$0] }).attaching(records)
        let difference = LibraryDifference(from: library, to: new)
        library = new
        if !difference.isEmpty { observers.post(LibraryDidChange(library: new, difference: difference)) }
        completion?()
        completion = nil
    }

    // MARK: Watching

    /// The files and folders on this computer to watch.
    private var watched: [String] {
        settings.sources.filter { !StationLibrary.isRemote($0) }.map { FileURL.path($0) ?? $0 }
            + ListenerStore.files(at: settings.listener)
    }

    /// Loads each source that has changed, and reads the listener's file if that has changed.
    private func lookAgain() {
        guard let changed = watch?.takeChanges() else { return }
        for source in settings.sources where changed.contains(FileURL.path(source) ?? source) { load(source) }
        if !Set(ListenerStore.files(at: settings.listener)).isDisjoint(with: changed) { readRecords() }
        finishIfLoaded()
    }
}
