import Glibc

/// The golden files: documents that the program prints, as they were when somebody last looked at them, in
/// `Tests/Golden`.
///
///     #expect(try GoldenFile.difference("list.json", text) == nil)
///
/// If `LONGWAVE_GOLDEN=write` is set, the files are written instead. `git diff Tests/Golden` then shows the changes.
package enum GoldenFile {
    // The folder Tests/Golden, found by the path of this file.
    private static let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Golden"

    package struct WriteError: Error { package var path: String }

    package static func read(_ name: String) throws -> String {
        String(decoding: try Samples.read(path: "\(folder)/\(name)"), as: UTF8.self)
    }

    /// Returns the place where a text begins to differ from a golden file, with both texts; nil if they are equal.
    package static func difference(_ name: String, _ text: String) throws -> String? {
        if getenv("LONGWAVE_GOLDEN").map({ String(cString: $0) }) == "write" { try write(name, text) }
        let expected = try read(name)
        guard text != expected else { return nil }
        let common = zip(text, expected).prefix { $0 == $1 }.count
        func part(_ text: String) -> Substring { text.dropFirst(max(0, common - 60)).prefix(160) }
        let line = text.prefix(common).count { $0 == "\n" } + 1
        return "\(name), line \(line):\n\(part(text))\ninstead of\n\(part(expected))"
    }

    private static func write(_ name: String, _ text: String) throws {
        let path = "\(folder)/\(name)"
        guard let file = fopen(path, "wb") else { throw WriteError(path: path) }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WriteError(path: path) }
    }
}
