import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioStreams

/// All sound of something that has an end, decoded as a player does, as fast as it is taken. It belongs to the loop.
final class SoundReader {
    /// Called on the loop, at the end of the turn, when there may be more to be read, or all was.
    var onMore: (() -> Void)?
    /// Called on the loop where no more will come, because it cannot be read.
    var onFailure: ((ExportError) -> Void)?

    let timeline = Timeline(maximumBytes: 4 * ahead)
    /// All that there is lies on the timeline, or no more is wanted.
    private(set) var isComplete = false
    private let loop: EventLoop
    private let source: String
    private let renderer: Renderer
    private var marks = RenderMarks()
    private var length = ItemLength()
    private var opener: StreamOpener?
    private var isTold = false
    /// Frames that were decoded.
    private var position: Int64 = 0

    /// Bytes of packets that wait.
    private static let ahead = 512 << 10

    /// - Parameter source: a path or an address.
    init(loop: EventLoop, pool: TransferPool, source: String) {
        self.loop = loop
        self.source = source
        renderer = Renderer(timeline: timeline)
        length.connect()
        opener = StreamOpener(
            loop: loop, pool: pool, worker: BlockingWorker(loop: loop), request: StreamRequest(url: source),
            client: self)
    }

    deinit { opener?.cancel() }

    func start() { opener?.start() }

    /// No more is wanted than what is there.
    func stop() {
        opener?.cancel()
        opener = nil
        isComplete = true
    }

    /// How long all of it is, as far as that is known.
    var duration: MediaTime? { length.duration(isComplete: isComplete) }
    /// How much was decoded.
    private(set) var time = MediaTime.zero

    /// Sound, decoded: nil where none is there now. It may be called again at once.
    /// - Throws: where it cannot be decoded.
    func read(frames: Int) throws(ExportError) -> (samples: [Float], format: PCMFormat)? {
        defer { regulate() }
        guard renderer.prepare(), let format = renderer.format else {
            if let failure = renderer.failure { throw .undecodable(failure) }
            return nil
        }
        var samples = [Float](repeating: 0, count: frames * format.channelCount)
        let count = samples.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: format, position: position, marks: &marks)
        }
        guard count > 0 else { return nil }
        position += Int64(count)
        time = time + MediaTime(samples: Int64(count), rate: format.sampleRate)
        samples.removeLast(samples.count - count * format.channelCount)
        return (samples, format)
    }

    /// Bits of a sample of the packet that was decoded last, where its codec has any.
    var bits: Int? { timeline.packet(max(timeline.written - 1, timeline.start))?.format.bitsPerSample }

    /// Nothing of it will ever decode: why.
    var failure: String? { renderer.failure }

    /// What was taken makes room.
    func regulate() {
        timeline.wanted = timeline.written
        opener?.setPaused(timeline.byteCount(from: timeline.written) > Self.ahead)
    }

    private func tell() {
        guard !isTold else { return }
        isTold = true
        loop.post { [weak self] in
            self?.isTold = false
            self?.onMore?()
        }
    }

    private func fail(_ error: ExportError) {
        opener?.cancel()
        opener = nil
        onFailure?(error)
    }
}

// MARK: - What comes

extension SoundReader: MediaStreamClient {
    func streamOpened(_ info: StreamInfo) {
        length.byteCount = info.byteCount
        if !info.isFinite { loop.post { [weak self] in self.map { $0.fail(.isLive($0.source)) } } }
    }

    func streamBrought(_ element: StreamElement) {
        switch element {
        case .format(let format): length.begin(format)
        case .packet(let packet): length.add(packet)
        case .metadata, .position, .discontinuity, .end: break
        }
        timeline.append(element, at: loop.now)
    }

    func streamNamed(_ named: NamedLength) { length.take(named) }

    func streamReceived(bytes: Int) {
        length.add(bytes: bytes)
        tell()
    }

    func streamEnded(with error: StreamError?) {
        if let error { return fail(.source(error)) }
        stop()
        tell()
    }

    /// What came waits to be taken.
    var soundAhead: Duration { MediaTime(flicks: timeline.unwritten).duration }
}
