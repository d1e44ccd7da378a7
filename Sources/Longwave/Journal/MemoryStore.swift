import RadioFormats
import RadioStations

/// The player's memory: the values from earlier runs, and the changes of this run.
///
/// The file is read at the first use.
package final class MemoryStore {
    private let path: String?
    private lazy var found = path.map { PlayerMemory(file: $0) { problem = $0 } } ?? PlayerMemory()
    private lazy var changed = found
    /// Whether the last write failed, so that the next write repeats it.
    private var isOwed = false

    package init(path: String?) { self.path = path }

    package convenience init(environment: [String: String]) {
        self.init(path: PlayerMemory.path(environment: environment))
    }

    package var memory: PlayerMemory { found }
    /// The problem with the file, which is known once the file was read. Nil if there was no problem.
    package private(set) var problem: String?

    package func heard(_ station: Station, at url: String?) { changed.heard(station, at: url) }
    package func set(volume: Double) { changed.volume = min(max(volume, 0), 1) }

    /// Returns a function that writes the changes and blocks on the disk, or nil if there are no changes.
    ///
    /// The function returns the problem, or nil.
    package func takeWrite() -> (@Sendable () -> String?)? {
        guard let path, isOwed || changed != found else { return nil }
        (found, isOwed) = (changed, false)
        let memory = changed
        return { memory.write(to: path) }
    }

    /// Records that the write of `takeWrite()` was refused or failed.
    ///
    /// The next `takeWrite()` repeats the write.
    package func writeFailed() { isOwed = true }
}
