import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioStreams

/// Receives and decodes all sound of a finite source, such as a file, as fast as its owner reads the sound.
///
/// A reader is used only on the loop's thread.
final class SoundReader {
    /// Called at the end of a turn of the loop in which bytes were received or the source ended, so that `read` may
    /// return sound again.
    var onMore: (() -> Void)?
    /// Called on the loop with the error when no more of the source can be received, or when the source turns out to be
    /// live.
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
    /// The number of sample frames decoded so far.
    private var position: Int64 = 0

    /// The maximum size in bytes of the packets that are neither decoded nor copied yet. The connection is paused while
    /// they exceed it.
    private static let ahead = 512 << 10

    /// Makes a reader. `start()` opens the source.
    ///
    /// - Parameter source: the path or address of the sound.
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

    /// Closes the connection to the source, or the file.
    ///
    /// The sound that was already received can still be read.
    func stop() {
        opener?.cancel()
        opener = nil
        isComplete = true
    }

    /// The duration of the whole source, exact or estimated; nil if it is unknown.
    var duration: MediaTime? { length.duration(isComplete: isComplete) }
    /// The duration of the sound decoded so far.
    private(set) var time = MediaTime.zero

    /// Decodes and returns the next samples with their format. Returns nil if the sound received so far is used up.
    ///
    /// The owner calls this method until it returns nil, and again each time that ``onMore`` is called.
    ///
    /// - Parameter frames: the maximum number of sample frames that are returned.
    /// - Throws: ``ExportError/undecodable(_:)`` if the codec is not supported, or if too many packets in a row are
    ///   damaged.
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

    /// The number of bits per sample of the packet decoded last; nil if its codec has no such number, as MP3 does not.
    var bits: Int? { timeline.packet(max(timeline.written - 1, timeline.start))?.format.bitsPerSample }

    /// The reason why the source's sound cannot be decoded; nil while decoding may still succeed.
    var failure: String? { renderer.failure }

    /// Frees the packets that were decoded or copied. Pauses the connection while too many packets wait (`ahead`), and
    /// resumes it afterwards.
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
