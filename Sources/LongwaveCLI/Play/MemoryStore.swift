import Longwave

/// What this run found in the memory of the runs before, and what it leaves. Nothing is read before it is asked for.
final class MemoryStore {
    private let path: String?
    private lazy var found = path.map { PlayerMemory(file: $0) { problem = $0 } } ?? PlayerMemory()
    private lazy var changed = found

    init(environment: [String: String]) { path = PlayerMemory.path(environment: environment) }

    var memory: PlayerMemory { found }
    /// What was wrong with it, once it was read.
    private(set) var problem: String?

    func heard(_ station: Station, at url: String?) { changed.heard(station, at: url) }
    func set(volume: Double) { changed.volume = min(max(volume, 0), 1) }

    /// A piece of work that blocks as long as the disk does; nil where nothing is to be written.
    func takeWrite() -> (@Sendable () -> String?)? {
        guard let path, changed != found else { return nil }
        found = changed
        let memory = changed
        return { memory.write(to: path) }
    }
}
