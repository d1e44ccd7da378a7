import RadioFormats
import RadioLoop

/// Sound in a local file, read on the disk worker as far ahead as it is wanted.
final class FileStream: MediaStream {
    private let loop: EventLoop
    private let path: String
    private weak var client: (any MediaStreamClient)?
    private var reader: FileReader!
    private var parser: ElementaryStreamParser?
    private var prefix: [UInt8] = []
    private var byteCount = 0
    private var isOver = false
    private var hasPackets = false
    /// Takes the place of sound: the file is a playlist of HTTP Live Streaming.
    private let onSegments: () -> Void

    /// - Parameter onSegments: called from the inbox, and nothing after it.
    init(
        loop: EventLoop, worker: BlockingWorker, path: String, client: any MediaStreamClient,
        onSegments: @escaping () -> Void
    ) {
        self.loop = loop
        self.path = path
        self.client = client
        self.onSegments = onSegments
        reader = FileReader(worker: worker, path: path) { [weak self] in self?.take($0) }
    }

    func start() { reader.start() }

    func cancel() {
        isOver = true
        client = nil
        reader.cancel()
    }

    func setPaused(_ isPaused: Bool) { reader.setPaused(isPaused) }

    func setWakeUpThreshold(bytes: Int, patience: Duration) {}

    private func take(_ event: FileReader.Event) {
        guard !isOver else { return }
        switch event {
        case .opened(let count): byteCount = count
        case .bytes(let bytes): parse(bytes)
        case .end: finish()
        case .failed(let error): end(with: error)
        }
    }

    private func parse(_ bytes: [UInt8]) {
        guard let client else { return }
        if let parser {
            bytes.withUnsafeBytes { parser.feed($0) { forward($0) } }
            if let failure = parser.failure(of: path) { return end(with: failure) }
        } else {
            prefix += bytes
            recognise(isComplete: false)
            if isOver { return }
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
        case .sound(let form):
            let parser = ElementaryStreamParser(metaint: nil, form: form)
            self.parser = parser
            var info = StreamInfo(url: path, isFinite: true)
            info.byteCount = byteCount
            client?.streamOpened(info)
            prefix.withUnsafeBytes { parser.feed($0) { forward($0) } }
            prefix = []
        case .list: end(with: .notSound("\(path) is a playlist, not sound"))
        case .segments:
            isOver = true
            reader.cancel()
            onSegments()
        case .refused(let error): end(with: error)
        }
    }

    private func finish() {
        if parser == nil { recognise(isComplete: true) }
        guard !isOver else { return }
        parser?.finish { forward($0) }
        guard hasPackets else {
            let what = byteCount == 0 ? "is empty" : "has no sound in it"
            end(with: parser?.failure(of: path) ?? .notSound("\(path) \(what)"))
            return
        }
        client?.streamBrought(.end)
        end(with: nil)
    }

    private func end(with error: StreamError?) {
        guard !isOver else { return }
        isOver = true
        reader.cancel()
        // Packets come from inside `received`; the end always comes from the inbox.
        loop.post { [self] in client?.streamEnded(with: error) }
    }
}
