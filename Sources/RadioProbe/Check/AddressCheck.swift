import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioStreams
import RadioText

/// Checks one address of a station: opens the address as the player would, decodes the first packets of its sound,
/// waits for a title if titles are announced, and closes the connection.
final class AddressCheck {
    private let loop: EventLoop
    private let settings: StationChecker.Settings
    private let station: Station
    private let completion: (AddressHealth) -> Void
    /// The time at which the first transfer began. The times in ``AddressHealth`` count from this time.
    private var begin: MonotonicInstant
    private var health: AddressHealth
    /// The number of transfers so far. The first transfer fetches the address itself. Later transfers fetch addresses
    /// that a list or playlist names.
    private var transferCount = 0
    private var isAwaitingBody = true
    private var names: StationNames
    private var evidence = CharsetEvidence()
    private var view: TransferPool?
    private var opener: StreamOpener?
    private var decoder = TrialDecoder()
    private var bodyBytes = 0
    private var streamBytes = 0
    private var timer: LoopTimer?
    private var titleTimer: LoopTimer?
    private var isEnding = false
    private var isOver = false

    /// The number of packets that are decoded, if at least one of them yields sound. Otherwise packets are decoded
    /// until one does. One packet is not enough, because parametric stereo may begin some frames after the first.
    static let maximumDecoded = 32
    /// The maximum length of an ICY metadata block in bytes, including its length byte.
    private static let maximumBlock = 1 + 255 * 16

    /// - Parameter completion: called once, on the loop, unless the check is cancelled.
    init(
        loop: EventLoop, settings: StationChecker.Settings, station: Station, url: String,
        completion: @escaping (AddressHealth) -> Void
    ) {
        self.loop = loop
        begin = loop.now
        self.settings = settings
        self.station = station
        self.completion = completion
        health = AddressHealth(url: url)
        names = StationNames([station.name])
    }

    deinit {
        timer?.cancel()
        titleTimer?.cancel()
        opener?.cancel()
    }

    /// Starts the check.
    ///
    /// Must not be called from inside one of libcurl's callbacks.
    func start(pool: TransferPool, worker: BlockingWorker) {
        let view = pool.watched(by: self)
        self.view = view
        var request = StreamRequest(
            url: health.url, headers: station.headers, userAgent: settings.userAgent,
            connectTimeout: settings.connectTimeout, headersTimeout: settings.headersTimeout)
        request.headerHosts = station.headerHosts
        request.remembersNames = true
        begin = loop.now
        timer = loop.schedule(after: settings.timeout) { [weak self] in self?.timeIsUp() }
        let opener = StreamOpener(loop: loop, pool: view, worker: worker, request: request, client: self)
        self.opener = opener
        opener.start()
    }

    func cancel() {
        isOver = true
        opener?.cancel()
        timer?.cancel()
        titleTimer?.cancel()
    }

    // MARK: Ends

    private var now: Duration { begin.duration(to: loop.now) }

    private func timeIsUp() { end(with: .timedOut("\(health.url): no sound within \(settings.timeout.inSeconds) s")) }

    /// Ends the check at the end of the event loop's turn, because the caller may be inside a callback of libcurl, in
    /// which the connection cannot be closed.
    private func endLater() {
        guard !isEnding else { return }
        isEnding = true
        loop.post { [weak self] in
            guard let self else { return }
            end(with: .notSound("\(health.url) has no sound in \(bodyBytes) bytes"))
        }
    }

    /// Ends the check.
    ///
    /// `error` is reported only if no sound was decoded.
    private func end(with error: StreamError) {
        guard !isOver else { return }
        cancel()
        health.endedAt = now
        if health.decoded == nil {
            // If packets arrived but could not be decoded, the decoder's message explains the missing sound better than
            // `error` does.
            health.error = health.packetCount > 0 ? decoder.words.map(PlaybackError.undecodable) : nil
            health.error = health.error ?? .stream(error)
        }
        completion(health)
    }

    // MARK: What arrives

    private func take(_ packet: Packet) {
        health.packetCount += 1
        if let format = health.format {
            health.soundBytes += packet.bytes.count
            health.soundDuration +=
                MediaTime(samples: Int64(packet.sampleCount), rate: format.sampleRate).duration
        }
        if health.packetCount <= Self.maximumDecoded || health.decoded == nil { decode(packet) }
        endIfEnough()
    }

    private func decode(_ packet: Packet) {
        switch decoder.decode(packet) {
        case .nothing: break
        case .damaged: health.damagedCount += 1
        case .sound(let audio):
            if audio.isParametricStereo { health.isParametricStereo = true }
            health.decoded = audio.format
            guard health.firstSoundAt == nil else { return }
            health.firstSoundAt = now
            titleTimer = loop.schedule(after: settings.titlePatience) { [weak self] in self?.endLater() }
        }
    }

    private func begin(_ format: MediaFormat) {
        health.format = format
        decoder.begin(format)
    }

    private func take(_ metadata: TimedMetadata) {
        guard health.title == nil else { return }
        let track = TitleReader.read(metadata, charset: station.charset, names: names, evidence: &evidence)
        if track.kind != .none { health.title = track }
    }

    private func endIfEnough() {
        guard health.soundDuration >= settings.listening else { return }
        if health.decoded == nil || isTitleSettled { endLater() }
    }

    /// Whether the check no longer waits for a title: a title was found, the server announces no ICY metadata, or the
    /// first ICY metadata block arrived without a title.
    private var isTitleSettled: Bool {
        guard let metaint = health.info?.metaint, health.title == nil else { return true }
        return streamBytes >= metaint + Self.maximumBlock
    }
}

extension AddressCheck: MediaStreamClient {
    func streamOpened(_ info: StreamInfo) {
        health.info = info
        names = StationNames([station.name, info.serverName])
    }

    func streamChanged(_ info: StreamInfo) { streamOpened(info) }

    func streamBrought(_ element: StreamElement) {
        guard !isOver else { return }
        switch element {
        case .format(let format): begin(format)
        case .packet(let packet): take(packet)
        case .metadata(let metadata): take(metadata)
        case .discontinuity: decoder.reset()
        case .position, .end: break
        }
    }

    func streamReceived(bytes: Int) {
        streamBytes += bytes
        endIfEnough()
    }

    func streamEnded(with error: StreamError?) {
        end(with: error ?? .notSound("\(health.url) contains no sound"))
    }
}

extension AddressCheck: TransferObserver {
    func transferBegins(_ transfer: Transfer) {
        if transferCount == 0 { begin = loop.now }
        transferCount += 1
        if health.info == nil { isAwaitingBody = true }
    }

    func transfer(_ transfer: Transfer, tries address: String) {}

    func transfer(_ transfer: Transfer, isConnectedTo address: String) {}

    func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer) {}

    func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead) {
        guard transferCount == 1, head.status >= 200 else { return }
        health.redirects.add(.init(url: head.url, status: head.status))
    }

    func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer) {
        if isAwaitingBody {
            isAwaitingBody = false
            health.firstByteAt = now
        }
        bodyBytes += bytes.count
        if bodyBytes >= settings.maximumBytes { endLater() }
    }

    func transfer(_ transfer: Transfer, isOverWith error: TransferError?) {}
}
