import ArgumentParser
import Glibc

/// Writes small text files.
enum TextFile {
    /// Writes a file, replacing an existing one. A process that waits for the file sees it completely or not at all.
    static func write(_ text: String, to path: String) throws {
        let part = path + ".part"
        guard let file = fopen(part, "we") else { throw problem(part) }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten, rename(part, path) == 0 else { throw problem(path) }
    }

    private static func problem(_ path: String) -> ValidationError {
        ValidationError("\(path): \(String(cString: strerror(errno)))")
    }
}
