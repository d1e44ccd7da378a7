import Glibc
import TestSupport

/// A temporary file, which is removed with the object.
final class TextFile: Sendable {
    let path: String
    private let directory: TemporaryDirectory

    init(_ name: String, _ text: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/" + name
        try write(Array(text.utf8))
    }

    /// Overwrites the file in place, so that a process that has opened or mapped it sees the new bytes.
    func write(_ bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FaultError(description: "\(path): \(errno)") }
        defer { close(file) }
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count, ftruncate(file, bytes.count) == 0 else {
            throw FaultError(description: "\(path): \(errno)")
        }
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }
}
