import CLinux
import Glibc
import RadioFormats
import RadioLoop

/// Sound in a local file, read on the disk worker as far ahead as it is wanted.
final class FileStream: MediaStream {
    /// What one read asks for.
    private static let chunk = 64 * 1024

    private enum Read: Sendable {
        case bytes([UInt8])
        case failed(String)
    }

    private let loop: EventLoop
    private let worker: BlockingWorker
    private let path: String
    private weak var client: (any MediaStreamClient)?
    private var descriptor: Int32 = -1
    private var parser: ElementaryStreamParser?
    private var prefix: [UInt8] = []
    private var byteCount = 0
    private var isPaused = false
    private var isReading = false
    private var isOver = false
    private var hasPackets = false

    init(loop: EventLoop, worker: BlockingWorker, path: String, client: any MediaStreamClient) {
        self.loop = loop
        self.worker = worker
        self.path = path
        self.client = client
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func start() {
        let path = path
        worker.run({ FileStream.open(path) }, then: { [weak self] in self?.opened($0) })
    }

    private static func open(_ path: String) -> Result<(descriptor: Int32, size: Int), StreamError> {
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
        case .failure(let error): end(with: error)
        case .success(let file):
            if isOver {
                close(file.descriptor)
                return
            }
            descriptor = file.descriptor
            byteCount = file.size
            read()
        }
    }

    func cancel() {
        isOver = true
        client = nil
    }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        if !isPaused { read() }
    }

    func setWakeUpThreshold(bytes: Int, patience: Duration) {}

    private func read() {
        guard !isReading, !isPaused, !isOver, descriptor >= 0 else { return }
        isReading = true
        let descriptor = descriptor
        let owner = self  // Keeps the descriptor open while the worker reads.
        worker.run({ FileStream.read(descriptor) }, then: { owner.received($0) })
    }

    private static func read(_ descriptor: Int32) -> Read {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
            var got: Int
            repeat { got = Glibc.read(descriptor, buffer.baseAddress!, chunk) } while got < 0 && errno == EINTR
            if got < 0 { failure = errno }
            count = max(got, 0)
        }
        return failure == 0 ? .bytes(bytes) : .failed(String(cString: strerror(failure)))
    }

    private func received(_ result: Read) {
        isReading = false
        guard !isOver else { return }
        switch result {
        case .failed(let text): end(with: .fileUnreadable("\(path): \(text)"))
        case .bytes(let bytes) where bytes.isEmpty: finish()
        case .bytes(let bytes):
            parse(bytes)
            read()
        }
    }

    private func parse(_ bytes: [UInt8]) {
        guard let client else { return }
        if let parser {
            bytes.withUnsafeBytes { parser.feed($0) { forward($0) } }
            if parser.isGarbage {
                end(with: .notSound("\(path) has no sound in it"))
                return
            }
        } else {
            prefix += bytes
            recognise(isComplete: false)
        }
        if hasPackets, let count = parser?.takePacketCount() { client.streamNamed(packetCount: count) }
        client.streamReceived(bytes: bytes.count)
    }

    private func forward(_ element: StreamElement) {
        if case .packet = element { hasPackets = true }
        client?.streamBrought(element)
    }

    /// Starts to parse once the first bytes tell what they are.
    private func recognise(isComplete: Bool) {
        let kind = prefix.withUnsafeBytes { ContentSniffer.sniff($0, contentType: nil, isComplete: isComplete) }
        guard let kind else { return }
        switch kind.verdict(of: path) {
        case .sound(let isAdts):
            let parser = ElementaryStreamParser(metaint: nil, isAdts: isAdts)
            self.parser = parser
            var info = StreamInfo(url: path, isFinite: true)
            info.byteCount = byteCount
            client?.streamOpened(info)
            prefix.withUnsafeBytes { parser.feed($0) { forward($0) } }
            prefix = []
        case .list: end(with: .notSound("\(path) is a playlist, not sound"))
        case .segments: end(with: .unsupported("\(path) is an HLS playlist on disk: only those of a server are played"))
        case .refused(let error): end(with: error)
        }
    }

    private func finish() {
        if parser == nil { recognise(isComplete: true) }
        guard !isOver else { return }
        parser?.finish { forward($0) }
        guard hasPackets else {
            end(with: .notSound(byteCount == 0 ? "\(path) is empty" : "\(path) has no sound in it"))
            return
        }
        client?.streamBrought(.end)
        end(with: nil)
    }

    private func end(with error: StreamError?) {
        guard !isOver else { return }
        isOver = true
        // Packets come from inside `received`; the end always comes from the inbox.
        loop.post { [self] in client?.streamEnded(with: error) }
    }
}
