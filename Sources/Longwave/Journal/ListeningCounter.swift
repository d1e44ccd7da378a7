import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage

/// Counts what is heard of a player's stations for the listener's properties: how often, how long, when last. A station counts
/// once it is heard; files that are played are no stations.
///
/// It belongs to the player's loop; the file is touched on another thread, and only once something was heard.
package final class ListeningCounter {
    /// How often is written down how long a station was heard.
    static let heartbeat = Duration.seconds(60)

    private let loop: EventLoop
    private let keeper: Keeper
    private let worker: BlockingWorker
    private let report: (StorageError?) -> Void
    private var observation: PlaybackObservation?
    private var timer: LoopTimer?
    /// The station that is played, once it was heard.
    private var station: Station?
    /// Of what the player was heard since it was made, what is written down.
    private var counted = Duration.zero
    private var snapshot: (() -> PlaybackSnapshot)?
    private var isInTrouble = false
    private var writes = 0
    private var onClose: (() -> Void)?

    /// The file, on the disk's thread.
    private final class Keeper: @unchecked Sendable {  // Used by one job at a time.
        private let path: String
        private let stations: ListenedStation

        init(path: String, library: StationLibrary?) {
            self.path = path
            stations = ListenedStation(library: library)
        }

        func count(_ station: Station, isNew: Bool, _ heard: Duration, at now: MediaTime) -> StorageError? {
            do throws(StorageError) {
                // Open for a moment once a minute: kept open it costs more memory than it saves time.
                let store = try ListenerStore(path: path)
                let record = ListenerRecord(
                    id: try stations.id(of: station) { () throws(StorageError) in try store.records() },
                    name: station.name, url: station.urls.first ?? "")
                try store.update(record) { properties in
                    if isNew { properties.playCount += 1 }
                    properties.lastPlayed = now
                    properties.heard += heard
                }
                return nil
            } catch { return error }
        }
    }

    /// - Parameters:
    ///   - manager: the player.
    ///   - store: the file of the listener's properties; it is made where it is missing.
    ///   - library: the stations among which those that are heard are known by; nil where addresses are played.
    ///   - report: why nothing is counted; nil: it is again. On the player's loop.
    package init(
        _ manager: isolated PlaybackManager, store: String, library: StationLibrary?,
        report: @escaping (StorageError?) -> Void = { _ in }
    ) {
        loop = manager.loop
        keeper = Keeper(path: store, library: library)
        worker = BlockingWorker(loop: manager.loop)
        self.report = report
        timer = manager.loop.makeTimer { [weak self] in self?.beat() }
        snapshot = { [weak manager] in
            manager?.assumeIsolated { $0.snapshot } ?? PlaybackSnapshot()
        }
        observation = manager.observe { [weak self] in self?.received($0) }
    }

    deinit { timer?.cancel() }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .statusDidChange(let snapshot): hear(snapshot)
        case .itemDidChange(let snapshot): leave(snapshot)
        default: break
        }
    }

    private func hear(_ snapshot: PlaybackSnapshot) {
        guard let heard = snapshot.item?.station, heard.urls.contains(where: StationLibrary.isRemote) else {
            return leave(snapshot)
        }
        if station != heard {
            leave(snapshot)
            guard snapshot.status == .playing else { return }
            station = heard
            counted = snapshot.tally.heard - snapshot.heardDuration
            write(isNew: true, snapshot)
            timer?.rearm(after: Self.heartbeat)
        } else if snapshot.status != .playing {
            write(isNew: false, snapshot)
        } else if timer?.isArmed == false {
            timer?.rearm(after: Self.heartbeat)
        }
    }

    /// What was heard until now belongs to the station that is left.
    private func leave(_ snapshot: PlaybackSnapshot) {
        write(isNew: false, snapshot)
        station = nil
        timer?.disarm()
    }

    private func beat() {
        guard station != nil, let snapshot = snapshot?() else { return }
        write(isNew: false, snapshot)
        if snapshot.status == .playing { timer?.rearm(after: Self.heartbeat) }
    }

    private func write(isNew: Bool, _ snapshot: PlaybackSnapshot) {
        let heard = snapshot.tally.heard
        guard let station, isNew || heard > counted else { return }
        let more = max(heard - counted, .zero)
        counted = heard
        let now = MediaTime.now
        let isTaken = worker.run { [keeper] in
            keeper.count(station, isNew: isNew, more, at: now)
        } then: { [self] error in
            writes -= 1
            if (error != nil) != isInTrouble {
                isInTrouble = error != nil
                report(error)
            }
            closeIfWritten()
        }
        if isTaken { writes += 1 }
    }

    /// Ends it, and calls back on the player's loop when everything is written that can be.
    package func close(then completion: @escaping () -> Void) {
        if let snapshot = snapshot?() { leave(snapshot) }
        observation = nil
        onClose = completion
        closeIfWritten()
    }

    private func closeIfWritten() {
        guard writes == 0, let onClose else { return }
        self.onClose = nil
        onClose()
    }
}
