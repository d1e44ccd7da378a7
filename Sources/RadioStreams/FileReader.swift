import CLinux
import Glibc
import RadioFormats
import RadioLoop

/// Reads a local file in chunks on a disk thread. Reading can be paused.
final class FileReader {
    /// The events that a reader reports.
    enum Event {
        case opened(Opened)
        case bytes([UInt8])
        /// The file's end was reached. No event follows.
        case end
        /// The file cannot be read. No event follows.
        case failed(StreamError)
    }

    /// The size of one read in bytes.
    private static let chunk = 64 * 1024

    /// The result of one read.
    enum Read: Sendable {
        case bytes([UInt8])
        case failed(String)
    }

    private let worker: BlockingWorker
    private let path: String
    /// The offset of the next read.
    private(set) var offset: Int64
    /// The receiver of the events, called from the loop's inbox.
    private let take: (Event) -> Void
    /// The descriptor of the open file, owned by this object and closed in `deinit`. -1 before the file is open.
    private var descriptor: Int32 = -1
    private var isPaused = false
    private var isReading = false
    /// True if ``jump(to:)`` was called during a read. The bytes of that read are then dropped.
    private var isElsewhere = false
    private var isOver = false

    /// Creates a reader.
    /// - Parameters:
    ///   - worker: A worker of the loop. The reader creates its own worker on the same loop.
    ///   - offset: The number of bytes to skip at the beginning.
    init(worker: BlockingWorker, path: String, offset: Int64 = 0, _ take: @escaping (Event) -> Void) {
        self.worker = BlockingWorker(beside: worker)
        self.path = path
        self.offset = offset
        self.take = take
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func start() {
        let path = path
        let owner = self  // Keeps this reader alive: it closes the descriptor.
        worker.run(orElse: .failure(.resources(BlockingWorker.refusal))) {
            FileReader.open(path).map { file in
                var file = file
                file.cueSheet = FileReader.cueSheet(of: path)
                return file
            }
        } then: {
            owner.opened($0)
        }
    }

    /// Ends the reader. No event follows.
    func cancel() { isOver = true }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        if !isPaused { read() }
    }

    /// A file that was opened.
    struct Opened {
        var descriptor: Int32
        /// The size in bytes.
        var size: Int
        /// The file's ID3v1 tag; nil if there is none.
        var tag: TimedMetadata?
        /// The tracks of the cue sheet beside the file.
        var cueSheet: [Chapter] = []
    }

    /// Opens a regular file and reads its last bytes. Blocks.
    static func open(_ path: String) -> Result<Opened, StreamError> {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            let code = errno
            if code == ENOENT || code == ENOTDIR { return .failure(.fileMissing(path)) }
            return .failure(.fileUnreadable("\(path): \(String(cString: strerror(code)))"))
        }
        var status = stat()
        fstat(descriptor, &status)
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return .failure(.fileUnreadable("\(path) is not a file"))
        }
        let size = Int(status.st_size)
        var tag: TimedMetadata?
        if case .bytes(let last) = read(descriptor, at: Int64(max(size - Id3v1Tag.length, 0))) {
            tag = TimedMetadata(id3v1: last)
        }
        return .success(Opened(descriptor: descriptor, size: size, tag: tag))
    }

    /// Returns the tracks of the cue sheet beside a file; empty if there is none. Blocks.
    private static func cueSheet(of path: String) -> [Chapter] {
        guard let sheet = CueSheet.path(of: path), sheet != path, case .success(let file) = open(sheet) else {
            return []
        }
        defer { close(file.descriptor) }
        var bytes: [UInt8] = []
        while file.size <= CueSheet.maximumLength, bytes.count < file.size,
            case .bytes(let more) = read(file.descriptor, at: Int64(bytes.count)), !more.isEmpty
        {
            bytes += more
        }
        return CueSheet.chapters(bytes, of: String(path.split(separator: "/").last ?? ""))
    }

    private func opened(_ result: Result<Opened, StreamError>) {
        switch result {
        case .failure(let error): end(.failed(error))
        case .success(let file):
            descriptor = file.descriptor
            guard !isOver else { return }
            take(.opened(file))
            read()
        }
    }

    /// Continues at an offset. Has no effect after the end or a failure.
    func jump(to offset: Int64) {
        self.offset = offset
        isElsewhere = isReading
        read()
    }

    private func read() {
        guard !isReading, !isPaused, !isOver, descriptor >= 0 else { return }
        isReading = true
        let (descriptor, offset) = (descriptor, offset)
        let owner = self  // Keeps the descriptor open while the worker reads.
        worker.run(orElse: .failed(BlockingWorker.refusal)) {
            FileReader.read(descriptor, at: offset)
        } then: {
            owner.received($0)
        }
    }

    /// Reads at most ``chunk`` bytes at an offset. The result is empty beyond the file's end. Blocks.
    static func read(_ descriptor: Int32, at offset: Int64) -> Read {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
            var got: Int
            repeat {
                got = pread(descriptor, buffer.baseAddress!, chunk, off_t(offset))
            } while got < 0 && errno == EINTR
            if got < 0 { failure = errno }
            count = max(got, 0)
        }
        return failure == 0 ? .bytes(bytes) : .failed(String(cString: strerror(failure)))
    }

    /// Reports the bytes of a finished read, and starts the next read.
    private func received(_ result: Read) {
        isReading = false
        guard !isOver else { return }
        guard !isElsewhere else {
            isElsewhere = false
            return read()
        }
        switch result {
        case .failed(let text): end(.failed(.fileUnreadable("\(path): \(text)")))
        case .bytes(let bytes) where bytes.isEmpty: end(.end)
        case .bytes(let bytes):
            offset += Int64(bytes.count)
            take(.bytes(bytes))
            read()
        }
    }

    private func end(_ event: Event) {
        guard !isOver else { return }
        isOver = true
        take(event)
    }
}
