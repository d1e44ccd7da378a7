import Glibc
import RadioLoop

/// A log's file or stream. Every call may block, so a log belongs to a worker's thread.
///
/// A file keeps whole lines only. When it is opened, an incomplete last line that a crash or a full disk left is cut
/// off.
final class LogFile {
    /// Number of bytes at the file's end that are searched first for the beginning of the last line. Lines are usually
    /// shorter.
    static let tail = 1 << 18
    /// Maximum number of bytes read at the file's end if the last line begins before the ``tail``. Lines that were
    /// written before ``TrackDetector/maximumRaw`` was introduced may have megabytes, and half of another line may
    /// follow them.
    static let longestTail = 1 << 23

    private let target: LogTarget
    private let shelf: LogShelf?
    /// When old rotated files were last deleted, in milliseconds since 1970.
    private var tidied: Int64 = .min
    /// Time between two deletions of old rotated files, in milliseconds.
    private static let tidyInterval: Int64 = 3600 * 1000
    /// True for a regular file, whose content survives a power cut only after ``synchronize()``. Pipes, terminals and
    /// devices cannot be synchronized.
    private(set) var isRegular = false
    private var descriptor: Int32 = -1
    private var size = 0
    /// The local day of the file's content, in days since 1970.
    private var day = 0
    /// Bytes that an earlier write could not write because of an error.
    private var rest: [UInt8] = []
    /// True if the file must be opened by its name before new lines are written.
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
            try open(path)
            if lastNumber == 0 { lastNumber = Self.newestNumber(on: shelf, target.format) }
        }
    }

    deinit { if case .file = target.place { leave() } }

    /// Unlocks the file before closing it, because a child process that another thread has just started may hold the
    /// file open for a short time.
    private func leave() {
        guard descriptor >= 0 else { return }
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private var header: [UInt8] { target.format.header.map { Array(($0 + "\n").utf8) } ?? [] }

    /// Appends numbered lines, given without line ends.
    ///
    /// After an error, the next call first writes the bytes that the error cut off. ``lastNumber`` is then the number
    /// of the last line that was written or begun.
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
        if now >= tidied + Self.tidyInterval { tidy(now) }
    }

    /// Deletes rotated files that need not be kept any longer.
    private func tidy(_ now: Int64) {
        tidied = now
        shelf?.tidy(target.retention, besides: size, at: now)
    }

    /// Writes the bytes that an earlier error cut off.
    func writeRest() throws(LogFileError) {
        guard !rest.isEmpty else { return }
        let bytes = rest
        rest = []
        try write(bytes)
    }

    /// Makes everything that was appended survive a power cut.
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

    /// Catches up on what an earlier error prevented: completes a line, opens the file.
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

    /// Writes all bytes. After an error, the bytes that were not written are kept as ``rest``.
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

    /// Takes over an opened file: locks it, cuts off an incomplete last line, and reads the number of the last line.
    private func take(_ new: Int32, _ path: String) throws(LogFileError) {
        var status = stat()
        guard fstat(new, &status) == 0 else { throw Self.error(path) }
        // A device or a named pipe has no end that could be read.
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        if isRegular, flock(new, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            var old = stat()
            // A lock that this process itself holds is no obstacle: the same file was opened once more.
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

    /// Returns where the last whole line ends, and the line's number. For a file without a whole line, both are 0.
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
                // A file without a line end is either the beginning of a first line or not a log.
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

    /// Renames the file to a name with the file's day or, if files rotate by size, the current time. Begins a new file.
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
        tidy(now)
    }
}
