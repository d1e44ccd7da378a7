import Glibc

/// Small files of this machine, read and replaced whole. Everything here may block: call it before the loop runs, or
/// on the loop's worker.
package enum LocalFile {
    package struct Failure: Error {
        package var code: Int32
        package var reason: String { String(cString: strerror(code)) }
    }

    /// The whole file, or its beginning where it has more than `maximum` bytes: one byte more is returned then.
    package static func read(_ path: String, maximum: Int) throws(Failure) -> [UInt8] {
        try FileContents(path, maximum: maximum).withBytes { Array($0) }
    }

    /// Whether something is there that is no folder.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// In which folder a file stands: `/` and `.` for those whose path says no more.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Puts `bytes` in the place of the file, so that a reader sees the old content or the new one, also after a crash.
    /// Makes the folders that are missing, for this user only. Where the path is a symbolic link, what it leads to is replaced.
    /// - Parameters:
    ///   - path: of the file.
    ///   - bytes: all of its new content.
    ///   - mark: tells those who may write the same file at the same moment from one another; usually the process's id.
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

    /// Where a path leads, as far as something is there.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// What tells whether a file is the same as before, without reading it.
    package struct State: Hashable, Sendable {
        package var device: UInt64
        package var node: UInt64
        package var size: Int64
        /// Nanoseconds since 1970.
        package var changed: Int64
        package var isFolder: Bool
        /// No folder, pipe, socket or device.
        package var isFile: Bool

        /// Nil where nothing is there.
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

    /// More entries of a folder are not looked at.
    static let maximumNames = 10_000

    /// What is in a folder, in the order of the bytes of the names; none where it cannot be read.
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
