import RadioFormats
import RadioHTTP
import RadioLoop

/// Plays sound that comes as one HTTP body: a station without an end, or a file on a server.
final class PlainStream: MediaStream {
    private let loop: EventLoop
    private let pool: TransferPool
    private let request: StreamRequest
    private let container: Container
    private let head: ResponseHead
    private var reader: BodyReader!
    /// Reads the end of a file whose beginning does not name what the file contains.
    private var endReader: BodyReader?
    /// True if the body is complete, but ``endReader`` still reads.
    private var isEndAwaited = false
    private var plan: FilePlan
    private var info: StreamInfo
    private weak var client: (any MediaStreamClient)?
    /// The requested address of a live station, and the time at which its response began.
    private var opened: (url: String, at: MonotonicInstant)?
    private var isTold = false
    private var isOver = false

    /// Creates a stream from a transfer whose response turned out to be sound.
    /// - Parameters:
    ///   - prefix: The first bytes of the body.
    ///   - place: The position in a file from which to play; nil for its start. Ignored for live stations.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, transfer: Transfer, head: ResponseHead,
        info: StreamInfo, container: Container, prefix: BodyPrefix, place: MediaTime?, client: any MediaStreamClient
    ) {
        self.loop = loop
        self.pool = pool
        self.request = request
        self.container = container
        self.head = head
        self.info = info
        self.client = client
        var prefix = prefix
        if !info.isFinite, container == .mpegAudio || container == .adts { prefix.searchBlocks() }
        plan = FilePlan(after: prefix, container: container, isFile: false, place: nil)
        let hasRanges = info.isFinite && BodyReader.hasRanges(head)
        if !info.isFinite { opened = (transfer.request.url, loop.now) }
        if info.isFinite {
            self.info.isSeekable = hasRanges
            plan = makePlan(after: prefix, from: place ?? (hasRanges ? .zero : nil))
        }
        reader = BodyReader(
            loop: loop, pool: pool, request: request, transfer: transfer, head: head, hasRanges: hasRanges
        ) { [weak self] in self?.take($0) }
        reader.begin(after: prefix.byteCount)
        receive(prefix.takeByteCount()) { plan.begin(with: prefix, $0) }
        if prefix.wantsLastTag(container) { readLastTag() }
    }

    /// Creates a stream that continues a file whose previous connection broke.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, remainder: FileRemainder,
        client: any MediaStreamClient
    ) {
        self.loop = loop
        self.pool = pool
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

    private func makePlan(after prefix: BodyPrefix = BodyPrefix(), from place: MediaTime?) -> FilePlan {
        FilePlan(
            after: prefix, container: container, canJump: info.isSeekable,
            byteCount: info.isSeekable ? info.byteCount : nil,
            place: place)
    }

    func cancel() {
        isOver = true
        client = nil
        reader.cancel()
        endReader?.cancel()
    }

    /// Requests the file's last bytes, where an ID3v1 tag may be. The sound does not wait for the tag.
    private func readLastTag() {
        guard !isOver, reader.hasRanges, let byteCount = info.byteCount, byteCount > Id3v1Tag.length else { return }
        let start = byteCount - Id3v1Tag.length
        var bytes: [UInt8] = []
        let last = BodyReader(
            loop: loop, pool: pool, request: request, transfer: nil, head: head, hasRanges: true
        ) { [weak self] event in
            switch event {
            case .bytes(let more, let offset):
                bytes += more.prefix(Id3v1Tag.length)
                // The server may ignore the range.
                if offset < start || bytes.count > Id3v1Tag.length { self?.took(lastTag: nil) }
            case .end: self?.took(lastTag: TimedMetadata(id3v1: bytes))
            case .failed: self?.took(lastTag: nil)
            }
        }
        endReader = last
        // This call may come from inside a callback of libcurl.
        loop.post { [weak last] in last?.jump(to: start) }
    }

    private func took(lastTag tag: TimedMetadata?) {
        endReader?.cancel()
        endReader = nil
        guard !isOver else { return }
        if var tag {
            tag.lead = plan.time
            client?.streamBrought(.metadata(tag))
        }
        if isEndAwaited { finish() }
    }

    func setPaused(_ isPaused: Bool) { reader.setPaused(isPaused) }

    func setWakeUpThreshold(bytes: Int, patience: Duration) {
        reader.setReceiveLowWater(bytes, patience: patience)
    }

    /// Continues at a position. If the position can be neither looked up in an index nor searched for, the file is
    /// received again from its beginning.
    func seek(to time: MediaTime, tolerance: Duration) {
        guard !isOver, info.isSeekable else { return }
        isEndAwaited = false
        if plan.seek(to: time) { return goOn() }
        plan = makePlan(from: time)
        reader.jump(to: 0)
    }

    private func take(_ event: BodyReader.Event) {
        switch event {
        case .bytes(let bytes, let offset): receive(bytes.count) { plan.feed(bytes, at: offset, $0) }
        case .end: finish()
        case .failed(let error): end(with: error)
        }
    }

    /// Parses bytes, reports the stream's info and length once they are known, and continues with the bytes that the
    /// plan needs.
    private func receive(_ byteCount: Int, _ parse: ((StreamElement) -> Void) -> Void) {
        guard !isOver, let client else { return }
        if !isTold { client.streamOpened(info) }
        isTold = true
        parse { client.streamBrought($0) }
        if info.isFinite {
            if let length = plan.takeLength() { client.streamNamed(length) }
            tellChapters()
        } else if info.metaint == nil, let metaint = plan.metaint {
            info.metaint = metaint
            tellInfo()
        }
        client.streamReceived(bytes: byteCount)
        if let failure = plan.failure(of: info.url) {
            reader.cancel()
            loop.post { [weak self] in self?.end(with: failure) }
            return
        }
        goOn()
    }

    private func tellChapters() {
        let chapters = plan.takeChapters()
        guard !chapters.isEmpty, chapters != info.chapters else { return }
        info.chapters = chapters
        tellInfo()
    }

    private func tellInfo() {
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
        isEndAwaited = endReader != nil
        if isEndAwaited { return }
        plan.finish { client.streamBrought($0) }
        guard plan.isFinished else { return goOn() }
        if !info.isFinite {
            if let opened { request.opening.ended(opened.url, after: opened.at.duration(to: loop.now)) }
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
