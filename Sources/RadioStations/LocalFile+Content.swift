import Glibc
import RadioLoop

extension LocalFile {
    /// The operating system's error number (`errno`), with its message.
    package struct Failure: Error {
        package var code: Int32

        package init(code: Int32) { self.code = code }

        package var reason: String { String(cString: strerror(code)) }
    }

    /// Returns the file's content. If the file has more than `maximum` bytes, returns its first `maximum` + 1 bytes.
    package static func read(_ path: String, maximum: Int) throws(Failure) -> [UInt8] {
        try FileContents(path, maximum: maximum).withBytes { Array($0) }
    }

    /// Replaces a file. A reader sees the old content or the new one, even after a crash.
    ///
    /// Missing folders are created for this user only. If the path is a symbolic link, its target is replaced. Temporary
    /// files that killed processes left behind at earlier replacements of this file are deleted.
    /// - Parameters:
    ///   - path: path of the file.
    ///   - bytes: the whole new content.
    ///   - mark: a name that distinguishes processes that may write the same file at the same time; usually the process
    ///     id.
    package static func replace(_ path: String, with bytes: [UInt8], mark: String = "\(getpid())") throws(Failure) {
        let path = resolved(path)
        do { try UserFolders.make(folder(of: path)) } catch { throw Failure(code: error.code) }
        if pid_t(mark) != nil { removeLeftovers(of: path) }
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

    /// Deletes the temporary files of a path whose mark is the id of a process that no longer exists.
    private static func removeLeftovers(of path: String) {
        let (folder, name) = (folder(of: path), path.split(separator: "/").last ?? "")
        for leftover in names(in: folder) where leftover.hasPrefix("\(name).") && leftover.hasSuffix(".new") {
            guard let process = pid_t(leftover.dropFirst(name.count + 1).dropLast(4)), process > 0 else { continue }
            if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(leftover)") }
        }
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
