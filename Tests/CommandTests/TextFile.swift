import Glibc

enum TextFile {
    static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else { throw TestFailure(reason: path) }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw TestFailure(reason: path)
        }
    }
}

/// An error of the test itself or of its environment, not of the program.
struct TestFailure: Error {
    var reason: String
}
