import Glibc
import RadioLists
import RadioLoop

/// Station lists in files on this computer, in any format. Every call blocks while files are read or written.
package enum StationListFile {
    /// Reads a list.
    /// - Parameters:
    ///   - source: a path or `file:` URL, or `-` for standard input.
    ///   - format: nil to determine the format from the bytes.
    /// - Throws: ``StationLibraryError`` if the source cannot be read or is not a list.
    package static func read(_ source: String, as format: ListFormat? = nil) throws(StationLibraryError) -> StationList
    {
        let path = FileURL.path(source) ?? source
        guard source == "-" else { return try list(path, source, as: format) }
        let bytes = try standardInput()
        guard bytes.count <= StationList.maximumBytes else {
            throw .tooLarge(source, maximum: StationList.maximumBytes)
        }
        do { return try StationList.read(bytes, as: format) } catch { throw StationLibraryError(error, source) }
    }

    /// Reads the list at a path. The file's memory is released while the list is built.
    /// - Parameter source: the name of the list in messages.
    static func list(
        _ path: String, _ source: String, as format: ListFormat? = nil
    ) throws(StationLibraryError) -> StationList {
        let file: FileContents
        do { file = try FileContents(path, maximum: StationList.maximumBytes) } catch {
            throw StationLibraryError(error, source)
        }
        do {
            return try file.withBytes { (bytes) throws(StationListError) in
                try StationList.read(bytes, as: format, base: FileURL.of(path)) { file.release(upTo: $0) }
            }
        } catch {
            throw StationLibraryError(error, source)
        }
    }

    /// Replaces a file. A reader sees the old content or the new one, even after a crash.
    /// - Parameters:
    ///   - path: path of the file.
    ///   - bytes: the new content.
    /// - Throws: ``StationLibraryError`` if the file cannot be written.
    package static func write(_ path: String, _ bytes: [UInt8]) throws(StationLibraryError) {
        do { try LocalFile.replace(path, with: bytes) } catch { throw .unwritable(path, reason: error.reason) }
    }

    /// Changes a file. Other calls of this method for files in the same folder, in any process, wait until the change
    /// is made.
    /// - Parameters:
    ///   - path: path of the file; missing folders are created. For a symbolic link, its target is changed.
    ///   - change: receives the file's content, or nil if there is no file. Returns the new content, or nil to leave
    ///     the file unchanged.
    /// - Throws: ``StationLibraryError`` if the file cannot be read or written, and any error of `change`.
    package static func change(
        _ path: String, _ change: ([UInt8]?) throws(StationLibraryError) -> [UInt8]?
    ) throws(StationLibraryError) {
        var path = path
        if let resolved = realpath(path, nil) {
            path = String(cString: resolved)
            free(resolved)
        }
        let folder = LocalFile.folder(of: path)
        do { try UserFolders.make(folder) } catch { throw .unwritable(error.folder, reason: error.reason) }
        // The folder is locked, because the file itself is replaced by each change.
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw .unwritable(folder, reason: String(cString: strerror(errno))) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .unwritable(folder, reason: String(cString: strerror(errno))) }
        }
        var old: [UInt8]?
        if access(path, F_OK) == 0 {
            do { old = try contents(path, path) } catch {
                guard case .unreadable(_, let reason) = error else { throw error }
                throw .unwritable(path, reason: reason)
            }
        }
        guard let new = try change(old), new != old else { return }
        try write(path, new)
    }

    /// Reads standard input until it ends or is too long. Blocks until data arrives.
    private static func standardInput() throws(StationLibraryError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= StationList.maximumBytes {
            let count = Glibc.read(STDIN_FILENO, &part, part.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
                continue
            }
            guard count >= 0 else { throw .unreadable("-", reason: String(cString: strerror(errno))) }
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes
    }

    /// Reads a file.
    /// - Parameter source: the name of the file in messages.
    static func contents(_ path: String, _ source: String) throws(StationLibraryError) -> [UInt8] {
        do {
            return try LocalFile.read(path, maximum: StationList.maximumBytes)
        } catch {
            throw StationLibraryError(error, source)
        }
    }
}

extension StationLibraryError {
    /// Creates the error for a file that could not be read.
    init(_ error: LocalFile.Failure, _ source: String) {
        let isMissing = error.code == ENOENT || error.code == ENOTDIR
        self = isMissing ? .noSuchFile(source) : .unreadable(source, reason: error.reason)
    }

    /// Creates the error for a file whose bytes could not be read as a list.
    package init(_ error: StationListError, _ source: String) {
        self =
            switch error {
            case .tooLarge(let maximum): .tooLarge(source, maximum: maximum)
            case .notAList, .stream: .notAList(source)
            case .notJSON(let error): .broken(source, reason: "\(StationFileError.notJSON(error))")
            case .wrongShape(_, let reason): .broken(source, reason: "\(StationFileError.notStations(reason))")
            case .noXML: .unreadable(source, reason: error.description)
            }
    }
}
