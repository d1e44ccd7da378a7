import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioStreams
import RadioTape

/// One export: reads the source as a player does, as fast as the disk takes what is written. It belongs to the loop; what is
/// encoded is encoded on the disk's thread.
package final class Exporter {
    /// What was written.
    package struct Result: Hashable, Sendable {
        package var duration: Duration
    }

    /// Called on the loop with how far it is in the source, and how long that is if known.
    package var onProgress: ((_ at: MediaTime, _ of: MediaTime?) -> Void)?

    private let loop: EventLoop
    private let worker: BlockingWorker
    private let request: ExportRequest
    private let onEnd: (Swift.Result<Result, ExportError>) -> Void
    private let file: ExportFile
    private var opener: StreamOpener?
    private let timeline = Timeline(maximumBytes: 4 * ahead)
    private let renderer: Renderer
    private var marks = RenderMarks()
    private var length = ItemLength()
    private var jobs = 0
    private var isPumping = false
    private var isOver = false
    private var isFileOpen = false
    private var state = State.reading
    /// Frames of the source that were decoded.
    private var position: Int64 = 0
    /// Frames, or flicks of packets, that were written.
    private var written: Int64 = 0
    private var sound: (format: PCMFormat, bits: Int?, fader: ExportFader)?
    private var tap: TimelineTap
    private var container: (any RecordingContainer)?

    private enum State {
        case reading
        /// The source has ended.
        case draining
        /// The file is being finished.
        case finishing
    }

    /// Bytes of packets that wait.
    private static let ahead = 512 << 10
    /// Pieces that the disk's thread has at once.
    private static let maximumJobs = 2
    /// Frames of a piece.
    private static let piece = 16_384
    /// Bytes of packets in a piece.
    private static let packetPiece = 256 << 10

    package init(
        loop: EventLoop, pool: TransferPool, _ request: ExportRequest,
        onEnd: @escaping (Swift.Result<Result, ExportError>) -> Void
    ) {
        self.loop = loop
        self.request = request
        self.onEnd = onEnd
        worker = BlockingWorker(loop: loop)
        file = ExportFile(request.target)
        renderer = Renderer(timeline: timeline)
        tap = TimelineTap(timeline)
        length.connect()
        opener = StreamOpener(
            loop: loop, pool: pool, worker: worker, request: StreamRequest(url: request.source), client: self)
    }

    deinit { opener?.cancel() }

    package func start() {
        let file = file
        work { () throws(ExportError) in
            try file.open()
        } then: { [weak self] in
            self?.isFileOpen = true
            self?.opener?.start()
        }
    }

    /// Nothing is left of it; the end is told.
    package func cancel() { end(.failure(.cancelled)) }

    /// What was asked for is no place in the source.
    private var isRange: Bool {
        guard request.start.isNumeric, request.start >= .zero else { return false }
        return request.end.map { $0.isNumeric && $0 > request.start } ?? true
    }

    // MARK: The disk's thread

    private func work(_ body: @escaping @Sendable () throws(ExportError) -> Void, then next: @escaping () -> Void) {
        let refused = Swift.Result<Void, ExportError>.failure(.notWritable(request.target, BlockingWorker.refusal))
        worker.run(orElse: refused) {
            do throws(ExportError) { return .success(try body()) } catch { return .failure(error) }
        } then: { [weak self] (result: Swift.Result<Void, ExportError>) in
            guard let self, !isOver else { return }
            switch result {
            case .success: next()
            case .failure(let error): end(.failure(error))
            }
        }
    }

    private func write(_ body: @escaping @Sendable () throws(ExportError) -> Void) {
        jobs += 1
        work(body) { [weak self] in
            self?.jobs -= 1
            self?.pump()
        }
    }

    private func end(_ result: Swift.Result<Result, ExportError>) {
        guard !isOver else { return }
        isOver = true
        opener?.cancel()
        opener = nil
        let file = file
        // After all that is under way.
        worker.run(orElse: ()) {
            file.discard()
        } then: { [self] in
            onEnd(result)
        }
    }

    // MARK: From packets to the file

    private func pumpLater() {
        guard !isPumping else { return }
        isPumping = true
        loop.post { [weak self] in
            self?.isPumping = false
            self?.pump()
        }
    }

    private func pump() {
        while !isOver, isFileOpen, state != .finishing, jobs < Self.maximumJobs, step() {}
        guard !isOver else { return }
        opener?.setPaused(timeline.byteCount(from: timeline.written) > Self.ahead)
        if state == .draining, jobs == 0 { finish() }
    }

    /// False where there is nothing to write now.
    private func step() -> Bool { request.preset == .passthrough ? copyPackets() : encodeSound() }

    private func tell(_ time: MediaTime) {
        onProgress?(time, request.end ?? length.duration(isComplete: state != .reading))
    }

    private func encodeSound() -> Bool {
        guard sound?.fader.isFull != true else { return false }
        guard renderer.prepare(), let format = renderer.format else {
            if let failure = renderer.failure { end(.failure(.undecodable(failure))) }
            return false
        }
        if sound == nil { sound = (format, bits, fader(format)) }
        guard var sound, sound.format == format else {
            end(.failure(.formatChanges))
            return false
        }
        var samples = [Float](repeating: 0, count: Self.piece * format.channelCount)
        let frames = samples.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: format, position: position, marks: &marks)
        }
        guard frames > 0 else { return false }
        position += Int64(frames)
        timeline.wanted = timeline.written
        encode(sound.fader.take(samples[..<(frames * format.channelCount)]), sound.format, sound.bits)
        self.sound = sound
        if sound.fader.isFull { endOfSource() }
        tell(MediaTime(samples: position, rate: format.sampleRate))
        return !isOver
    }

    private var bits: Int? {
        timeline.packet(max(timeline.written - 1, timeline.start))?.format.bitsPerSample
    }

    private func fader(_ format: PCMFormat) -> ExportFader {
        func frames(_ time: MediaTime) -> Int64 { Int64((time.seconds * Double(format.sampleRate)).rounded()) }
        let start = frames(request.start)
        return ExportFader(
            channels: format.channelCount, start: start, count: request.end.map { frames($0) - start } ?? .max,
            fadeIn: Int(frames(MediaTime(request.fadeIn))),
            fadeOut: Int(frames(MediaTime(min(request.fadeOut, ExportRequest.maximumFade)))))
    }

    private func encode(_ samples: [Float], _ format: PCMFormat, _ bits: Int?) {
        guard !samples.isEmpty else { return }
        written += Int64(samples.count / format.channelCount)
        let (file, preset, tags) = (file, request.preset, request.tags)
        write { () throws(ExportError) in try file.encode(samples, preset, format, bits: bits, tags) }
    }

    private func copyPackets() -> Bool {
        var bytes: [UInt8] = []
        var problem: ExportError?
        var isPast = false
        tap.read(timeline) { packet in
            timeline.written += 1
            let start = MediaTime(flicks: packet.start)
            isPast = request.end.map { start >= $0 } ?? false
            guard start >= request.start, !isPast, packet.sampleCount > 0 || packet.startsAnew else { return !isPast }
            problem = take(packet, &bytes)
            return problem == nil && bytes.count < Self.packetPiece
        }
        timeline.wanted = timeline.written
        if let problem {
            end(.failure(problem))
            return false
        }
        if isPast { endOfSource() }
        if !bytes.isEmpty {
            let (file, piece) = (file, bytes)
            write { () throws(ExportError) in try file.write(piece) }
        }
        tell(request.start + MediaTime(flicks: written))
        return bytes.count >= Self.packetPiece
    }

    private func take(_ packet: Timeline.HeldPacket, _ bytes: inout [UInt8]) -> ExportError? {
        if container == nil {
            let given = request.tags
            let tags = RecordingTags(
                station: given.comment ?? "", artist: given.artist, title: given.title, album: given.album,
                date: given.date ?? "")
            let new = RecordingContainers.container(for: packet.format, first: packet.bytes, tags: tags)
            guard let new else { return .undecodable("\(packet.format.codec.displayName) cannot be copied") }
            guard request.target.lowercased().hasSuffix("." + new.suffix) else { return .anotherKind(new.suffix) }
            container = new
            bytes = new.header
        }
        guard container?.append(packet.packet, packet.format, to: &bytes) == true else { return .formatChanges }
        written += packet.duration
        return nil
    }

    // MARK: The end

    /// The source has ended, or is wanted no further.
    private func endOfSource() {
        opener?.cancel()
        opener = nil
        state = .draining
    }

    private func finish() {
        if var sound {
            let last = sound.fader.finish()
            self.sound = sound
            if !last.isEmpty { return encode(last, sound.format, sound.bits) }
        }
        guard written > 0 else {
            if let failure = renderer.failure { return end(.failure(.undecodable(failure))) }
            return end(.failure(.isEmpty))
        }
        state = .finishing
        var rest: [UInt8] = []
        container?.finish(to: &rest)
        let (file, header, tail) = (file, container?.header ?? [], rest)
        let duration: Duration =
            sound.map { .seconds(Double(written) / Double($0.format.sampleRate)) }
            ?? MediaTime(flicks: written).duration
        work { () throws(ExportError) in
            try file.write(tail)
            try file.finish(header: header)
        } then: { [weak self] in
            self?.end(.success(Result(duration: duration)))
        }
    }
}

// MARK: - What comes

extension Exporter: MediaStreamClient {
    package func streamOpened(_ info: StreamInfo) {
        length.byteCount = info.byteCount
        if !info.isFinite { loop.post { [weak self] in self.map { $0.end(.failure(.isLive($0.request.source))) } } }
        if !isRange { loop.post { [weak self] in self?.end(.failure(.isEmpty)) } }
    }

    package func streamBrought(_ element: StreamElement) {
        switch element {
        case .format(let format): length.begin(format)
        case .packet(let packet): length.add(packet)
        case .metadata, .position, .discontinuity, .end: break
        }
        timeline.append(element, at: loop.now)
    }

    package func streamNamed(_ named: NamedLength) { length.take(named) }

    package func streamReceived(bytes: Int) {
        length.add(bytes: bytes)
        pumpLater()
    }

    package func streamEnded(with error: StreamError?) {
        guard !isOver else { return }
        if let error { return end(.failure(.source(error))) }
        endOfSource()
        pumpLater()
    }

    /// What came waits to be written.
    package var soundAhead: Duration { MediaTime(flicks: timeline.unwritten).duration }
}
