import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage

/// Writes into the file of the listener's properties how often, how long and when last the listener heard each station.
///
/// A station is counted as soon as its sound is heard. Files are not counted. The counter is used on the player's loop
/// only. It reads and writes the file on another thread, not before a station was heard.
package final class ListeningCounter {
    /// The interval at which the time that a station was heard is written while it plays.
    static let heartbeat = Duration.seconds(60)

    private let loop: EventLoop
    private let keeper: Keeper
    private let worker: BlockingWorker
    private let report: (StorageError?) -> Void
    private var observation: PlaybackObservation?
    private var timer: LoopTimer?
    /// The station that is being counted, or nil while no station's sound was heard yet.
    private var station: Station?
    /// The part of the player's total heard time (`PlaybackTally.heard`) that belongs to earlier stations or was
    /// already passed to the disk's thread.
    private var counted = Duration.zero
    private var snapshot: (() -> PlaybackSnapshot)?
    private var isInTrouble = false
    private var writes = 0
    private var onClose: (() -> Void)?

    /// Reads and writes the file of the listener's properties, on the disk's thread.
    private final class Keeper: @unchecked Sendable {  // Used by one job at a time.
        private let path: String
        private let stations: ListenedStation

        init(path: String, library: StationLibrary?) {
            self.path = path
            stations = ListenedStation(library: library)
        }

        /// Adds the time `heard` to the station's record. If `isNew` is true, also adds 1 to its play count.
        ///
        /// Returns the error if the file cannot be read or written, or was replaced, otherwise nil.
        func count(_ station: Station, isNew: Bool, _ heard: Duration, at now: MediaTime) -> StorageError? {
            do throws(StorageError) {
                // The file is opened anew for each write. Writes come once a minute, so an open database would save
                // little time, and it would cost memory.
                return try ListenerStore.writing(path: path) { store throws(StorageError) in
                    let record = ListenerRecord(
                        id: try stations.id(of: station) { () throws(StorageError) in try store.records() },
                        name: station.name, url: station.urls.first ?? "")
                    try store.update(record) { properties in
                        if isNew { properties.playCount += 1 }
                        properties.lastPlayed = now
                        properties.heard += heard
                    }
                }.replaced
            } catch { return error }
        }
    }

    /// Starts to count how often and how long the player's stations are heard.
    ///
    /// - Parameters:
    ///   - manager: the player whose stations are counted.
    ///   - store: the path of the file of the listener's properties (favourites, stars, gains, play counts). A missing
    ///     file is created.
    ///   - library: the library with the stations that are played, which determines their ids. Nil if the listener
    ///     plays addresses that are in no list.
    ///   - report: called on the player's loop with the reason why the file cannot be written, or nil once it can be
    ///     written again.
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

    /// Begins to count the current station when its sound is heard first. Writes the heard time when its sound stops.
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

    /// Writes the heard time of the station that is being counted, and ends its count.
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

    /// Writes the time for which the station was heard since the last write.
    ///
    /// If the write fails, this time is lost.
    ///
    /// Of several failures in a row only the first is reported, and then the first success.
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
            if case .replaced? = error {
                isInTrouble = false
                report(error)
            } else if (error != nil) != isInTrouble {
                isInTrouble = error != nil
                report(error)
            }
            closeIfWritten()
        }
        if isTaken { writes += 1 }
    }

    /// Ends counting, and calls `completion` on the player's loop once all writes are finished or have failed.
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
