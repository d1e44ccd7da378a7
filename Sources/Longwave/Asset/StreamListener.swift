import RadioAudio
import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioPlayer
import RadioStreams
import RadioText

/// The owner of a ``StreamListener``, which decides how long it listens.
package protocol StreamListenerClient: AnyObject {
    /// Takes an event at once. The caller may be inside a callback of libcurl, in which the listener must not be ended.
    func take(_ event: StreamListener.Event)
    /// Decides whether enough was heard. Called at the end of each turn of the loop in which something arrived.
    func look()
    /// The time since the last call of ``StreamListener/limit(after:)`` has passed.
    func timeIsUp()
    /// The server ended the stream, or the address could not be opened.
    func streamEnded(with error: StreamError?)
}

/// Opens an address as the player does, listens for a while, and learns what it delivers: for `probe`, `check` and
/// ``Asset``.
///
/// The listener belongs to the loop's thread. It is started once, and works only as long as its owner holds a reference
/// to it.
package final class StreamListener {
    /// Something that arrived. Bytes are valid only during the call.
    package enum Event {
        /// A request begins.
        case request
        /// A line of the head of a response outside of segments.
        case headerLine(UnsafeRawBufferPointer)
        case response
        /// Bytes of the body of a response outside of segments.
        case body(UnsafeRawBufferPointer)
        case opened(StreamInfo)
        case element(StreamElement)
        /// A packet was decoded for the first time.
        case firstSound
        case length(NamedLength)
        /// This many bytes of the stream.
        case received(Int)
    }

    package private(set) var heard: HeardSound

    private let loop: EventLoop
    private let request: StreamRequest
    private let charset: String?
    private let stationName: String?
    private let maximumBytes: Int
    private let maximumDecoded: Int
    private weak var client: (any StreamListenerClient)?
    private var begin: MonotonicInstant
    private var names: StationNames
    private var evidence = CharsetEvidence()
    private var decoder = TrialDecoder()
    private var pool: TransferPool?
    private var opener: StreamOpener?
    private var timer: LoopTimer?
    private var isLooking = false
    private var isOver = false

    /// - Parameters:
    ///   - charset: the charset that the station declares for its titles, if any.
    ///   - stationName: the station's name in its list. A title that only repeats this name or `icy-name` counts as no
    ///     title.
    ///   - maximumBytes: the number of bytes of a response's body that are taken at most.
    ///   - maximumDecoded: the number of packets that are decoded. If none of them yields sound, packets are decoded
    ///     until one does.
    package init(
        loop: EventLoop, request: StreamRequest, charset: String?, stationName: String?, maximumBytes: Int = .max,
        maximumDecoded: Int = .max, client: any StreamListenerClient
    ) {
        (self.loop, self.request, self.charset, self.stationName) = (loop, request, charset, stationName)
        (self.maximumBytes, self.maximumDecoded, self.client) = (maximumBytes, maximumDecoded, client)
        begin = loop.now
        names = StationNames([stationName])
        heard = HeardSound(url: request.url)
        timer = loop.makeTimer { [weak self] in self?.client?.timeIsUp() }
    }

    deinit {
        timer?.cancel()
        opener?.cancel()
    }

    /// Opens the address. Must not be called from inside one of libcurl's callbacks.
    package func start(pool: TransferPool, worker: BlockingWorker) {
        let pool = pool.watched(by: self)
        let opener = StreamOpener(loop: loop, pool: pool, worker: worker, request: request, client: self)
        (self.pool, self.opener) = (pool, opener)
        opener.start()
    }

    /// Calls ``StreamListenerClient/timeIsUp()`` after this time, instead of after the time of an earlier call.
    package func limit(after time: Duration) { timer?.rearm(after: time) }

    /// Ends the listener and completes ``heard``. No method of the client is called afterwards.
    ///
    /// - Parameter error: the reason why there was no sound. If packets arrived but could not be decoded, the decoder's
    ///   message explains the missing sound better.
    package func end(with error: StreamError? = nil) {
        guard !isOver else { return }
        isOver = true
        opener?.cancel()
        timer?.cancel()
        heard.endedAt = now
        guard heard.firstSoundAt == nil else { return }
        let undecodable = heard.packetCount > 0 ? decoder.words.map { PlaybackError.undecodable($0) } : nil
        heard.error = undecodable ?? error.map { .stream($0) }
    }

    private var now: Duration { begin.duration(to: loop.now) }

    /// Passes on an event, and lets the client look at the end of the turn.
    private func tell(_ event: Event) {
        client?.take(event)
        guard !isLooking else { return }
        isLooking = true
        loop.post { [weak self] in
            guard let self, !isOver else { return }
            isLooking = false
            client?.look()
        }
    }

    /// Counts a packet, and decodes it if the sound is not yet known well enough.
    private func take(_ packet: Packet) {
        heard.packetCount += 1
        if let format = heard.format {
            heard.soundDuration =
                heard.soundDuration + MediaTime(samples: Int64(packet.sampleCount), rate: format.sampleRate)
            heard.soundByteCount += packet.bytes.count
        }
        guard heard.packetCount <= maximumDecoded || heard.decoded.isEmpty else { return }
        switch decoder.decode(packet) {
        case .nothing: break
        case .damaged: heard.damagedCount += 1
        case .sound(let audio):
            let isFirst = heard.firstSoundAt == nil
            heard.decoded(as: audio.format, isParametricStereo: audio.isParametricStereo, at: now)
            if isFirst { tell(.firstSound) }
        }
    }

    private func take(_ metadata: TimedMetadata) {
        let track = TitleReader.read(metadata, charset: charset, names: names, evidence: &evidence)
        if track.kind != .none, heard.segments?.titleSources.contains(metadata.kind) == false {
            heard.segments?.titleSources.append(metadata.kind)
        }
        heard.brought(track, at: now)
        if !evidence.isASCII { heard.charset = evidence.decision }
    }
}

// MARK: - What the player would receive

extension StreamListener: MediaStreamClient {
    package func streamOpened(_ info: StreamInfo) {
        heard.info = info
        names = StationNames([stationName, info.serverName])
        if let track = info.presentation?.track {
            let url = URLReference.resolve(track.uri, base: track.base)
            if heard.segments == nil { heard.segments = .init(playlistURL: url) }
            heard.segments?.playlistURL = url
        }
        tell(.opened(info))
    }

    package func streamChanged(_ info: StreamInfo) { streamOpened(info) }

    package func streamBrought(_ element: StreamElement) {
        guard !isOver else { return }
        switch element {
        case .format(let format):
            heard.format = format
            decoder.begin(format)
        case .packet(let packet): take(packet)
        case .metadata(let metadata): take(metadata)
        case .discontinuity: decoder.reset()
        case .position, .end: break
        }
        tell(.element(element))
    }

    package func streamNamed(_ length: NamedLength) { tell(.length(length)) }

    package func streamReceived(bytes: Int) { tell(.received(bytes)) }

    package func streamEnded(with error: StreamError?) { if !isOver { client?.streamEnded(with: error) } }

    /// How much received sound a listener would not yet have heard if the stream were played since its first sound.
    ///
    /// HLS segments are fetched only while this value is small, so that minutes of sound are not fetched.
    package var soundAhead: Duration {
        max(heard.soundDuration.duration - (heard.firstSoundAt.map { now - $0 } ?? .zero), .zero)
    }
}

// MARK: - What the wire carries

extension StreamListener: TransferObserver {
    /// Whether the sound comes in segments. If so, requests are counted and not described.
    private var isSegmented: Bool { heard.segments != nil }

    package func transferBegins(_ transfer: Transfer) {
        guard !isSegmented else {
            heard.segments?.requestCount += 1
            return
        }
        if heard.tries.isEmpty { begin = loop.now }
        heard.tries.append(.init(url: transfer.request.url, at: now))
        (heard.headersAt, heard.firstByteAt, heard.bodyByteCount) = (nil, nil, 0)
        tell(.request)
    }

    package func transfer(_ transfer: Transfer, tries address: String) {
        if !isSegmented { heard.tried(address, at: now) }
    }

    package func transfer(_ transfer: Transfer, isConnectedTo address: String) {
        if !isSegmented { heard.connected(to: address) }
    }

    package func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer) {
        if !isOver, !isSegmented { tell(.headerLine(line)) }
    }

    package func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead) {
        if !isSegmented {
            heard.headersAt = now
            heard.changeLast {
                if $0.responses.count < HeardSound.maximumResponses { $0.responses.append(.init(head: head, at: now)) }
            }
        } else if head.status >= 400 {
            heard.segments?.failedCount += 1
        }
        tell(.response)
    }

    package func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer) {
        guard !isOver, heard.bodyByteCount < maximumBytes else { return }
        if heard.firstByteAt == nil { heard.firstByteAt = now }
        let kept = UnsafeRawBufferPointer(rebasing: bytes.prefix(maximumBytes - heard.bodyByteCount))
        heard.bodyByteCount += kept.count
        if !isSegmented { tell(.body(kept)) }
    }

    package func transfer(_ transfer: Transfer, isOverWith error: TransferError?) {
        guard let error else { return }
        if isSegmented { heard.segments?.failedCount += 1 } else { heard.changeLast { $0.failure = error.words } }
    }
}
