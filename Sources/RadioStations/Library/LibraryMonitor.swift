import RadioFormats
import RadioLists
import RadioLoop
import RadioStorage

/// A library that is kept up to date: it loads the lists that are named and what the listener has of their stations, notices changes
/// of files and folders (inotify) and of the listener's properties, also by other programs, and asks for lists of the network again
/// from time to time. It belongs to the loop's thread.
package final class LibraryMonitor {
    package struct Settings: Hashable, Sendable {
        /// Paths of files and folders, and addresses, the most important first.
        package var sources: [String]
        /// The listener's file (``ListenerStore``); nil for none.
        package var listener: String?
        /// How often lists of the network are asked for; they come only where they changed.
        package var refreshInterval: Duration
        /// When a list of the network that did not come is asked for again, as long as its server or the way to it may be at fault.
        package var retry = RetryPolicy.lists
        /// Changes that come within this time are looked at together: an editor writes a file in several steps.
        package var settlingTime: Duration = .milliseconds(200)

        package init(sources: [String], listener: String? = nil, refreshInterval: Duration = .seconds(6 * 3600)) {
            self.sources = sources
            self.listener = listener
            self.refreshInterval = refreshInterval
        }
    }

    /// The newest state; of a list that could not be read (a file half written) the state before.
    package private(set) var library: StationLibrary
    /// Why lists could not be loaded, by source; those that could are not in it.
    package private(set) var failures: [String: StationLibraryError] = [:]
    /// Why the listener's file could not be read.
    package private(set) var storageFailure: StorageError?

    private let settings: Settings
    private let loop: EventLoop
    private let loader: StationLibraryLoader
    private let worker: BlockingWorker
    private let observers = ObserverList<LibraryDidChange>()
    private var lists: [String: StationLibrary] = [:]
    private var records: [ListenerRecord] = []
    private var states: [String: [LocalFile.State?]] = [:]
    private var watches: [String: DirectoryWatch] = [:]
    /// Sources that are being loaded; true where they changed meanwhile, perhaps after they were read.
    private var underWay: [String: Bool] = [:]
    private var isReadingRecords = false
    private var isReadingAgain = false
    private var settling: LoopTimer?
    private var refresh: LoopTimer?
    private var retry: LoopTimer?
    private var retries = RetryCount()
    private var completion: (() -> Void)?

    /// - Parameters:
    ///   - loop: where everything of it runs.
    ///   - loader: reads the lists.
    ///   - worker: reads the listener's file.
    ///   - settings: what is loaded and watched.
    package init(loop: EventLoop, loader: StationLibraryLoader, worker: BlockingWorker, settings: Settings) {
        self.loop = loop
        self.loader = loader
        self.worker = worker
        self.settings = settings
        library = StationLibrary(stations: [], source: settings.sources.first ?? "")
    }

    deinit {
        settling?.cancel()
        refresh?.cancel()
        retry?.cancel()
    }

    /// Calls `observer` on the loop at each change, until the observation is cancelled or released.
    package func observe(_ observer: @escaping (LibraryDidChange) -> Void) -> LibraryObservation {
        observers.add(observer)
    }

    /// Loads everything, and watches from then on.
    /// - Parameter completion: called once everything was loaded or found missing, after the first ``LibraryDidChange``.
    package func start(_ completion: @escaping () -> Void) {
        self.completion = completion
        refresh = loop.makeTimer { [weak self] in self?.refreshNow() }
        refresh?.rearm(after: settings.refreshInterval)
        retry = loop.makeTimer { [weak self] in self?.retryNow() }
        // First the watches, then the reading: nothing falls between.
        watch()
        for path in watched { _ = isNew(path) }
        for source in settings.sources { load(source) }
        readRecords()
        finishIfLoaded()
    }

    /// Looks at everything again, at lists of the network too.
    package func reload() {
        states = [:]
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
        // It was taken away.
        case .noSuchFile, .noStations: lists[source] = nil
        // Half written, or out of reach for a while.
        case .unreadable, .broken, .notAList, .tooLarge, .refused, .transfer, .timedOut: break
        }
    }

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
            // The folder may have been made just now.
            self.watch()
            if isAgain { self.readRecords() }
            self.finishIfLoaded()
        }
        isReadingRecords = isTaken
    }

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

    /// Files and folders on this machine that are looked at.
    private var watched: [String] {
        settings.sources.filter { !StationLibrary.isRemote($0) }.map { FileURL.path($0) ?? $0 }
            + (settings.listener.map { [$0] } ?? [])
    }

    private func watch() {
        for path in watched {
            // A file is replaced by another as often as it is written: its folder knows both.
            let folder = LocalFile.State(path)?.isFolder == true ? path : LocalFile.folder(of: path)
            guard watches[folder] == nil else { continue }
            watches[folder] = DirectoryWatch(loop, path: folder, seesFiles: true) { [weak self] in self?.changed(folder)
            }
        }
    }

    private func changed(_ folder: String) {
        // The folder itself may be gone, and another in its place.
        if LocalFile.State(folder) == nil { watches[folder] = nil }
        if settling == nil { settling = loop.makeTimer { [weak self] in self?.lookAgain() } }
        settling?.rearm(after: settings.settlingTime)
    }

    /// Reads what is not as it was.
    private func lookAgain() {
        watch()
        for source in settings.sources where !StationLibrary.isRemote(source) {
            if isNew(FileURL.path(source) ?? source) { load(source) }
        }
        if let path = settings.listener, isNew(path) { readRecords() }
        finishIfLoaded()
    }

    private func isNew(_ path: String) -> Bool {
        var files = [path, path + "-wal"]
        if LocalFile.State(path)?.isFolder == true { files += LocalFile.names(in: path).map { path + "/" + $0 } }
        let now = files.map(LocalFile.State.init)
        defer { states[path] = now }
        return states[path] != now
    }
}
