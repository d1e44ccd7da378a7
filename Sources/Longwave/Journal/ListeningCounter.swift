import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage

/// Writes into the listener's properties how often, how long and when last each station was heard.
///
/// A station counts once its sound is heard. Files are not counted. The counter is used on the player's loop only. The
/// file of the properties is read and written on another thread, and only after a station was heard.
package final class ListeningCounter {
    /// The interval at which the heard time is written.
    static let heartbeat = Duration.seconds(60)

    private let loop: EventLoop
    private let keeper: Keeper
    private let worker: BlockingWorker
    private let report: (StorageError?) -> Void
    private var observation: PlaybackObservation?
    private var timer: LoopTimer?
    /// The station that plays, or nil until its sound was heard.
    private var station: Station?
    /// How much of the player's total heard time was already handed over for writing, or belongs to earlier stations.
    private var counted = Duration.zero
    private var snapshot: (() -> PlaybackSnapshot)?
    private var isInTrouble = false
    private var writes = 0
    private var onClose: (() -> Void)?

    /// Writes the file of the listener's properties, on the disk's thread.
    private final class Keeper: @unchecked Sendable {  // Used by one job at a time.
        private let path: String
        private let stations: ListenedStation

        init(path: String, library: StationLibrary?) {
            self.path = path
            stations = ListenedStation(library: library)
        }

        /// Adds heard time to the station's record, and one play if `isNew`.
        ///
        /// Returns the error, or nil.
        func count(_ station: Station, isNew: Bool, _ heard: Duration, at now: MediaTime) -> StorageError? {
            do throws(StorageError) {
                // The file is opened for each write, once a minute: a file that stays open costs memory and saves
                // little time.
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
    ///   - store: the file of the listener's properties (favourites, stars, gains, play counts). A missing file is
    ///     created.
    ///   - library: the library that determines each station's id. Nil if addresses are played without a list.
    ///   - report: called on the player's loop with the reason why nothing is counted, or nil once counting works
    ///     again.
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

    /// Begins, continues or ends the count of the item whose sound is heard.
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

    /// Ends the count of the present station and writes its heard time.
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

    /// Writes the time heard since the last write.
    ///
    /// The time is lost if the write fails.
    ///
    /// Only the first failure, and the first success after failures, are reported.
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

    /// Ends counting, and calls back on the player's loop once all writes are finished or have failed.
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
