import Glibc
import RadioLoop

/// Checks the free space on a disk, first at once and then periodically.
final class FreeSpaceWatch {
    /// Whether the disk has enough free space by the latest check; nil before the first check.
    private(set) var isEnough: Bool?

    private let loop: EventLoop
    private let worker: BlockingWorker
    private let folder: String
    private let minimum: Int
    /// Called on the loop after the first check, and after a check that found too little space.
    private let onChange: () -> Void
    private var timer: LoopTimer?

    private static let interval = Duration.seconds(5)

    /// - Parameters:
    ///   - folder: a folder on the disk. If it does not exist, its nearest parent that exists counts.
    ///   - minimum: the number of bytes that must be free.
    init(loop: EventLoop, worker: BlockingWorker, folder: String, minimum: Int, onChange: @escaping () -> Void) {
        (self.loop, self.worker, self.folder, self.minimum) = (loop, worker, folder, minimum)
        self.onChange = onChange
        look()
    }

    deinit { timer?.cancel() }

    private func look() {
        let folder = folder
        worker.run(orElse: .max) {
            Self.freeBytes(folder)
        } then: { [weak self] in
            self?.found($0)
        }
    }

    private func found(_ free: Int) {
        let isFirst = isEnough == nil
        isEnough = free >= minimum
        if isFirst || free < minimum { onChange() }
        guard free >= minimum else { return }
        timer = loop.schedule(after: Self.interval) { [weak self] in self?.look() }
    }

    /// Returns the number of free bytes on a folder's disk. If it cannot be found out, the disk counts as empty.
    private static func freeBytes(_ folder: String) -> Int {
        var (path, status) = (folder[...], statvfs())
        while statvfs(String(path), &status) != 0 {
            guard errno == ENOENT, path != "/", path != "." else { return .max }
            while path.last == "/" { path.removeLast() }
            path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            if path.isEmpty { path = folder.hasPrefix("/") ? "/" : "." }
        }
        return Int(clamping: status.f_bavail) * Int(status.f_frsize)
    }
}
