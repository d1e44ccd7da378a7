import RadioFormats
import RadioHTTP
import RadioHls
import RadioLists
import RadioLoop

/// Plays sound that comes in segments (HTTP Live Streaming), by performing the actions of an ``HlsMachine``.
///
/// Bytes are parsed as they arrive, inside the network library's callbacks. The machine is never stepped inside those
/// callbacks. `HlsStream+Requests` handles the requests.
final class HlsStream: MediaStream {
    let loop: EventLoop
    let pool: TransferPool
    let request: StreamRequest
    /// Reads the files of a playlist on disk. Nil for a playlist from the network, which must not name local files.
    let worker: BlockingWorker?
    private(set) weak var client: (any MediaStreamClient)?
    private let skipping: SegmentSkipping?
    private var machine: HlsMachine
    let reader = SegmentReader()
    /// The request for the playlist at the address that the listener opened. Nil once the request is complete.
    var first: HlsRequest?
    var requests: [Int: HlsRequest] = [:]
    /// The request for media, whose bytes go to ``reader``.
    var media: HlsRequest?
    private var timer: LoopTimer!
    private(set) var info: StreamInfo
    private var isOpened = false
    private(set) var isPaused = false
    private(set) var isOver = false
    var hasPackets = false
    private var isHoldingOff = false
    var isProgressPosted = false
    /// The last failure of a request, and the error that the client gets if the stream ends because of the failure.
    var lastFailure: (failure: HlsFailure, error: StreamError)?
    private var discard = DiscardAllowance()

    /// Creates a stream that takes over the transfer of a playlist.
    /// - Parameters:
    ///   - address: The playlist's address before redirects.
    ///   - prefix: The body bytes that arrived so far.
    convenience init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, transfer: Transfer, address: String,
        info: StreamInfo, prefix: [UInt8], client: any MediaStreamClient, skipping: SegmentSkipping?
    ) {
        var request = request
        request.hls.address = address
        request.hls.isListed = address != request.url
        self.init(loop, pool, request, nil, info, first: info.url, client, skipping)
        first?.adopt(transfer, prefix: prefix)
    }

    /// Creates a stream for a playlist on disk, whose segments may be files, too.
    convenience init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, path: String, worker: BlockingWorker,
        client: any MediaStreamClient, skipping: SegmentSkipping?
    ) {
        let info = StreamInfo(url: path, isFinite: false)
        self.init(loop, pool, request, worker, info, first: FileURL.of(path), client, skipping)
    }

    /// Creates a stream whose first request is not started yet.
    private init(
        _ loop: EventLoop, _ pool: TransferPool, _ request: StreamRequest, _ worker: BlockingWorker?,
        _ info: StreamInfo, first url: String, _ client: any MediaStreamClient, _ skipping: SegmentSkipping?
    ) {
        self.loop = loop
        self.pool = pool
        self.request = request
        self.worker = worker
        self.info = info
        self.client = client
        self.skipping = skipping
        var settings = request.hls
        settings.isPlaylistOnly = skipping?.isOn == true
        machine = HlsMachine(settings)
        machine.pace = client.requestPace
        timer = loop.makeTimer { [weak self] in self?.step(.tick) }
        skipping?.stream = self
        first = HlsRequest(nil, HlsFetch(.playlist, uri: url, base: ""), url: url, owner: self)
    }

    deinit { timer.cancel() }

    /// Starts to read a playlist on disk. Must not be called from inside a C library's callback.
    func start() { if let worker, let first { first.start(FileURL.path(first.url) ?? "", on: worker) } }

    var variables: [String: String] { machine.variables }

    // MARK: MediaStream

    func cancel() {
        isOver = true
        client = nil
        timer.cancel()
        first?.cancel()
        first = nil
        for request in requests.values { request.cancel() }
        requests = [:]
        media = nil
    }

    func setPaused(_ isPaused: Bool) {
        guard isPaused != self.isPaused, !isOver else { return }
        self.isPaused = isPaused
        media?.setPaused(isPaused)
        post(.paused(isPaused))
    }

    /// Does nothing: a segment arrives as fast as the network allows, so waiting for more of its bytes gains nothing.
    func setWakeUpThreshold(bytes: Int, patience: Duration) {}

    func seek(to time: MediaTime, tolerance: Duration) { step(.seek(time, tolerance: tolerance)) }

    func select(rendition name: String, from time: MediaTime) { step(.select(rendition: name, from: time)) }

    var isMediaWanted: Bool { machine.isMediaWanted }

    /// Returns true if this many bytes of a response may be dropped, and subtracts them from the ``DiscardAllowance``.
    func mayDiscard(_ bytes: Int64) -> Bool {
        discard.take(bytes, at: .nanoseconds(loop.now.nanoseconds))
    }

    // MARK: The machine

    /// Counts a request's redirects in the machine's ``RequestPace``, and passes the new pace on to the client.
    func redirected(_ count: Int) {
        loop.post { [weak self] in
            guard let self, !self.isOver else { return }
            self.machine.pace.redirected(count, at: .nanoseconds(loop.now.nanoseconds))
            self.client?.requestPace = self.machine.pace
        }
    }

    func post(_ event: HlsEvent) {
        loop.post { [weak self] in self?.step(event) }
    }

    /// Steps the machine and performs its actions. Must not be called from inside a C library's callback.
    func step(_ event: HlsEvent) {
        guard !isOver, let client else { return }
        let now = Duration.nanoseconds(loop.now.nanoseconds)
        let actions = machine.handle(event, held: client.soundAhead, at: now)
        if client.requestPace != machine.pace { client.requestPace = machine.pace }
        for action in actions where !isOver { perform(action) }
        guard !isOver else { return }
        if let deadline = machine.nextDeadline {
            timer.rearm(at: MonotonicInstant(nanoseconds: deadline.nanoseconds))
        } else {
            timer.disarm()
        }
        if machine.isHoldingOff != isHoldingOff {
            isHoldingOff = machine.isHoldingOff
            client.streamHoldsBack(isHoldingOff)
        }
    }

    /// Performs one action of the machine.
    private func perform(_ action: HlsAction) {
        switch action {
        case .fetch(let id, let fetch): start(id, fetch)
        case .cancel(let id):
            let cancelled = requests.removeValue(forKey: id)
            cancelled?.cancel()
            if let cancelled, cancelled === media { media = nil }
        case .skip(let segment): skip(segment)
        case .jump: reader.jump()
        case .presentationDidChange: reportPresentation()
        case .end(let error): end(error)
        }
    }

    /// Reports the titles of a segment that is not fetched.
    private func skip(_ segment: SkippedSegment) {
        // A skipped segment counts as sound. Otherwise a stream whose segments are all skipped would end with the error
        // that it contains no sound.
        hasPackets = true
        var skipped = MediaTime.zero
        for note in segment.notes {
            skipping?.didSkip(max(note.offset - skipped, .zero).duration, segment.isNamed)
            client?.streamBrought(.metadata(note.metadata))
            skipped = max(note.offset, skipped)
        }
        skipping?.didSkip(max(segment.duration - skipped, .zero).duration, segment.isNamed)
    }

    /// Reports the presentation that the machine describes, such as its duration and renditions, to the client.
    private func reportPresentation() {
        let presentation = machine.presentation
        info.presentation = presentation
        info.isSeekable = true
        info.isFinite = presentation.isFinite
        info.duration = presentation.isFinite ? presentation.duration : nil
        info.bitRate = presentation.track.bandwidth > 0 ? presentation.track.bandwidth : nil
        if isOpened {
            client?.streamChanged(info)
        } else {
            isOpened = true
            client?.streamOpened(info)
        }
    }

    /// Ends the stream. The client learns of the end from the loop's inbox.
    /// - Parameter error: Nil at the end of a finite item.
    func end(_ error: HlsError?) {
        isOver = true
        timer.cancel()
        let client = client
        var reason = error.map(streamError)
        if reason == nil, !hasPackets { reason = .notSound("\(info.url) contains no sound") }
        if reason == nil { client?.streamBrought(.end) }
        loop.post { [weak self] in
            guard let self, let client = self.client else { return }
            client.streamEnded(with: reason)
        }
    }

    /// Converts an error of the machine to the error that the client gets.
    private func streamError(_ error: HlsError) -> StreamError {
        switch error {
        case .fetch(let failure):
            if let lastFailure, lastFailure.failure == failure { return lastFailure.error }
            switch failure.kind {
            case .timedOut: return .timedOut(failure.text)
            case .unreachable: return .unreachable(failure.text)
            case .connectionLost: return .connectionLost(failure.text)
            case .status(let status): return .serverError(status: status, failure.text, retryAfter: nil)
            case .tooLarge, .unreadable: return .notSound(failure.text)
            case .other: return .protocolViolation(failure.text)
            }
        case .unsupported(let text), .wrongKey(let text): return .unsupported(text)
        case .encrypted(let name): return .unsupported("\(info.url) is encrypted with \(name)")
        case .badPlaylist(let text): return .protocolViolation(text)
        case .noSound(let text): return .notSound(text)
        case .stale(let text): return .connectionLost(text)
        }
    }
}
