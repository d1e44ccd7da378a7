import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioStreams

/// Decodes all sound of a source with an end, as fast as the owner reads the sound.
///
/// A reader is used only on the loop's thread.
final class SoundReader {
    /// Called at the end of a turn of the loop when more sound may be readable, or when the source has ended.
    var onMore: (() -> Void)?
    /// Called on the loop when the source cannot be read further.
    var onFailure: ((ExportError) -> Void)?

    let timeline = Timeline(maximumBytes: 4 * ahead)
    /// Whether no more sound will arrive: the whole source is on the timeline, or ``stop()`` was called.
    private(set) var isComplete = false
    private let loop: EventLoop
    private let source: String
    private let renderer: Renderer
    private var marks = RenderMarks()
    private var length = ItemLength()
    private var opener: StreamOpener?
    private var isTold = false
    /// The number of sample frames decoded.
    private var position: Int64 = 0

    /// The reception is paused while the packets not yet decoded or copied have more than this many bytes.
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

    /// Ends the reception.
    ///
    /// The sound already received can still be read.
    func stop() {
        opener?.cancel()
        opener = nil
        isComplete = true
    }

    /// The source's duration, as far as it is known.
    var duration: MediaTime? { length.duration(isComplete: isComplete) }
    /// The duration of the sound decoded.
    private(set) var time = MediaTime.zero

    /// Returns the next decoded sound, or nil if no sound can be decoded now.
    ///
    /// The owner may call this method repeatedly until it returns nil. ``onMore`` then reports when to continue.
    ///
    /// - Parameter frames: the maximum number of sample frames to return.
    /// - Throws: ``ExportError/undecodable(_:)`` if the sound cannot be decoded.
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

    /// The bits per sample of the last decoded packet, or nil if its codec has no such number.
    var bits: Int? { timeline.packet(max(timeline.written - 1, timeline.start))?.format.bitsPerSample }

    /// The reason why none of the sound can be decoded, or nil.
    var failure: String? { renderer.failure }

    /// Frees the packets that were decoded or copied, and pauses or resumes the reception.
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

// MARK: - What arrives

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

    /// The duration of the received sound that was neither decoded nor copied yet.
    var soundAhead: Duration { MediaTime(flicks: timeline.unwritten).duration }
}
