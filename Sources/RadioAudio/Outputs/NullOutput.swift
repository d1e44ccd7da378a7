import RadioLoop

/// Plays nowhere, in real time: it takes sound as a sound server with the same buffer would, and forgets it.
public final class NullOutput: AudioOutput {
    public let format: PCMFormat
    public weak var client: (any AudioOutputClient)?

    private let loop: EventLoop
    private var queue: PlayoutQueue
    private let scratch: UnsafeMutableBufferPointer<Float>
    private var state = State.made
    /// The client could not fill the last request.
    private var isStarving = false
    private var isPullPosted = false
    /// When to ask for more or notice that the queue is empty.
    private var timer: LoopTimer?

    private enum State { case made, open, closed }

    /// Frames asked for at once.
    private static let framesPerRequest = 4096
    /// What the file system calls nowhere.
    static let deviceName = "null"

    public init(loop: EventLoop, format: PCMFormat, configuration: OutputConfiguration = .init()) {
        self.loop = loop
        self.format = format
        let rate = Double(format.sampleRate)
        queue = PlayoutQueue(
            sampleRate: format.sampleRate, capacity: Int64(configuration.bufferDuration.inSeconds * rate),
            prebuffer: Int64(configuration.prebufferDuration.inSeconds * rate), isCorked: configuration.isCorked)
        scratch = .allocate(capacity: Self.framesPerRequest * max(format.channelCount, 1))
    }

    deinit {
        timer?.cancel()
        scratch.deallocate()
    }

    public func open() {
        guard state == .made else { return }
        state = .open
        timer = loop.makeTimer { [weak self] in self?.timerFired() }
        tell(.opened(device: Self.deviceName))
        postPull()
    }

    public func wake() {
        guard state == .open, isStarving || queue.isDraining else { return }
        queue.undrain()
        postPull()
    }

    public func setCorked(_ corked: Bool) {
        guard state != .closed else { return }
        let events = queue.setCorked(corked, at: .now)
        guard state == .open else { return }
        tell(.corked(corked))
        tellAll(events)
        rearm()
    }

    public func flush() {
        guard state != .closed else { return }
        queue.flush()
        if state == .open { postPull() }
    }

    public func drain() {
        guard state == .open else { return }
        tellAll(queue.drain(at: .now))
        rearm()
    }

    public func requestTiming() {
        guard state == .open else { return }
        loop.post { [weak self] in
            guard let self, self.state == .open else { return }
            self.tellAll(self.queue.advance(to: .now))
            if let timing = self.lastTiming { self.tell(.timing(timing)) }
        }
    }

    /// Nobody hears it.
    public func setVolume(_ volume: Double) {}
    public func setMuted(_ muted: Bool) {}
    public func setTitle(_ title: String) {}

    public func close() {
        state = .closed
        timer?.cancel()
    }

    /// Known at any time.
    public var lastTiming: OutputTiming? {
        guard state == .open else { return nil }
        let now = MonotonicInstant.now
        let consumed = queue.consumed(at: now)
        return OutputTiming(
            written: queue.written, consumed: consumed, sinkLatency: .zero, at: now,
            isRunning: queue.isPlaying && consumed < queue.written)
    }

    // MARK: Pulling

    private func postPull() {
        if isPullPosted { return }
        isPullPosted = true
        loop.post { [weak self] in
            guard let self else { return }
            self.isPullPosted = false
            self.pull()
        }
    }

    private func pull() {
        guard state == .open, let client else { return }
        tellAll(queue.advance(to: .now))
        isStarving = false
        while case let room = queue.room(at: .now), room > 0, !isStarving, state == .open {
            let wanted = Int(min(room, Int64(Self.framesPerRequest)))
            let buffer = UnsafeMutableBufferPointer(rebasing: scratch[..<(wanted * format.channelCount)])
            let frames = min(max(client.audioOutput(self, fill: buffer), 0), wanted)
            if frames > 0 { tellAll(queue.write(Int64(frames), at: .now)) }
            isStarving = frames < wanted
        }
        rearm()
    }

    private func timerFired() {
        guard state == .open else { return }
        tellAll(queue.advance(to: .now))
        if isStarving || queue.isDraining { rearm() } else { pull() }
    }

    /// The next moment of interest: a quarter of the buffer is free, or the queue is empty.
    private func rearm() {
        guard state == .open else { return }
        let mark = isStarving || queue.isDraining ? 0 : queue.capacity - queue.capacity / 4
        if let when = queue.whenQueued(is: mark) { timer?.rearm(at: when) } else { timer?.disarm() }
    }

    private func tellAll(_ events: PlayoutQueue.Events) {
        if events.contains(.started) { tell(.started) }
        if events.contains(.underflow) { tell(.underflow) }
        if events.contains(.drained) { tell(.drained) }
    }

    private func tell(_ event: AudioOutputEvent) {
        loop.post { [weak self] in
            guard let self, self.state == .open else { return }
            self.client?.audioOutput(self, did: event)
        }
    }
}
