import Glibc

/// The open files of this process.
enum OpenFiles {
    /// Returns the paths below /proc/self/fd that lead to files whose names begin with `prefix`. The files may have been
    /// deleted. A descriptor's number may be in the thousands, because tests run beside each other.
    static func paths(to prefix: String) -> [String] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var paths: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = "/proc/self/fd/" + name
            var target = [UInt8](repeating: 0, count: 4096)
            let count = readlink(path, &target, target.count)
            if count > 0, String(decoding: target[..<count], as: UTF8.self).hasPrefix(prefix) { paths.append(path) }
        }
        return paths
    }
}
