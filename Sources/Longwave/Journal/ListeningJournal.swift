import RadioFormats
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

/// Stores what a player's listener hears and sets, and restores the stored values when the player plays again, also in
/// a later run of the program.
///
/// - ``PlayerMemory``: the station heard last, the volume, and the address that worked last for each station.
/// - ``ListeningHistory``: the titles that were heard.
/// - ``ListeningCounter``: how often and how long each station was heard.
/// - ``RememberedGain``: the gain that the listener set for each station.
/// - ``RememberedLevels``: the loudness of stations and files, and the volume of each station.
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
    private var levels: RememberedLevels?
    /// The problem with the file of the listener's properties (favourites, stars, gains, play counts) that was reported
    /// last; nil if none was, or if it has ended.
    private var listenerProblem: StorageError?
    /// Whether the current item is a station, and its sound was heard since the item began to play.
    private var isHeard = false
    private var isOfStations = false
    /// Whether the items of the queue are stations rather than files. The item that plays may still come from the
    /// previous queue.
    private(set) var isQueueOfStations = false
    private let volume: Double?
    /// Whether the journal has set the volume at the start of the player. It does so only once, so that it never undoes
    /// a later change by the listener.
    private var isVolumeSet = false
    private var writes = 0
    private var onClose: (() -> Void)?

    /// Makes the journal of a player. Stations are recorded only after `begin` or `follow`.
    ///
    /// - Parameters:
    ///   - volume: the volume to set when the player first plays, 0…1. Nil sets the remembered volume.
    ///   - keepsVolumes: whether each station plays at the volume at which the listener heard it last.
    init(
        _ manager: isolated PlaybackManager, _ places: JournalPlaces, volume: Double? = nil, keepsVolumes: Bool = false,
        report: @escaping (JournalNews) -> Void
    ) {
        self.places = places
        self.volume = volume
        self.report = report
        worker = BlockingWorker(loop: manager.loop)
        memory = places.memory.map { MemoryStore(path: $0) }
        observation = manager.observe { [weak self] in self?.received($0) }
        if let path = places.listener {
            levels = RememberedLevels(manager, store: path, keepsVolumes: keepsVolumes) { [weak self] in
                self?.listenerFile($0)
            }
        }
        if let path = places.titles {
            history = ListeningHistory(
                manager, database: path, keeping: places.retention, report: { report(.titles($0)) },
                onDeletion: { report(.deletedTitles($0)) })
        }
    }

    /// Prepares a selection that is about to play: makes the player first try the address that worked last for each
    /// station, and sets the volume at the first call. From now on, records which of its stations are heard, and how
    /// long.
    func begin(_ selection: inout Selection, _ manager: isolated PlaybackManager) {
        prefer(&selection)
        restoreVolume(manager)
        closeCounter()
        (isOfStations, isQueueOfStations) = (selection.isStation, selection.isStation)
        listen(selection, manager)
    }

    /// Does the same as `begin` for a selection whose items become the queue while the current item continues to play.
    func follow(_ selection: inout Selection, _ manager: isolated PlaybackManager) {
        prefer(&selection)
        if manager.isAtRest { restoreVolume(manager) }
        isQueueOfStations = selection.isStation
        if counter == nil { listen(selection, manager) }
    }

    /// Makes the player first try the address that worked last for each station.
    ///
    /// The memory's file is read only if a station has several addresses.
    private func prefer(_ selection: inout Selection) {
        for index in selection.items.indices where selection.items[index].station.urls.count > 1 {
            selection.items[index].preferredURL = memory?.memory.workingURL(of: selection.items[index].station)
        }
    }

    private func listen(_ selection: Selection, _ manager: isolated PlaybackManager) {
        guard let path = places.listener, selection.isStation else { return }
        // The listener already reads of this problem in the selection's remarks, so it is not reported again.
        listenerProblem = selection.library?.listenerProblem
        gain = RememberedGain(manager, store: path, library: selection.library) { [weak self] in self?.listenerFile($0)
        }
        counter = ListeningCounter(manager, store: path, library: selection.library) { [weak self] in
            self?.listenerFile($0)
        }
    }

    /// Sets the player's volume to the configured or remembered volume, at the first call only.
    ///
    /// If the app has already set the player's volume, that volume stays, and is remembered.
    func restoreVolume(_ manager: isolated PlaybackManager) {
        guard !isVolumeSet else { return }
        isVolumeSet = true
        if manager.isVolumeSet {
            memory?.set(volume: manager.snapshot.volume)
        } else if let volume = volume ?? memory?.memory.volume {
            manager.setVolume(volume)
        }
    }

    /// Reports a problem with the file of the listener's properties (favourites, stars, gains, play counts), or its end
    /// (nil), unless the same was reported last.
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
            // The station is written as soon as it is heard, so that it is remembered even if the power fails later.
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

    /// Ends the journal, and calls `completion` on the player's loop once all writes are finished or have failed.
    func close(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        observation = nil
        gain = nil
        onClose = completion
        // The calls below may call `done` at once. `writes` is 1 too high until all of them were made, so that
        // `completion` is not called before.
        writes += 1
        let done = { [self] in
            writes -= 1
            closeIfWritten()
        }
        // The player may have changed to another address of the station since its sound was first heard.
        if isHeard { remember(snapshot) } else { write() }
        if let history {
            writes += 1
            history.close(then: done)
        }
        closeCounter()
        if let levels {
            writes += 1
            levels.close(then: done)
        }
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
