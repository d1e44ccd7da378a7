import Glibc
import RadioLoop

/// The file or output stream to which a log's lines are written. Every call may block, so it belongs to a worker's
/// thread.
///
/// When a file is opened, an incomplete last line, left by a crash or a full disk, is removed.
final class LogFile {
    /// Number of bytes at the file's end in which the last line is searched at first. Lines are usually much shorter.
    static let tail = 1 << 18
    /// Maximum number of bytes at the file's end in which the last line is searched if it begins before the ``tail``.
    /// Earlier versions of the program, without ``TrackDetector/maximumRaw``, wrote lines of megabytes, and an
    /// incomplete line may follow.
    static let longestTail = 1 << 23

    private let target: LogTarget
    private let shelf: LogShelf?
    /// When the log or one of its rotated files was last modified before this object opened the log, in milliseconds
    /// since 1970; nil if there were no such files.
    private(set) var modifiedBefore: Int64?
    /// Paths of rotated files that were deleted since the last call of ``takeDeleted()``.
    private var deleted: [String] = []
    /// True for a regular file, whose content survives a power cut only after ``synchronize()``. Pipes, terminals and
    /// devices cannot be synchronized.
    private(set) var isRegular = false
    private var descriptor: Int32 = -1
    private var size = 0
    /// The day, by local time, on which the file's lines were written, in days since 1970.
    private var day = 0
    /// Bytes that must be written before any other: those that an earlier call could not write, or the header of a new
    /// file.
    private var rest: [UInt8] = []
    /// True if the file must be opened again by its name before further lines are written.
    private var isToBeOpened = false

    /// The number of the last line of this file or, if this file is new, of the rotated files; 0 before the first line.
    private(set) var lastNumber: Int64 = 0

    init(_ target: LogTarget) throws(LogFileError) {
        self.target = target
        if case .file(let path) = target.place { shelf = LogShelf(path: path) } else { shelf = nil }
        switch target.place {
        case .descriptor(let descriptor):
            self.descriptor = descriptor
            rest = header
        case .file(let path):
            var status = stat()
            if stat(path, &status) == 0, status.st_size > 0 {
                modifiedBefore = Int64(status.st_mtim.tv_sec) * 1000
            }
            modifiedBefore = ((shelf?.files().map(\.modified) ?? []) + [modifiedBefore].compactMap(\.self)).max()
            try open(path)
            if lastNumber == 0 { lastNumber = Self.newestNumber(on: shelf, target.format) }
        }
    }

    deinit { if case .file = target.place { leave() } }

    /// Unlocks and closes the file. Closing alone is not enough: a child process that another thread has just started
    /// may keep the file open, and locked, for a short time.
    private func leave() {
        guard descriptor >= 0 else { return }
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private var header: [UInt8] { target.format.header.map { Array(($0 + "\n").utf8) } ?? [] }

    /// Appends lines with their numbers. `text` has no line end.
    ///
    /// After an error, the lines up to ``lastNumber`` must not be appended again: the next call first writes those of
    /// their bytes that are missing.
    func append(_ lines: [(number: Int64, text: String)], now: Int64) throws(LogFileError) {
        try resume()
        var chunk: [UInt8] = []
        for line in lines {
            let bytes = Array((LogLine.numbered(line.text, line.number, target.format) + "\n").utf8)
            if isFull(with: chunk.count + bytes.count, now: now) {
                try write(chunk)
                chunk = []
                try rotate(now: now)
            }
            chunk += bytes
            lastNumber = line.number
        }
        try write(chunk)
    }

    /// Deletes at most one rotated file, the oldest, if it exceeds the log's retention.
    /// - Parameter now: time of a ``RetentionClock``; nil to check the size of all files only.
    func tidy(at now: Int64?) {
        guard let path = shelf?.tidy(target.retention, besides: size, at: now) else { return }
        deleted.append(path)
    }

    /// Returns the paths of rotated files that were deleted since the last call.
    func takeDeleted() -> [String] {
        defer { deleted = [] }
        return deleted
    }

    /// Writes the bytes that could not be written because of an earlier error.
    func writeRest() throws(LogFileError) {
        guard !rest.isEmpty else { return }
        let bytes = rest
        rest = []
        try write(bytes)
    }

    /// Waits until all appended bytes are on the disk, so that they survive a power cut.
    func synchronize() throws(LogFileError) {
        guard isRegular, case .file(let path) = target.place else { return }
        guard fdatasync(descriptor) == 0 else { throw Self.error(path) }
    }

    /// Opens the file by its name again, because another program may have renamed the open file. If that fails, the
    /// next ``append(_:now:)`` tries again.
    func reopen() throws(LogFileError) {
        guard case .file = target.place else { return }
        isToBeOpened = true
        try resume()
    }

    // MARK: Writing

    /// Does what an earlier error prevented: writes the missing bytes, and opens the file by its name.
    private func resume() throws(LogFileError) {
        try writeRest()
        guard case .file(let path) = target.place, isToBeOpened else { return }
        try synchronize()
        let last = lastNumber
        try open(path)
        lastNumber = last
        isToBeOpened = false
        try writeRest()
    }

    /// Writes all bytes. After an error, the bytes that were not written are in ``rest``.
    private func write(_ bytes: [UInt8]) throws(LogFileError) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + offset, bytes.count - offset)
            }
            if count >= 0 {
                offset += count
                size += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            case EPIPE: throw .closed
            case _:
                let error = Self.error(name)
                rest = Array(bytes[offset...])
                throw error
            }
        }
    }

    private var name: String {
        switch target.place {
        case .file(let path): path
        case .descriptor: "standard output"
        }
    }

    static func error(_ name: String) -> LogFileError {
        let code = errno
        let words = "\(name): \(String(cString: strerror(code)))"
        return [ENOSPC, EDQUOT, EFBIG, EIO].contains(code) ? .noRoom(words) : .inaccessible(words)
    }

    // MARK: Files

    private func open(_ path: String) throws(LogFileError) {
        let new = Glibc.open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard new >= 0 else { throw Self.error(path) }
        do throws(LogFileError) { try take(new, path) } catch {
            close(new)
            throw error
        }
    }

    /// Makes an opened file the log's file: locks it, removes an incomplete last line, and reads the number of the last
    /// line.
    private func take(_ new: Int32, _ path: String) throws(LogFileError) {
        var status = stat()
        guard fstat(new, &status) == 0 else { throw Self.error(path) }
        // The last line is read only from a regular file, not from a device or a named pipe.
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        if isRegular, flock(new, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            var old = stat()
            // If the file is locked because this object has already opened the same file, the earlier descriptor is
            // used further.
            guard descriptor >= 0, fstat(descriptor, &old) == 0, old.st_ino == status.st_ino,
                old.st_dev == status.st_dev
            else { throw .inUse(path) }
            close(new)
            return
        }
        let end: (length: Int, number: Int64) =
            isRegular ? try Self.end(of: new, Int(status.st_size), path, target.format) : (0, 0)
        if isRegular, end.length < status.st_size, ftruncate(new, off_t(end.length)) != 0 { throw Self.error(path) }
        leave()
        (descriptor, size, lastNumber, self.isRegular) = (new, end.length, end.number, isRegular)
        day = WallClock.localDay(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
        rest = size == 0 ? header : []
    }

    /// Returns the offset in bytes at which the last complete line ends, and the line's number. For a file without a
    /// complete line, both are 0.
    /// - Throws: ``LogFileError/foreign(_:)`` if the file is not a log of this format.
    private static func end(
        of descriptor: Int32, _ size: Int, _ path: String, _ format: LogFormat
    ) throws(LogFileError) -> (length: Int, number: Int64) {
        guard size > 0 else { return (0, 0) }
        let newline = UInt8(ascii: "\n")
        var length = tail
        while true {
            let begin = max(0, size - length)
            let bytes = try read(descriptor, from: begin, to: size, path)
            let last = bytes.lastIndex(of: newline)
            let before = last.flatMap { bytes[..<$0].lastIndex(of: newline) }
            if begin > 0, before == nil {
                guard length < longestTail else { throw .foreign(path) }
                length *= 2
                continue
            }
            guard let last else {
                // A file without a line end is a log only if it contains an incomplete first line.
                guard isBeginning(bytes, format) else { throw .foreign(path) }
                return (0, 0)
            }
            let line = bytes[(before.map { $0 + 1 } ?? 0)..<last]
            if let number = LogLine.number(of: line, format) { return (begin + last + 1, number) }
            let isHeader = before == nil && format.header.map { line.elementsEqual($0.utf8) } ?? false
            guard isHeader else { throw .foreign(path) }
            return (begin + last + 1, 0)
        }
    }

    /// Returns the highest line number in the rotated files; 0 if there are no such files.
    private static func newestNumber(on shelf: LogShelf?, _ format: LogFormat) -> Int64 {
        var newest: Int64 = 0
        for entry in shelf?.files() ?? [] {
            let file = Glibc.open(entry.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            guard let last = try? end(of: file, entry.size, entry.path, format) else { continue }
            newest = max(newest, last.number)
        }
        return newest
    }

    private static func read(
        _ descriptor: Int32, from begin: Int, to end: Int, _ path: String
    ) throws(LogFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: end - begin)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(begin)) }
        guard count == bytes.count else { throw error(path) }
        return bytes
    }

    private static func isBeginning(_ bytes: [UInt8], _ format: LogFormat) -> Bool {
        let whole = Array((format.header ?? "{\"v\":\(LogLine.version),\"seq\":").utf8)
        return bytes.prefix(whole.count).elementsEqual(whole.prefix(bytes.count))
    }

    // MARK: Rotation

    private func isFull(with more: Int, now: Int64) -> Bool {
        switch target.rotation {
        case nil: false
        case .size(let limit): size > header.count && size + more > limit
        case .daily: size > header.count && WallClock.localDay(milliseconds: now) != day
        }
    }

    /// Renames the file to a name with the day of its lines or, if files are rotated by size, with the current time.
    /// Then begins a new file.
    ///
    /// No existing file is replaced.
    private func rotate(now: Int64) throws(LogFileError) {
        guard case .file = target.place else { return }
        try synchronize()
        let stamp: String
        switch target.rotation {
        case .daily: stamp = WallClock.text(ofDay: day)
        case .size, nil: stamp = WallClock.localStamp(milliseconds: now)
        }
        try shelf?.rotate(to: stamp)
        isToBeOpened = true
        try resume()
        day = WallClock.localDay(milliseconds: now)
        // Each rotation adds one file, so it also deletes one if they are too large together.
        tidy(at: nil)
    }
}
