import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioStreams

/// One fetch of an ``Asset``: opens the station's addresses one after another until one delivers sound, and reports the
/// properties that it learns from the sound and its headers.
///
/// The fetch ends when its owner cancels it, when the stream ends, or when it reaches its limits of time and size. An
/// instance is used on the loop's thread only.
final class AssetLoad {
    /// The maximum number of a station's addresses that are tried. Further addresses are ignored.
    static let maximumAddresses = 8

    /// Whether the whole file is read to measure its duration exactly. The limits of time and size are then higher: ten
    /// minutes and 1 GiB instead of 15 seconds and 20 MiB.
    var isScanning = false {
        didSet { if isScanning != oldValue { armTimer() } }
    }

    private let station: Station
    private let options: Asset.Options
    private let settings: PlaybackConfiguration
    private let loop: EventLoop
    private let pool: TransferPool
    private let worker: BlockingWorker
    private let onFacts: (AssetFacts) -> Void
    private let onEnd: (RadioError) -> Void

    private var addresses: ArraySlice<String>
    private var address = ""
    private var opener: StreamOpener?
    private var reading: AssetReading
    private var tag = LeadingTag()
    private var byteCount = 0
    private var timer: LoopTimer?
    private var isLooking = false
    private var isOver = false

    /// Makes a fetch, which `start()` begins.
    ///
    /// - Parameters:
    ///   - onFacts: called with all properties known so far, each time that bytes or a part of the stream were read.
    ///   - onEnd: called once, with the reason why the fetch can learn no further property. Not called after
    ///     `cancel()`.
    init(
        _ station: Station, _ options: Asset.Options, _ settings: PlaybackConfiguration, loop: EventLoop,
        pool: TransferPool, onFacts: @escaping (AssetFacts) -> Void, onEnd: @escaping (RadioError) -> Void
    ) {
        self.station = station
        self.options = options
        self.settings = settings
        self.loop = loop
        self.pool = pool
        self.onFacts = onFacts
        self.onEnd = onEnd
        worker = BlockingWorker(loop: loop)
        addresses = station.urls.prefix(Self.maximumAddresses)
        reading = AssetReading(station, wantsPrecision: false)
        timer = loop.makeTimer { [weak self] in self?.timeIsUp() }
    }

    deinit {
        timer?.cancel()
        opener?.cancel()
    }

    func start() {
        guard let first = addresses.popFirst() else {
            return end(with: .badAddress("\(station.name) has no address"))
        }
        open(first)
    }

    /// Ends the fetch.
    ///
    /// Neither `onFacts` nor `onEnd` is called afterwards.
    func cancel() {
        isOver = true
        close()
    }

    private var limits: AssetLimits { options.limits }

    private func close() {
        opener?.cancel()
        opener = nil
        timer?.disarm()
    }

    /// Opens an address and discards the properties learnt from the previous address.
    private func open(_ url: String) {
        address = url
        reading = AssetReading(station, wantsPrecision: options.prefersPreciseDuration)
        tag = LeadingTag()
        byteCount = 0
        var request = StreamRequest(
            url: url, headers: station.headers, userAgent: settings.userAgent,
            connectTimeout: settings.policy.connectTimeout, headersTimeout: settings.policy.headersTimeout)
        request.headerHosts = station.headerHosts
        request.hls = settings.policy.hls
        let opener = StreamOpener(
            loop: loop, pool: pool.watched(by: self), worker: worker, request: request, client: self)
        self.opener = opener
        armTimer()
        opener.start()
    }

    private func armTimer() {
        if opener != nil { timer?.rearm(after: isScanning ? limits.scanTime : limits.time) }
    }

    // MARK: Ends

    private func timeIsUp() { end(with: .timedOut("\(address) did not send the requested properties in time")) }

    /// Calls `look()` at the end of the turn. `look()` may close the stream, and the stream's calls come from inside
    /// callbacks of libraries such as libcurl.
    private func lookLater() {
        guard !isLooking else { return }
        isLooking = true
        loop.post { [weak self] in
            self?.isLooking = false
            self?.look()
        }
    }

    private func look() {
        guard !isOver else { return }
        if let info = reading.info, info.presentation == nil, info.metaint == nil, let bytes = tag.whole {
            reading.take(TimedMetadata(kind: .id3, raw: bytes))
        }
        onFacts(reading.facts)
        guard !isOver, byteCount > (isScanning ? limits.scanBytes : limits.bytes) else { return }
        end(with: .notSound("the first \(byteCount) bytes of \(address) do not have the requested properties"))
    }

    /// Opens the next address if the current one failed before it delivered a packet and another address is left.
    ///
    /// In all other cases, reports the properties known at the end, then ends the fetch.
    private func end(with error: StreamError?) {
        guard !isOver else { return }
        close()
        if error != nil, !reading.hasPackets, let next = addresses.popFirst() { return open(next) }
        reading.end(isComplete: error == nil)
        var facts = reading.facts
        if !reading.hasPackets { facts.isPlayable = error?.isOfAnotherKind == true ? false : nil }
        onFacts(facts)
        guard !isOver else { return }
        isOver = true
        if let error { return onEnd(.playback(.stream(error))) }
        onEnd(.playback(.undecodable(reading.decodingProblem ?? address)))
    }
}

extension StreamError {
    /// Whether the address exists, but delivers something that Longwave cannot play.
    fileprivate var isOfAnotherKind: Bool {
        switch self {
        case .notSound, .unsupported: true
        default: false
        }
    }
}

// MARK: - What arrives

extension AssetLoad: MediaStreamClient {
    /// Learns properties from the stream's description. Also starts to read the ID3 tag at the beginning of a local
    /// file, on the disk's thread.
    func streamOpened(_ info: StreamInfo) {
        reading.open(info)
        lookLater()
        guard info.presentation == nil, let path = StreamOpener.localPath(info.url) else { return }
        let opener = opener
        reading.isTagAwaited = worker.run {
            LeadingTag.read(path)
        } then: { [weak self] bytes in
            guard let self, self.opener === opener else { return }
            reading.isTagAwaited = false
            if let bytes { reading.take(TimedMetadata(kind: .id3, raw: bytes)) }
            lookLater()
        }
    }

    func streamChanged(_ info: StreamInfo) {
        reading.change(info)
        lookLater()
    }

    func streamBrought(_ element: StreamElement) { reading.take(element) }

    func streamNamed(_ length: NamedLength) { reading.take(length) }

    func streamReceived(bytes: Int) {
        reading.take(bytes: bytes)
        byteCount += bytes
        lookLater()
    }

    func streamEnded(with error: StreamError?) { end(with: error) }

    /// The duration of the sound received from the current address.
    ///
    /// An HLS stream fetches no further segment while enough sound is still to be heard. During a load no sound is
    /// heard, so all received sound counts.
    var soundAhead: Duration { reading.receivedDuration.duration }
}

extension AssetLoad: TransferObserver {
    func transferBegins(_ transfer: Transfer) { tag = LeadingTag() }
    func transfer(_ transfer: Transfer, tries address: String) {}
    func transfer(_ transfer: Transfer, isConnectedTo address: String) {}
    func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer) {}
    func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead) {}
    func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer) { tag.feed(bytes) }
    func transfer(_ transfer: Transfer, isOverWith error: TransferError?) {}
}
