import Glibc

/// Small files on this computer, read and replaced as a whole.
///
/// Every call blocks while files are read or written: make it before the loop runs, or on a background thread.
package enum LocalFile {
    /// The operating system's error number (`errno`), with its message.
    package struct Failure: Error {
        package var code: Int32
        package var reason: String { String(cString: strerror(code)) }
    }

    /// Returns the file's content. If the file has more than `maximum` bytes, returns its first `maximum` + 1 bytes.
    package static func read(_ path: String, maximum: Int) throws(Failure) -> [UInt8] {
        try FileContents(path, maximum: maximum).withBytes { Array($0) }
    }

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

    /// Replaces a file. A reader sees the old content or the new one, even after a crash.
    ///
    /// Missing folders are created for this user only. If the path is a symbolic link, its target is replaced.
    /// - Parameters:
    ///   - path: path of the file.
    ///   - bytes: the whole new content.
    ///   - mark: a name that distinguishes processes that may write the same file at the same time; usually the process
    ///     id.
    package static func replace(_ path: String, with bytes: [UInt8], mark: String = "\(getpid())") throws(Failure) {
        let path = resolved(path)
        do { try UserFolders.make(folder(of: path)) } catch { throw Failure(code: error.code) }
        let temporary = "\(path).\(mark).new"
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(code: errno) }
        do throws(Failure) {
            defer { close(file) }
            try write(bytes, to: file)
            guard fsync(file) == 0 else { throw Failure(code: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw Failure(code: code)
        }
    }

    /// Returns the path with symbolic links resolved, or the path itself if it does not exist.
    private static func resolved(_ path: String) -> String {
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

    private static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
