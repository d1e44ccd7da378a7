import RadioFormats
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

/// What is written down of what a player lets be heard, and what comes of it the next time: the station heard last, the
/// volume and the addresses that worked (``PlayerMemory``), the titles (``ListeningHistory``), how often and how long
/// (``ListeningCounter``), and each station's gain (``RememberedGain``).
///
/// It belongs to the player's loop; files are touched on the disk's thread.
final class ListeningJournal {
    let memory: MemoryStore?
    private let places: JournalPlaces
    private let worker: BlockingWorker
    private let report: (JournalNews) -> Void
    private var observation: PlaybackObservation?
    private var history: ListeningHistory?
    private var counter: ListeningCounter?
    private var gain: RememberedGain?
    /// Of the file of the listener's properties, what was told last.
    private var listenerProblem: StorageError?
    /// What plays is a station that was heard since it began.
    private var isHeard = false
    private var isOfStations = false
    /// The queue is one of stations. What plays may still be of the queue before.
    private var isQueueOfStations = false
    private let volume: Double?
    /// The volume of the beginning is set once; from then on it is what the listener makes it.
    private var isVolumeSet = false
    private var writes = 0
    private var onClose: (() -> Void)?

    /// - Parameter volume: the listener's wish for the beginning; nil is the volume of the last time.
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

    /// What is remembered of a programme is used for it, and what is heard of it is written down.
    func begin(_ programme: inout Programme, _ manager: isolated PlaybackManager) {
        prefer(&programme)
        restoreVolume(manager)
        closeCounter()
        (isOfStations, isQueueOfStations) = (programme.isStation, programme.isStation)
        listen(programme, manager)
    }

    /// The same for a queue that is set while something plays.
    func follow(_ programme: inout Programme, _ manager: isolated PlaybackManager) {
        prefer(&programme)
        if manager.isAtRest { restoreVolume(manager) }
        isQueueOfStations = programme.isStation
        if counter == nil { listen(programme, manager) }
    }

    /// The addresses that worked come first. They are read only where there is a choice.
    private func prefer(_ programme: inout Programme) {
        for index in programme.items.indices where programme.items[index].station.urls.count > 1 {
            programme.items[index].preferredURL = memory?.memory.workingURL(of: programme.items[index].station)
        }
    }

    private func listen(_ programme: Programme, _ manager: isolated PlaybackManager) {
        guard let path = places.listener, programme.isStation else { return }
        // The programme's remarks say it.
        listenerProblem = programme.library?.listenerProblem
        gain = RememberedGain(manager, store: path, library: programme.library) { [weak self] in self?.listenerFile($0)
        }
        counter = ListeningCounter(manager, store: path, library: programme.library) { [weak self] in
            self?.listenerFile($0)
        }
    }

    /// The volume of the beginning, once; what a call has set before holds.
    func restoreVolume(_ manager: isolated PlaybackManager) {
        guard !isVolumeSet else { return }
        isVolumeSet = true
        if manager.isVolumeSet {
            memory?.set(volume: manager.snapshot.volume)
        } else if let volume = volume ?? memory?.memory.volume {
            manager.setVolume(volume)
        }
    }

    /// The file of the listener's properties cannot be used, or can be again: told once.
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
            // At once, in case the power fails.
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

    /// Ends it, and calls back on the player's loop when everything is written that can be.
    func close(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        observation = nil
        gain = nil
        onClose = completion
        // Each may call back at once: nothing ends before all are asked.
        writes += 1
        let done = { [self] in
            writes -= 1
            closeIfWritten()
        }
        // Another address may have taken over since the first sound.
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
