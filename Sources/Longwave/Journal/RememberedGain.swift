import Glibc
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage

/// Plays each station with the gain that the listener set for it (`UserProperties.gain`).
///
/// When a station becomes the current item, its gain is read from the file of the listener's properties (favourites,
/// stars, gains, play counts). The file is read on another thread while the player connects to the station. The object
/// is used on the player's loop only, and works until it is released. It must be made before the first station plays.
package final class RememberedGain {
    private let reader: Reader
    private let worker: BlockingWorker
    private let report: (StorageError) -> Void
    private var observation: PlaybackObservation?
    private weak var manager: PlaybackManager?

    /// Reads the file of the listener's properties, on the disk's thread.
    private final class Reader: @unchecked Sendable {  // Used by one job at a time.
        private let path: String
        private let stations: ListenedStation

        init(path: String, library: StationLibrary?) {
            self.path = path
            stations = ListenedStation(library: library)
        }

        func gain(of station: Station) throws(StorageError) -> Double? {
            // `ListenerStore` would create a missing file.
            guard access(path, F_OK) == 0 else { return nil }
            let (records, replaced) = try ListenerStore.writing(path: path) { store throws(StorageError) in
                try store.records()
            }
            if let replaced { throw replaced }
            guard records.contains(where: { $0.properties.gain != nil }) else { return nil }
            let id = try stations.id(of: station) { records }
            return records.first { $0.id == id }?.properties.gain
        }
    }

    /// Starts to set the gain of each station that becomes the player's current item.
    ///
    /// - Parameters:
    ///   - manager: the player whose gain is set.
    ///   - store: the path of the file of the listener's properties. If the file is missing or unreadable, no gain is
    ///     set.
    ///   - library: the library with the stations that are played, which determines their ids. Nil if the listener
    ///     plays addresses that are in no list.
    ///   - report: called on the player's loop with the reason why the file cannot be read, or was replaced.
    package init(
        _ manager: isolated PlaybackManager, store: String, library: StationLibrary?,
        report: @escaping (StorageError) -> Void = { _ in }
    ) {
        self.report = report
        reader = Reader(path: store, library: library)
        worker = BlockingWorker(loop: manager.loop)
        self.manager = manager
        observation = manager.observe { [weak self] in self?.received($0) }
    }

    /// Reads the gain of a station that becomes the current item. Sets the gain if the station is still the current
    /// item once the gain is read.
    private func received(_ notification: PlaybackNotification) {
        guard case .itemDidChange(let snapshot) = notification, let item = snapshot.item else { return }
        let reader = reader
        worker.run { () -> Result<Double?, StorageError> in
            do throws(StorageError) { return .success(try reader.gain(of: item.station)) } catch {
                return .failure(error)
            }
        } then: { [weak self] answer in
            switch answer {
            case .failure(let error): self?.report(error)
            case .success(nil): break
            case .success(let gain?):
                self?.manager?.assumeIsolated { manager in
                    if manager.snapshot.item == item { manager.setGain(decibels: gain) }
                }
            }
        }
    }
}
