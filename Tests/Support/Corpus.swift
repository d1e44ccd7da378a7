import Glibc

/// Test data that is not part of the project. The folder `corpus` is in `shared` beside the repository, or in the
/// folder that the environment variable `LONGWAVE_SHARED` names. Tests that need the data are skipped without it.
package enum Corpus {
    package static let root: String = {
        if let shared = getenv("LONGWAVE_SHARED") { return String(cString: shared) + "/corpus" }
        // The path of the repository, derived from the path of this file. The folder "shared" is beside the repository.
        let repository = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/" + repository + "/../shared/corpus"
    }()

    package static let isPresent: Bool = access(root, R_OK) == 0

    package struct Unreadable: Error {
        package var path: String
        package var code: Int32
    }

    package static func read(_ name: String) throws -> [UInt8] {
        let path = root + "/" + name
        guard let file = fopen(path, "rb") else { throw Unreadable(path: path, code: errno) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
        return bytes
    }
}

extension Corpus {
    /// Returns the sorted names of the files in a folder of the corpus, or none without the corpus.
    package static func files(_ folder: String) -> [String] {
        guard let directory = opendir(root + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
