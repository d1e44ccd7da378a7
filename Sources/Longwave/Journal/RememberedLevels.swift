import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage

/// Remembers the loudness of stations and files and, if that is wanted, the volume of each station, in the file of the
/// listener's properties.
///
/// The object is used on the player's loop only. The file is read when a level is first wanted, and read and written on
/// another thread.
final class RememberedLevels: LoudnessMemory {
    private let path: String
    private let worker: BlockingWorker
    private let report: (StorageError?) -> Void
    private var observation: PlaybackObservation?
    private weak var manager: PlaybackManager?
    /// What is known so far, by `Station.persistentID`; nil before the file was read.
    private var levels: [String: StationLevel]?
    /// What waits for the file.
    private var waiting: [() -> Void] = []
    /// The station whose volume was changed and is not written yet.
    private var changed: (id: String, volume: Double)?
    private var writes = 0
    private var onClose: (() -> Void)?

    /// - Parameters:
    ///   - store: the path of the file.
    ///   - keepsVolumes: whether each station plays at the volume at which the listener heard it last.
    ///   - report: called with the reason why the file cannot be read or written, and with nil after a success.
    init(
        _ manager: isolated PlaybackManager, store: String, keepsVolumes: Bool,
        report: @escaping (StorageError?) -> Void
    ) {
        path = store
        worker = BlockingWorker(loop: manager.loop)
        self.manager = manager
        self.report = report
        if keepsVolumes { observation = manager.observe { [weak self] in self?.received($0) } }
        manager.use(self)
    }

    // MARK: Loudness

    func find(_ item: PlaybackItem, found: @escaping (LoudnessReading) -> Void) {
        whenRead { [weak self] in (self?.levels?[item.station.persistentID]?.loudness).map(found) }
    }

    func keep(_ reading: LoudnessReading, of item: PlaybackItem) {
        change(item.station.persistentID) { $0.loudness = reading }
    }

    // MARK: Volume

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .itemDidChange(let snapshot):
            writeVolume()
            guard let item = snapshot.item else { return }
            whenRead { [weak self] in self?.restoreVolume(of: item) }
        case .volumeDidChange(let snapshot):
            guard let item = snapshot.item else { return }
            changed = (item.station.persistentID, min(snapshot.volume, 1))
        default: break
        }
    }

    private func restoreVolume(of item: PlaybackItem) {
        guard let volume = levels?[item.station.persistentID]?.volume else { return }
        manager?.assumeIsolated { manager in
            if manager.snapshot.item == item, manager.snapshot.volume != volume { manager.setVolume(volume) }
        }
    }

    private func writeVolume() {
        guard let (id, volume) = changed.take() else { return }
        change(id) { $0.volume = volume }
    }

    // MARK: The file

    /// Calls `body` at once if the file was read, otherwise once it is.
    private func whenRead(_ body: @escaping () -> Void) {
        if levels != nil { return body() }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        worker.run { [path] () -> Result<[String: StationLevel], StorageError> in
            do throws(StorageError) { return .success(try ListenerStore.existing(at: path)?.levels() ?? [:]) } catch {
                return .failure(error)
            }
        } then: { [self] answer in
            if case .failure(let error) = answer { report(error) }
            levels = (try? answer.get()) ?? [:]
            let bodies = waiting
            waiting = []
            for body in bodies { body() }
        }
    }

    /// Changes a level here and in the file.
    private func change(_ id: String, _ body: @escaping (inout StationLevel) -> Void) {
        whenRead { [self] in
            var level = levels?[id] ?? StationLevel()
            body(&level)
            guard level != levels?[id] else { return }
            levels?[id] = level
            write(level, id)
        }
    }

    private func write(_ level: StationLevel, _ id: String) {
        let isTaken = worker.run { [path] () -> StorageError? in
            do throws(StorageError) {
                return try ListenerStore.writing(path: path) { store throws(StorageError) in
                    try store.keep(level, of: id)
                }.replaced
            } catch { return error }
        } then: { [self] error in
            report(error)
            writes -= 1
            closeIfWritten()
        }
        if isTaken { writes += 1 }
    }

    /// Calls `completion` once everything is written or has failed.
    func close(then completion: @escaping () -> Void) {
        observation = nil
        writeVolume()
        onClose = completion
        closeIfWritten()
    }

    private func closeIfWritten() {
        guard writes == 0, waiting.isEmpty, let onClose else { return }
        self.onClose = nil
        onClose()
    }
}
