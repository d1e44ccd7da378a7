import Glibc
import RadioLoop

/// Handles a file of titles that can no longer be used.
enum DamagedFile {
    /// Renames the file and the files that SQLite keeps beside it (`-wal`, `-shm`), and returns the file's new path;
    /// nil if the renaming fails. Nothing is replaced or deleted.
    static func putAside(_ path: String, at now: Int64) -> String? {
        for number in 1...1000 {
            let aside = "\(path).damaged-\(WallClock.localStamp(milliseconds: now))" + (number == 1 ? "" : "-\(number)")
            guard access(aside, F_OK) != 0 else { continue }
            guard rename(path, aside) == 0 else { return nil }
            for end in ["-wal", "-shm"] { _ = rename(path + end, aside + end) }
            return aside
        }
        return nil
    }
}
