import CLinux
import Glibc
import RadioFormats
import RadioLoop

/// A local file's bytes, read on the disk worker piece by piece, as far ahead as they are wanted.
final class FileReader {
    enum Event {
        /// It is a file of so many bytes.
        case opened(byteCount: Int)
        case bytes([UInt8])
        /// There is no more. Nothing follows.
        case end
        /// Nothing follows.
        case failed(StreamError)
    }

    /// What one read asks for.
    private static let chunk = 64 * 1024

    enum Read: Sendable {
        case bytes([UInt8])
        case failed(String)
    }

    private let worker: BlockingWorker
    private let path: String
    /// Where the next read begins.
    private(set) var offset: Int64
    /// From the inbox.
    private let take: (Event) -> Void
    /// Owned, closed in `deinit`.
    private var descriptor: Int32 = -1
    private var isPaused = false
    private var isReading = false
    /// Bytes from elsewhere are wanted than those that are being read.
    private var isElsewhere = false
    private var isOver = false

    /// - Parameters:
    ///   - worker: whose loop's disk worker reads; the file has a client of its own.
    ///   - offset: bytes at the beginning that are left out.
    init(worker: BlockingWorker, path: String, offset: Int64 = 0, _ take: @escaping (Event) -> Void) {
        self.worker = BlockingWorker(beside: worker)
        self.path = path
        self.offset = offset
        self.take = take
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func start() {
        let path = path
        let owner = self  // Closes the descriptor, whoever is gone by then.
        worker.run(orElse: .failure(.resources(BlockingWorker.refusal))) {
            FileReader.open(path)
        } then: {
            owner.opened($0)
        }
    }

    /// Nothing is told after it.
    func cancel() { isOver = true }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        if !isPaused { read() }
    }

    static func open(_ path: String) -> Result<(descriptor: Int32, size: Int), StreamError> {
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
        return .success((descriptor, Int(status.st_size)))
    }

    private func opened(_ result: Result<(descriptor: Int32, size: Int), StreamError>) {
        switch result {
        case .failure(let error): end(.failed(error))
        case .success(let file):
            descriptor = file.descriptor
            guard !isOver else { return }
            take(.opened(byteCount: file.size))
            read()
        }
    }

    /// Bytes from there on come next, also after the end.
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

    /// Beyond the end nothing is read.
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
