import RadioAudio
import RadioFormats
import RadioHTTP
import RadioInspect
import RadioLoop
import RadioPlayer
import RadioStreams
import RadioText

/// Opens an address as the player does, listens for a while, and reports everything that can be learned about it.
///
/// The probe belongs to the loop's thread, and has its own pool of connections. A probe is started once.
package final class StreamProbe {
    private let request: ProbeRequest
    private let loop: EventLoop
    private let pool: TransferPool
    private let worker: BlockingWorker
    private let capture: CaptureFile?
    private let begin: MonotonicInstant

    private var report: ProbeReport
    private var evidence = CharsetEvidence()
    private var names = StationNames()
    private var opener: StreamOpener?
    private var completion: ((ProbeReport) -> Void)?
    private var soundTimer: LoopTimer?
    private var listenTimer: LoopTimer?
    /// The reader that inspects the last response, from its status line on.
    private var content: InspectionReader?
    private var bodyBytes = 0
    private var decoder = TrialDecoder()
    private var secondsForTitle = 0
    private var isEnding = false
    private var isOver = false

    /// The maximum duration of sound that the probe receives, in addition to ``ProbeRequest/listening``.
    ///
    /// Only a server that sends faster than real time can reach this limit. The probe then ends early.
    private static let soundAhead = Duration.seconds(60)

    /// - Parameters:
    ///   - loop: the event loop on which the probe works and calls back.
    ///   - request: the address to probe.
    ///   - capture: the file for the last response's head and body.
    /// - Throws: `TransferError.resources`
    package init(loop: EventLoop, request: ProbeRequest, capture: CaptureFile? = nil) throws(TransferError) {
        self.loop = loop
        begin = loop.now
        self.request = request
        self.capture = capture
        pool = try TransferPool(loop: loop)
        worker = BlockingWorker(loop: loop)
        report = ProbeReport(url: request.url)
        pool.observer = self
        soundTimer = loop.makeTimer { [weak self] in self?.soundDidNotCome() }
        listenTimer = loop.makeTimer { [weak self] in self?.listenedLongEnough() }
    }

    deinit {
        soundTimer?.cancel()
        listenTimer?.cancel()
        opener?.cancel()
    }

    /// Starts the probe.
    ///
    /// `completion` is called once, on the loop, when the probe has ended.
    package func start(_ completion: @escaping (ProbeReport) -> Void) {
        self.completion = completion
        var streamRequest = StreamRequest(
            url: request.url, headers: request.headers, userAgent: request.userAgent,
            connectTimeout: request.connectTimeout, headersTimeout: request.headersTimeout)
        streamRequest.headerHosts = request.headerHosts
        streamRequest.hls = request.hls
        let opener = StreamOpener(loop: loop, pool: pool, worker: worker, request: streamRequest, client: self)
        self.opener = opener
        opener.start()
    }

    /// Ends the probe with its findings so far.
    ///
    /// Must not be called from inside one of libcurl's callbacks.
    package func stop() { end(with: nil) }

    // MARK: Ends

    private var now: Duration { begin.duration(to: loop.now) }

    /// Called after ``ProbeRequest/listening``: ends the probe, or waits longer for the first title.
    ///
    /// At low bit rates without a burst, the first metadata block may come only after many seconds of sound.
    private func listenedLongEnough() {
        if let metaint = report.info?.metaint, report.titleCount == 0, bodyBytes <= metaint,
            secondsForTitle < ProbeRequest.maximumSecondsForTitle
        {
            secondsForTitle += 1
            listenTimer?.rearm(after: .seconds(1))
        } else {
            end(with: nil)
        }
    }

    private func soundDidNotCome() {
        end(with: .timedOut("no sound within \(request.soundTimeout.inSeconds) s after the response"))
    }

    /// Ends the probe at the end of the event loop's turn, because the caller is inside a callback of libcurl, in which
    /// the connection cannot be closed.
    private func endLater() {
        guard !isEnding else { return }
        isEnding = true
        loop.post { [weak self] in
            guard let self else { return }
            self.end(with: .notSound("\(self.request.url) has no sound in \(self.bodyBytes) bytes"))
        }
    }

    /// Ends the probe once: releases its resources, completes the report, and calls back.
    ///
    /// - Parameters:
    ///   - error: the reason for the end. Reported only if there was no sound.
    ///   - byServer: whether the probe ends because the server ended the stream.
    private func end(with error: StreamError?, byServer: Bool = false) {
        guard !isOver else { return }
        isOver = true
        report.endedAt = now
        opener?.cancel()
        soundTimer?.cancel()
        listenTimer?.cancel()
        pool.shutDown()
        report.content = content?.finish()
        if report.firstSoundAt == nil {
            // If packets arrived but could not be decoded, the decoder's message explains the missing sound better than
            // `error` does.
            if report.packetCount > 0, let words = decoder.words {
                report.error = .undecodable(words)
            } else if let error {
                report.error = .stream(error)
            }
        }
        report.problems = report.foundProblems(
            isEndedByServer: byServer && error != nil && report.firstSoundAt != nil,
            isLimitReached: bodyBytes >= request.maximumBytes, maximumBytes: request.maximumBytes)
        completion.take()?(report)
    }

    // MARK: Sound

    /// Counts and decodes a packet.
    ///
    /// The first decoded sound starts the timer of ``ProbeRequest/listening``.
    private func take(_ packet: Packet) {
        report.packetCount += 1
        if let format = report.format {
            report.soundDuration =
                report.soundDuration + MediaTime(samples: Int64(packet.sampleCount), rate: format.sampleRate)
            report.soundByteCount += packet.bytes.count
        }
        switch decoder.decode(packet) {
        case .nothing: return
        case .damaged: report.damagedCount += 1
        case .sound(let audio):
            if report.firstSoundAt == nil {
                soundTimer?.disarm()
                listenTimer?.rearm(after: request.listening)
            }
            report.decoded(as: audio.format, isParametricStereo: audio.isParametricStereo, at: now)
        }
        if report.firstSoundAt != nil, report.soundDuration.duration > request.listening + Self.soundAhead {
            endLater()
        }
    }

    private func take(_ metadata: TimedMetadata) {
        let track = TitleReader.read(metadata, charset: request.charset, names: names, evidence: &evidence)
        if track.kind != .none { report.foundTitles(in: metadata.kind) }
        report.brought(track, at: now)
        if !evidence.isASCII { report.charset = evidence.decision }
    }

    private func begin(_ format: MediaFormat) {
        report.format = format
        decoder.begin(format)
    }
}

// MARK: - What the player would receive

extension StreamProbe: MediaStreamClient {
    package func streamOpened(_ info: StreamInfo) {
        report.info = info
        names = StationNames([request.stationName, info.serverName])
        if let presentation = info.presentation { report.opened(presentation) }
    }

    package func streamChanged(_ info: StreamInfo) { streamOpened(info) }

    /// How much received sound a listener would not yet have heard if the stream were played since its first sound.
    ///
    /// HLS segments are fetched only while this value is small, so the probe does not fetch minutes of sound.
    package var soundAhead: Duration {
        guard let begin = report.firstSoundAt else { return .zero }
        return max(report.soundDuration.duration - (now - begin), .zero)
    }

    package func streamBrought(_ element: StreamElement) {
        guard !isOver else { return }
        switch element {
        case .format(let format): begin(format)
        case .packet(let packet): take(packet)
        case .metadata(let metadata): take(metadata)
        case .discontinuity: decoder.reset()
        case .position, .end: break
        }
    }

    package func streamReceived(bytes: Int) {}

    package func streamEnded(with error: StreamError?) { end(with: error, byServer: true) }
}

// MARK: - What the wire carries

extension StreamProbe: TransferObserver {
    /// Whether the sound comes in segments. If so, the report counts the requests and does not describe each one.
    private var isSegmented: Bool { report.segments != nil }

    package func transferBegins(_ transfer: Transfer) {
        guard !isSegmented else {
            report.segments?.requestCount += 1
            return
        }
        report.began(transfer.request.url, at: now)
        content = nil
        bodyBytes = 0
        capture?.restart()
    }

    package func transfer(_ transfer: Transfer, tries address: String) {
        if !isSegmented { report.tried(address, at: now) }
    }

    package func transfer(_ transfer: Transfer, isConnectedTo address: String) {
        if !isSegmented { report.connected(to: address) }
    }

    package func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer) {
        guard !isOver, !isSegmented else { return }
        if CaptureFormat.isStatusLine(line) {
            content = InspectionReader(charset: request.charset, stationName: request.stationName)
            capture?.restart()
        }
        keep(CaptureFormat.line(line))
    }

    package func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead) {
        if report.firstSoundAt == nil { soundTimer?.rearm(after: request.soundTimeout) }
        guard !isSegmented else {
            if head.status >= 400 { report.segments?.failedCount += 1 }
            return
        }
        let headers = head.headers.map { CapturedResponse.Header(name: $0.name, value: $0.value) }
        let response = CapturedResponse(statusLine: head.statusLine, headers: headers)
        report.answered(.init(url: head.url, head: response, at: now))
    }

    package func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer) {
        guard !isOver, bodyBytes < request.maximumBytes else { return }
        if report.firstByteAt == nil { report.firstByteAt = now }
        let kept = bytes.prefix(request.maximumBytes - bodyBytes)
        bodyBytes += kept.count
        if !isSegmented { keep(Array(kept)) }
        if bodyBytes >= request.maximumBytes { endLater() }
    }

    package func transfer(_ transfer: Transfer, isOverWith error: TransferError?) {
        guard let error else { return }
        if isSegmented { report.segments?.failedCount += 1 } else { report.failed(error.words) }
    }

    private func keep(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { content?.feed($0) }
        capture?.append(bytes)
    }
}
