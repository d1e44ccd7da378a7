import Glibc

/// A lock on the folder of a database file, which the kernel releases if the program dies.
///
/// Whoever opens a database holds a shared lock; whoever renames a damaged database with the files beside it holds the
/// exclusive lock. So no program opens a database while another is renaming it.
final class FolderLock {
    enum Kind {
        case shared, exclusive
    }

    /// How long to wait for the lock: as long as SQLite waits for the lock of a database.
    private static let patience = 10_000
    /// The time between two tries in milliseconds. Locks are held for milliseconds, so a second try is rare.
    private static let interval = 20

    private var descriptor: Int32
    /// True if another program kept the folder locked. On a file system without locks, it is false.
    private(set) var isRefused = false

    /// Locks the folder that contains the file at `path`, or the file to which a symbolic link at `path` leads.
    init(ofFile path: String, _ kind: Kind) {
        let path = DatabasePath.resolved(path)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
        for _ in 0...Self.patience / Self.interval {
            isRefused = flock(descriptor, operation) != 0 && errno == EWOULDBLOCK
            guard isRefused else { return }
            usleep(UInt32(Self.interval) * 1000)
        }
    }

    deinit { release() }

    /// Unlocks the folder. Does nothing if it was unlocked already.
    func release() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
