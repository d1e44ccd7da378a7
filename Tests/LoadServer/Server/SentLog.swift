import Glibc
import RadioLists

/// Writes a ``LoadServer``'s record of what its clients got (``SentLine``), as JSON Lines. Lines are buffered until
/// ``flush()``.
final class SentLog {
    private let descriptor: Int32
    private var waiting: [UInt8] = []

    /// Opens the file. An existing file is replaced.
    init(path: String) throws(LoadServerError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw LoadServerError(call: path) }
    }

    deinit {
        flush()
        close(descriptor)
    }

    func add(_ line: SentLine) {
        waiting += line.json.text.utf8
        waiting.append(UInt8(ascii: "\n"))
    }

    func flush() {
        var written = 0
        while written < waiting.count {
            let count = waiting.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
            if count < 0, errno == EINTR { continue }
            // If the record lacked lines, a check would report correct songs of the logger as wrong.
            guard count > 0 else { fatalError("the list of what was sent cannot be written: \(errno)") }
            written += count
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
