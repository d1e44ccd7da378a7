import RadioFormats
import RadioStations

/// What the player remembers between two runs of the program (`PlayerMemory`): the values that earlier runs wrote, and
/// the changes of this run.
///
/// The file is read when a value is first used.
package final class MemoryStore {
    private let path: String?
    private lazy var found = path.map { PlayerMemory(file: $0) { problem = $0 } } ?? PlayerMemory()
    private lazy var changed = found
    /// Whether the last write failed, so that its changes are still to be written.
    private var isOwed = false

    package init(path: String?) { self.path = path }

    package var memory: PlayerMemory { found }
    /// The reason why the file could not be read. Nil if it was read without a problem, or not read yet.
    package private(set) var problem: String?

    package func heard(_ station: Station, at url: String?) { changed.heard(station, at: url) }
    package func set(volume: Double) { changed.volume = min(max(volume, 0), 1) }

    /// Returns a function that writes the changes to the file, or nil if there are no changes.
    ///
    /// The function blocks on the disk. It returns the reason if it fails, otherwise nil.
    package func takeWrite() -> (@Sendable () -> String?)? {
        guard let path, isOwed || changed != found else { return nil }
        (found, isOwed) = (changed, false)
        let memory = changed
        return { memory.write(to: path) }
    }

    /// Records that the function that `takeWrite()` returned last was not run, or failed.
    ///
    /// The function that the next `takeWrite()` returns writes the same changes again.
    package func writeFailed() { isOwed = true }
}
