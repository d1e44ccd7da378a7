import Glibc

/// Reads the lines of a file one at a time, because a log may be larger than the computer's memory.
package enum LineFile {
    /// Calls `body` with each line that is not empty, without its line end.
    package static func read(_ path: String, _ body: ([UInt8]) -> Void) throws(LoadServerError) {
        guard let file = fopen(path, "re") else { throw LoadServerError(call: path) }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while case let count = getline(&line, &capacity, file), count > 0, let line {
            var bytes = Array(UnsafeRawBufferPointer(start: line, count: count))
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            if !bytes.isEmpty { body(bytes) }
        }
    }
}
