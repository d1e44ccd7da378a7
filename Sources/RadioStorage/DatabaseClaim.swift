import Glibc
import RadioFormats

/// The right to be the only process that uses a database for a purpose that allows only one, such as following
/// stations. The kernel takes the right away from a process that dies.
///
/// The claim is a lock on a file beside the database, `….lock`, which is deleted when the claim ends. The file contains a
/// line about the process that holds the claim.
package final class DatabaseClaim {
    /// The maximum number of bytes of the line in the lock's file.
    private static let maximumLine = 1024

    private let path: String
    private let descriptor: Int32

    /// Claims a database.
    /// - Parameters:
    ///   - database: the path of the database's file, which may be missing.
    ///   - holder: describes this process to others that want the same claim. Only the first line of it is stored.
    /// - Returns: nil if the file system does not allow such locks.
    /// - Throws: ``StorageError/busy(_:)`` with the description of the process that holds the claim.
    package init?(database: String, holder: String) throws(StorageError) {
        path = DatabasePath.resolved(database) + ".lock"
        while true {
            var descriptor = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0o644)
            // A lock's file of another user can only be read.
            if descriptor < 0 { descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
            guard descriptor >= 0 else { return nil }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let isTaken = errno == EWOULDBLOCK
                let line = Self.line(descriptor)
                close(descriptor)
                guard isTaken else { return nil }
                throw .busy(line.isEmpty ? "another program uses it" : line)
            }
            // The last holder may have deleted the file between the opening and the locking.
            var (opened, named) = (stat(), stat())
            guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
                opened.st_dev == named.st_dev
            else {
                close(descriptor)
                continue
            }
            self.descriptor = descriptor
            let line = Array(holder.utf8.prefix { $0 != UInt8(ascii: "\n") }.prefix(Self.maximumLine))
            _ = ftruncate(descriptor, 0)
            _ = pwrite(descriptor, line, line.count, 0)
            return
        }
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Returns the line that the holder wrote, without control characters.
    private static func line(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: maximumLine)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return "" }
        let text = String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
