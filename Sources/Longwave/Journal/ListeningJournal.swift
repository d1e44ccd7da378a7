import RadioFormats
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

/// Remembers what a player's listener hears and sets, and applies this memory when the player next plays.
///
/// - ``PlayerMemory``: the station heard last, the volume, and the addresses that worked.
/// - ``ListeningHistory``: the titles.
/// - ``ListeningCounter``: how often and how long each station was heard.
/// - ``RememberedGain``: each station's gain.
///
/// The journal is used on the player's loop only. Files are read and written on the disk's thread.
final class ListeningJournal {
    let memory: MemoryStore?
    private let places: JournalPlaces
    private let worker: BlockingWorker
    private let report: (JournalNews) -> Void
    private var observation: PlaybackObservation?
    private var history: ListeningHistory?
    private var counter: ListeningCounter?
    private var gain: RememberedGain?
    /// The last reported problem with the file of the listener's properties (favourites, stars, gains, play counts).
    private var listenerProblem: StorageError?
    /// Whether the present item is a station whose sound was heard since the item began.
    private var isHeard = false
    private var isOfStations = false
    /// Whether the queue holds stations. The item that plays may still come from the previous queue.
    private var isQueueOfStations = false
    private let volume: Double?
    /// Whether the first volume was set. The journal sets the volume only once; afterwards, only the listener changes
    /// it.
    private var isVolumeSet = false
    private var writes = 0
    private var onClose: (() -> Void)?

    /// - Parameter volume: the volume that the listener wants at the start. Nil takes the remembered volume.
    init(
        _ manager: isolated PlaybackManager, _ places: JournalPlaces, volume: Double? = nil,
        report: @escaping (JournalNews) -> Void
    ) {
        self.places = places
        self.volume = volume
        self.report = report
        worker = BlockingWorker(loop: manager.loop)
        memory = places.memory.map { MemoryStore(path: $0) }
        observation = manager.observe { [weak self] in self?.received($0) }
        if let path = places.titles {
            history = ListeningHistory(manager, database: path, keeping: places.retention) { report(.titles($0)) }
        }
    }

    /// Applies what is remembered of a programme's stations, and from now on records how they are heard.
    func begin(_ programme: inout Programme, _ manager: isolated PlaybackManager) {
        prefer(&programme)
        restoreVolume(manager)
        closeCounter()
        (isOfStations, isQueueOfStations) = (programme.isStation, programme.isStation)
        listen(programme, manager)
    }

    /// Does the same as `begin`, for a queue that is set while an item plays.
    func follow(_ programme: inout Programme, _ manager: isolated PlaybackManager) {
        prefer(&programme)
        if manager.isAtRest { restoreVolume(manager) }
        isQueueOfStations = programme.isStation
        if counter == nil { listen(programme, manager) }
    }

    /// Moves the address that worked last to the front of each station's addresses.
    ///
    /// The memory is read only if a station has several addresses.
    private func prefer(_ programme: inout Programme) {
        for index in programme.items.indices where programme.items[index].station.urls.count > 1 {
            programme.items[index].preferredURL = memory?.memory.workingURL(of: programme.items[index].station)
        }
    }

    private func listen(_ programme: Programme, _ manager: isolated PlaybackManager) {
        guard let path = places.listener, programme.isStation else { return }
        // The programme's remarks already report this problem.
        listenerProblem = programme.library?.listenerProblem
        gain = RememberedGain(manager, store: path, library: programme.library) { [weak self] in self?.listenerFile($0)
        }
        counter = ListeningCounter(manager, store: path, library: programme.library) { [weak self] in
            self?.listenerFile($0)
        }
    }

    /// Sets the first volume, once.
    ///
    /// If a program has already set the player's volume, that volume is kept.
    func restoreVolume(_ manager: isolated PlaybackManager) {
        guard !isVolumeSet else { return }
        isVolumeSet = true
        if manager.isVolumeSet {
            memory?.set(volume: manager.snapshot.volume)
        } else if let volume = volume ?? memory?.memory.volume {
            manager.setVolume(volume)
        }
    }

    /// Reports a new problem with the file of the listener's properties (favourites, stars, gains, play counts), or the
    /// end of a problem.
    private func listenerFile(_ error: StorageError?) {
        guard error != listenerProblem else { return }
        listenerProblem = error
        report(.listener(error))
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .itemDidChange: (isHeard, isOfStations) = (false, isQueueOfStations)
        case .volumeDidChange(let snapshot): memory?.set(volume: snapshot.volume)
        case .statusDidChange(let snapshot):
            guard snapshot.status == .playing, isOfStations, !isHeard else { return }
            isHeard = true
            // The station is written at once, in case the power fails.
            remember(snapshot)
        default: break
        }
    }

    private func remember(_ snapshot: PlaybackSnapshot) {
        guard let station = snapshot.item?.station else { return }
        memory?.heard(station, at: snapshot.workingURL)
        write()
    }

    private func write() {
        guard let write = memory?.takeWrite() else { return }
        let isTaken = worker.run(write) { [self] problem in
            if let problem { failed(problem) }
            writes -= 1
            closeIfWritten()
        }
        if isTaken { writes += 1 } else { failed(BlockingWorker.refusal) }
    }

    private func failed(_ problem: String) {
        memory?.writeFailed()
        report(.memory(problem))
    }

    /// Ends the journal, and calls back on the player's loop once all writes are finished or have failed.
    func close(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        observation = nil
        gain = nil
        onClose = completion
        // Any of the calls below may call back at once. This extra count delays the end until all of them have been
        // started.
        writes += 1
        let done = { [self] in
            writes -= 1
            closeIfWritten()
        }
        // The station may have moved to another address since its first sound.
        if isHeard { remember(snapshot) } else { write() }
        if let history {
            writes += 1
            history.close(then: done)
        }
        closeCounter()
        done()
    }

    private func closeCounter() {
        guard let counter = counter.take() else { return }
        writes += 1
        counter.close { [self] in
            writes -= 1
            closeIfWritten()
        }
    }

    private func closeIfWritten() {
        guard writes == 0, let onClose else { return }
        self.onClose = nil
        onClose()
    }
}
