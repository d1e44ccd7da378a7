import Glibc

extension TemporaryDirectory {
    package struct WriteError: Error { package var code: Int32 }

    /// Writes a file in this directory, creates missing folders, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    /// Writes a file in this directory, creates missing folders, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        var folder = path
        for step in name.split(separator: "/").dropLast() {
            folder += "/" + step
            mkdir(folder, 0o755)
        }
        guard let file = fopen(path + "/" + name, "wb") else { throw WriteError(code: errno) }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WriteError(code: errno) }
        return path + "/" + name
    }

    /// Returns the names in this directory, including hidden ones.
    package func names() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
