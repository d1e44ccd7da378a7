import RadioFormats
import RadioStations

/// What this run found in the memory of the runs before, and what it leaves. Nothing is read before it is asked for.
package final class MemoryStore {
    private let path: String?
    private lazy var found = path.map { PlayerMemory(file: $0) { problem = $0 } } ?? PlayerMemory()
    private lazy var changed = found
    /// The last write came to nothing: it is made again with the next one.
    private var isOwed = false

    package init(path: String?) { self.path = path }

    package convenience init(environment: [String: String]) {
        self.init(path: PlayerMemory.path(environment: environment))
    }

    package var memory: PlayerMemory { found }
    /// What was wrong with it, once it was read.
    package private(set) var problem: String?

    package func heard(_ station: Station, at url: String?) { changed.heard(station, at: url) }
    package func set(volume: Double) { changed.volume = min(max(volume, 0), 1) }

    /// A piece of work that blocks as long as the disk does; nil where nothing is to be written.
    package func takeWrite() -> (@Sendable () -> String?)? {
        guard let path, isOwed || changed != found else { return nil }
        (found, isOwed) = (changed, false)
        let memory = changed
        return { memory.write(to: path) }
    }

    /// The write of `takeWrite()` was refused or failed: the next `takeWrite()` makes it again.
    package func writeFailed() { isOwed = true }
}
