import Glibc

/// A folder of a test's own, removed with it.
final class TemporaryFolder {
    let path: String

    struct Failure: Error { var code: Int32 }

    init() throws {
        var template = Array((String(cString: getenv("TMPDIR") ?? strdup("/tmp")) + "/longwave-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        _ = nftw(path, { path, _, _, _ in remove(path) }, 16, FTW_DEPTH | FTW_PHYS)
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        var folder = path
        for step in name.split(separator: "/").dropLast() {
            folder += "/" + step
            mkdir(folder, 0o755)
        }
        guard let handle = fopen(file, "wb") else { throw Failure(code: errno) }
        fputs(text, handle)
        fclose(handle)
        return file
    }

    /// The names in it, hidden ones too.
    func names() -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
