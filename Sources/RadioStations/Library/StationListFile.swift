import Glibc
import RadioLists

/// Lists of stations as files of this machine, in any format. Everything here may block as long as the disk does.
package enum StationListFile {
    /// Reads a list.
    /// - Parameters:
    ///   - source: a path or `file:` URL; `-` is standard input.
    ///   - format: nil: what the bytes tell.
    /// - Throws: when it cannot be read, or is no list.
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

    /// Reads the list at a path; the file does not stay in memory beside what is made of it.
    /// - Parameter source: what messages call it.
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

    /// Puts a list in the place of a file: a reader sees the old content or the new one, also after a crash.
    /// - Parameters:
    ///   - path: where to.
    ///   - bytes: of the list.
    /// - Throws: when that cannot be written.
    package static func write(_ path: String, _ bytes: [UInt8]) throws(StationLibraryError) {
        do { try LocalFile.replace(path, with: bytes) } catch { throw .unreadable(path, reason: error.reason) }
    }

    /// Changes a file, while no other process that does the same is at it.
    /// - Parameters:
    ///   - path: of the file; folders that are missing are made. Where it is a link, what it leads to is changed.
    ///   - change: takes the content, nil where there is no file, and gives the new one; nil leaves the file as it is.
    /// - Throws: when it cannot be read or written, and what `change` throws.
    package static func change(
        _ path: String, _ change: ([UInt8]?) throws(StationLibraryError) -> [UInt8]?
    ) throws(StationLibraryError) {
        var path = path
        if let resolved = realpath(path, nil) {
            path = String(cString: resolved)
            free(resolved)
        }
        let folder = LocalFile.folder(of: path)
        do { try UserFolders.make(folder) } catch { throw .unreadable(error.folder, reason: error.reason) }
        // The folder is locked: the file itself is another one after each change.
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw .unreadable(folder, reason: String(cString: strerror(errno))) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .unreadable(folder, reason: String(cString: strerror(errno))) }
        }
        let old = access(path, F_OK) == 0 ? try contents(path, path) : nil
        guard let new = try change(old), new != old else { return }
        try write(path, new)
    }

    /// Waits for all that comes, as a pipe's reader does.
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

    /// - Parameter source: what messages call it.
    static func contents(_ path: String, _ source: String) throws(StationLibraryError) -> [UInt8] {
        do {
            return try LocalFile.read(path, maximum: StationList.maximumBytes)
        } catch {
            throw StationLibraryError(error, source)
        }
    }
}

extension StationLibraryError {
    /// Why the file of that name could not be read.
    init(_ error: LocalFile.Failure, _ source: String) {
        let isMissing = error.code == ENOENT || error.code == ENOTDIR
        self = isMissing ? .noSuchFile(source) : .unreadable(source, reason: error.reason)
    }

    /// Why the list of that name could not be read.
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
