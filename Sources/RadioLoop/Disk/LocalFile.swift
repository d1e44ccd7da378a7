import Glibc

/// Small files on this computer, read and replaced as a whole.
///
/// Every call blocks while files are read or written: make it before the loop runs, or on a background thread.
package enum LocalFile {
    /// Returns whether the path exists and is not a folder.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Returns the folder that contains a file: `.` for a name without a slash.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the path with symbolic links resolved, or the path itself if it does not exist.
    package static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Properties of a file that show whether its content has changed, without reading the content.
    package struct State: Hashable, Sendable {
        package var device: UInt64
        package var node: UInt64
        package var size: Int64
        /// When the content last changed, in nanoseconds since 1970.
        package var changed: Int64
        package var isFolder: Bool
        /// True for a regular file, not a folder, pipe, socket or device.
        package var isFile: Bool

        /// Reads the properties of the file, folder or device at the path. Returns nil if the path does not exist.
        package init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            node = UInt64(status.st_ino)
            size = Int64(status.st_size)
            changed = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
            isFolder = status.st_mode & S_IFMT == S_IFDIR
            isFile = status.st_mode & S_IFMT == S_IFREG
        }
    }

    /// Maximum number of entries of a folder that are read.
    static let maximumNames = 10_000

    /// Returns the names in a folder, ordered by their bytes; empty if the folder cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < maximumNames, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
