import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop

/// Sound that comes in segments (HTTP Live Streaming): does what an ``HlsMachine`` wants, on the one loop.
///
/// Bytes are taken apart as they arrive, from inside the network library's callbacks; the machine is stepped from the
/// inbox only.
final class HlsStream: MediaStream {
    private let loop: EventLoop
    private let pool: TransferPool
    private let request: StreamRequest
    /// Reads files, for a playlist on disk; nil for one of the network, which must not reach into this machine's files.
    private let worker: BlockingWorker?
    private weak var client: (any MediaStreamClient)?
    private var machine: HlsMachine
    private let reader = SegmentReader()
    private var requests: [Int: HlsRequest] = [:]
    /// The request whose bytes the reader takes.
    private var media: HlsRequest?
    private var timer: LoopTimer!
    private var info: StreamInfo
    private var isOpened = false
    private var isPaused = false
    private var isOver = false
    private var hasPackets = false
    private var isHoldingOff = false
    private var isProgressPosted = false
    /// The last failure of the network, and what it is called outside.
    private var lastFailure: (failure: HlsFailure, error: StreamError)?

    /// Takes over a transfer that has been found to bring a playlist; `prefix` are the body bytes it brought so far.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, transfer: Transfer, info: StreamInfo,
        prefix: [UInt8], client: any MediaStreamClient
    ) {
        self.loop = loop
        self.pool = pool
        self.request = request
        worker = nil
        self.info = info
        self.client = client
        machine = HlsMachine(request.hls)
        timer = loop.makeTimer { [weak self] in self?.step(.tick) }
        let fetch = HlsFetch(id: 0, purpose: .playlist, uri: info.url, base: "")
        let first = HlsRequest(fetch, url: info.url, owner: self)
        requests[0] = first
        first.adopt(transfer, prefix: prefix)
    }

    /// Plays a playlist on disk, whose segments may be files too.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, path: String, worker: BlockingWorker,
        client: any MediaStreamClient
    ) {
        self.loop = loop
        self.pool = pool
        self.request = request
        self.worker = worker
        self.client = client
        info = StreamInfo(url: path, isFinite: false)
        machine = HlsMachine(request.hls)
        timer = loop.makeTimer { [weak self] in self?.step(.tick) }
        let url = FileURL.of(path)
        requests[0] = HlsRequest(HlsFetch(id: 0, purpose: .playlist, uri: url, base: ""), url: url, owner: self)
    }

    deinit { timer.cancel() }

    /// Begins with a playlist on disk. Not from inside a library's callback.
    func start() { if let worker, let first = requests[0] { first.start(FileURL.path(first.url) ?? "", on: worker) } }

    /// The transfer that was taken over had ended before.
    func firstTransferEnded() { requests[0].map { $0.transfer($0.transfer!, endedWith: nil) } }

    var variables: [String: String] { machine.variables }

    // MARK: MediaStream

    func cancel() {
        isOver = true
        client = nil
        timer.cancel()
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

    /// Segments come as fast as they can: nothing is gained by waiting for more of one.
    func setWakeUpThreshold(bytes: Int, patience: Duration) {}

    func seek(to time: MediaTime) { step(.seek(time)) }

    func select(rendition name: String, from time: MediaTime) { step(.select(rendition: name, from: time)) }

    // MARK: The machine

    private func post(_ event: HlsEvent) {
        loop.post { [weak self] in self?.step(event) }
    }

    /// From the inbox, or from outside of any callback.
    private func step(_ event: HlsEvent) {
        guard !isOver, let client else { return }
        let now = Duration.nanoseconds(MonotonicInstant.now.nanoseconds)
        let actions = machine.handle(event, held: client.soundAhead, at: now)
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

    private func perform(_ action: HlsAction) {
        switch action {
        case .fetch(let fetch): start(fetch)
        case .cancel(let id):
            let cancelled = requests.removeValue(forKey: id)
            cancelled?.cancel()
            if let cancelled, cancelled === media { media = nil }
        case .jump: reader.jump()
        case .presentationDidChange: tellPresentation()
        case .end(let error): end(error)
        }
    }

    private func tellPresentation() {
        let presentation = machine.presentation
        info.presentation = presentation
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

    private func end(_ error: HlsError?) {
        isOver = true
        timer.cancel()
        let client = client
        var reason = error.map(streamError)
        if reason == nil, !hasPackets { reason = .notSound("\(info.url) has no sound in it") }
        if reason == nil { client?.streamBrought(.end) }
        loop.post { [weak self] in
            guard let self, let client = self.client else { return }
            client.streamEnded(with: reason)
        }
    }

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
        case .encrypted(let name): return .unsupported("\(info.url) is encrypted with \(name), which cannot be played")
        case .badPlaylist(let text): return .protocolViolation(text)
        case .noSound(let text): return .notSound(text)
        case .stale(let text): return .connectionLost(text)
        }
    }

    // MARK: Requests

    private func start(_ fetch: HlsFetch) {
        var url = URLReference.resolve(fetch.uri, base: fetch.base)
        if !fetch.query.isEmpty {
            var parts = URLReference(url)
            parts.query = (parts.query.map { $0 + "&" } ?? "") + fetch.query
            url = parts.text
        }
        let path = FileURL.path(url)
        if path != nil, !mayReadFiles(for: fetch) {
            let text = "\(url) in a playlist is a local file"
            let failure = HlsFailure(.other, text)
            lastFailure = (failure, .badAddress(text))
            return post(.fetchFailed(fetch.id, failure))
        }
        let new = HlsRequest(fetch, url: url, owner: self)
        requests[fetch.id] = new
        var request = TransferRequest(
            url: URLReference.escape(url), headers: headers(for: url), userAgent: userAgent, isSound: true,
            connectTimeout: self.request.connectTimeout)
        if let range = fetch.range { request.headers["Range"] = "bytes=\(range.offset)-\(range.end - 1)" }
        switch fetch.purpose {
        case .playlist: request.acceptsCompressed = true
        case .key, .initSection: break
        case .media(let plan):
            media = new
            do throws(SegmentProblem) {
                try reader.begin(plan, forward)
            } catch {
                requests[fetch.id] = nil
                return post(.unreadable(fetch.id, error))
            }
        }
        if let path, let worker { new.start(path, on: worker) } else { new.start(request, pool: pool) }
    }

    /// Only what a playlist on disk names itself is read from disk: what it names of the network may not lead back.
    private func mayReadFiles(for fetch: HlsFetch) -> Bool {
        worker != nil && (fetch.base.isEmpty || FileURL.path(fetch.base) != nil)
    }

    private var userAgent: String {
        request.headers.first { $0.key.lowercased() == "user-agent" }?.value ?? request.userAgent
            ?? TransferRequest.defaultUserAgent
    }

    /// The station's own headers. What proves who the listener is does not go to other hosts.
    private func headers(for url: String) -> [String: String] {
        let isHome = URLReference(url).authority == URLReference(info.url).authority
        return request.headers.filter { header in
            let name = header.key.lowercased()
            return name != "user-agent"
                && (isHome || !["authorization", "cookie", "proxy-authorization"].contains(name))
        }
    }

    /// From inside a callback, as all that follows.
    func requestBegan(_ request: HlsRequest, length: Int64?) { post(.fetchBegan(request.fetch.id, length: length)) }

    func request(_ request: HlsRequest, brought bytes: UnsafeRawBufferPointer) {
        guard request === media, !isOver else { return }
        do throws(SegmentProblem) {
            try reader.feed(bytes, forward)
        } catch { return refuse(request, error) }
        client?.streamReceived(bytes: bytes.count)
        guard !isProgressPosted else { return }
        isProgressPosted = true
        loop.post { [weak self] in
            guard let self else { return }
            self.isProgressPosted = false
            guard let media = self.media else { return }
            self.step(.fetchProgressed(media.fetch.id, bytes: media.byteCount))
        }
    }

    private func refuse(_ request: HlsRequest, _ problem: SegmentProblem) {
        media = nil
        requests[request.fetch.id] = nil
        request.cancel()
        post(.unreadable(request.fetch.id, problem))
    }

    private var forward: SegmentReader.Emit {
        { [unowned self] output in
            guard let client else { return }
            switch output {
            case .element(let element):
                if case .packet = element { hasPackets = true }
                client.streamBrought(element)
            case .position(let position): client.streamReached(position)
            }
        }
    }

    func request(_ request: HlsRequest, failedWith failure: HlsFailure, _ error: StreamError?) {
        let id = request.fetch.id
        requests[id] = nil
        if request === media { media = nil }
        if let error { lastFailure = (failure, error) }
        if id == 0 { return loop.post { [weak self] in self?.firstFailed(failure) } }
        post(.fetchFailed(id, failure))
    }

    /// The very first playlist: there is nothing else to be tried here.
    private func firstFailed(_ failure: HlsFailure) {
        guard !isOver else { return }
        end(.fetch(failure))
    }

    func requestIsComplete(_ request: HlsRequest) {
        let id = request.fetch.id
        requests[id] = nil
        loop.post { [weak self] in self?.completed(request, id) }
    }

    private func completed(_ request: HlsRequest, _ id: Int) {
        guard !isOver else { return }
        switch request.fetch.purpose {
        case .playlist:
            switch request.playlist() {
            case .success(let playlist): step(.playlistArrived(id, playlist, url: request.url))
            case .failure(let failure):
                if id == 0 { firstFailed(failure) } else { step(.fetchFailed(id, failure)) }
            }
        case .key, .initSection: step(.fetchFinished(id, bytes: request.kept))
        case .media:
            guard request === media else { return }
            media = nil
            step(.fetchProgressed(id, bytes: request.byteCount))
            do throws(SegmentProblem) {
                try reader.finish(forward)
            } catch { return step(.unreadable(id, error)) }
            client?.streamReceived(bytes: 0)
            step(.fetchFinished(id, bytes: []))
        }
    }
}
