import RadioFormats
import RadioHTTP
import RadioLoop

/// Plays sound that comes as one HTTP body: a station without an end, or a file on a server.
final class PlainStream: MediaStream {
    private let loop: EventLoop
    private let request: StreamRequest
    private let container: Container
    private let head: ResponseHead
    private var reader: BodyReader!
    private var plan: FilePlan
    private var info: StreamInfo
    private weak var client: (any MediaStreamClient)?
    private var isTold = false
    private var isOver = false

    /// Creates a stream from a transfer whose response turned out to be sound.
    /// - Parameters:
    ///   - prefix: The body bytes that arrived so far.
    ///   - place: The position in a file from which to play; nil for its start. Ignored for live stations.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, transfer: Transfer, head: ResponseHead,
        info: StreamInfo, container: Container, prefix: [UInt8], place: MediaTime?, client: any MediaStreamClient
    ) {
        self.loop = loop
        self.request = request
        self.container = container
        self.head = head
        self.info = info
        self.client = client
        plan = FilePlan(metaint: info.metaint, container: container, place: nil)
        let hasRanges = info.isFinite && BodyReader.hasRanges(head)
        if info.isFinite {
            self.info.isSeekable = hasRanges
            plan = makePlan(from: place ?? (hasRanges ? .zero : nil))
        }
        reader = BodyReader(
            loop: loop, pool: pool, request: request, transfer: transfer, head: head, hasRanges: hasRanges
        ) { [weak self] in self?.take($0) }
        reader.begin(with: prefix)
    }

    /// Creates a stream that continues a file whose previous connection broke.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, remainder: FileRemainder,
        client: any MediaStreamClient
    ) {
        self.loop = loop
        self.request = request
        self.client = client
        container = remainder.container
        head = remainder.head
        plan = remainder.plan
        info = remainder.info
        info.isContinued = true
        reader = BodyReader(
            loop: loop, pool: pool, request: request, transfer: nil, head: head, hasRanges: true
        ) { [weak self] in self?.take($0) }
        goOn()
    }

    var remainder: FileRemainder? {
        guard reader.hasRanges, !reader.isRefused, plan.isOpen else { return nil }
        return FileRemainder(url: request.url, head: head, container: container, plan: plan, info: info)
    }

    private func makePlan(from place: MediaTime?) -> FilePlan {
        FilePlan(
            container: container, canJump: info.isSeekable, byteCount: info.isSeekable ? info.byteCount : nil,
            place: place)
    }

    func cancel() {
        isOver = true
        client = nil
        reader.cancel()
    }

    func setPaused(_ isPaused: Bool) { reader.setPaused(isPaused) }

    func setWakeUpThreshold(bytes: Int, patience: Duration) {
        reader.setReceiveLowWater(bytes, patience: patience)
    }

    /// Continues at a position. If the position can be neither looked up in an index nor searched for, the file is
    /// received again from its beginning.
    func seek(to time: MediaTime, tolerance: Duration) {
        guard !isOver, info.isSeekable else { return }
        if plan.seek(to: time) { return goOn() }
        plan = makePlan(from: time)
        reader.jump(to: 0)
    }

    private func take(_ event: BodyReader.Event) {
        switch event {
        case .bytes(let bytes, let offset): receive(bytes, at: offset)
        case .end: finish()
        case .failed(let error): end(with: error)
        }
    }

    /// Feeds bytes to the plan, reports the stream's info and length once they are known, and continues with the bytes
    /// that the plan needs.
    private func receive(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard !isOver, let client else { return }
        if !isTold { client.streamOpened(info) }
        isTold = true
        plan.feed(bytes, at: offset) { client.streamBrought($0) }
        if info.isFinite, let length = plan.takeLength() {
            client.streamNamed(length)
            tellChapters()
        }
        client.streamReceived(bytes: bytes.count)
        if let failure = plan.failure(of: info.url) {
            reader.cancel()
            loop.post { [weak self] in self?.end(with: failure) }
            return
        }
        goOn()
    }

    private func tellChapters() {
        guard !plan.chapters.isEmpty else { return }
        info.chapters = plan.chapters
        loop.post { [weak self, info] in self?.client?.streamChanged(info) }
    }

    /// Requests the bytes that the plan needs next, or finishes if it needs none.
    private func goOn() {
        guard let wanted = plan.wanted else {
            // A seek may happen before this closure runs. The plan then needs bytes again.
            return loop.post { [weak self] in if self?.plan.wanted == nil { self?.finish() } }
        }
        reader.jump(to: wanted)
    }

    /// Ends the stream after the body's last byte, unless the plan needs other bytes.
    private func finish() {
        guard !isOver, let client else { return }
        plan.finish { client.streamBrought($0) }
        guard plan.isFinished else { return goOn() }
        if !info.isFinite {
            end(with: .connectionLost("\(info.url) closed the connection"))
        } else if !plan.hasPackets {
            end(with: plan.failure(of: info.url) ?? .notSound("\(info.url) contains no sound"))
        } else {
            client.streamBrought(.end)
            end(with: nil)
        }
    }

    private func end(with error: StreamError?) {
        guard !isOver else { return }
        isOver = true
        reader.cancel()
        client?.streamEnded(with: error)
    }
}
