import RadioLoop

/// An output without a sound server: sound leaves its queue in real time, or as fast as it can be stored.
///
/// The subclasses ``NullOutput`` and ``FileOutput`` decide what happens to the sound.
package class PacedOutput: AudioOutput {
    package let format: PCMFormat
    package weak var client: (any AudioOutputClient)?

    let loop: EventLoop
    private let deviceName: String
    private var queue: PlayoutQueue
    private let scratch: UnsafeMutableBufferPointer<Float>
    private var state = State.made
    /// True if the client had less sound than the output requested last.
    private var isStarving = false
    private var isPullPosted = false
    private var isTimingPosted = false
    /// Number of frames that ``store(_:)`` has stored since the output was opened or flushed.
    private var stored: Int64 = 0
    /// Fires when the client should be asked for more sound, or when the queue is empty.
    private var timer: LoopTimer?

    private enum State { case made, open, failed, closed }

    /// Maximum number of frames in one request to the client.
    private static let framesPerRequest = 4096
    /// Maximum number of requests to the client in one turn. More would keep other parts of the program waiting.
    private static let requestsPerTurn = 64

    init(loop: EventLoop, format: PCMFormat, configuration: OutputConfiguration, deviceName: String, isInstant: Bool) {
        self.loop = loop
        self.format = format
        self.deviceName = deviceName
        let rate = Double(format.sampleRate)
        queue = PlayoutQueue(
            sampleRate: format.sampleRate, isInstant: isInstant,
            capacity: Int64(configuration.bufferDuration.inSeconds * rate),
            prebuffer: Int64(configuration.prebufferDuration.inSeconds * rate), isCorked: configuration.isCorked)
        scratch = .allocate(capacity: Self.framesPerRequest * max(format.channelCount, 1))
    }

    deinit {
        timer?.cancel()
        scratch.deallocate()
    }

    // MARK: For subclasses

    /// Prepares the destination of the sound, such as a file. Throws if that is not possible.
    func prepare() throws(AudioOutputError) {}
    /// Receives sound that the client supplied and that is now in the queue.
    func accept(_ samples: UnsafeBufferPointer<Float>) {}
    /// Stores the oldest `frames` frames of the sound from ``accept(_:)``, because they have left the queue.
    func store(_ frames: Int) {}
    /// Drops the sound from ``accept(_:)`` that is not stored yet.
    func forget() {}
    /// Drops the newest `frames` frames of the sound from ``accept(_:)``, which are not stored yet.
    func forget(last frames: Int) {}
    /// False if the destination cannot take more sound now. The output then requests none from its client until
    /// ``storeHasRoom()``.
    var canStoreMore: Bool { true }
    /// Calls `body` once all sound passed to ``store(_:)`` has reached the destination.
    func whenStored(_ body: @escaping () -> Void) { body() }
    /// Releases the destination of the sound, such as a file.
    func finish() {}

    final func storeHasRoom() {
        if state == .open, !isStarving { postPull() }
    }

    /// Ends the output with an error. Only the first call has an effect.
    final func fail(_ error: AudioOutputError) {
        guard state == .made || state == .open else { return }
        state = .failed
        timer?.cancel()
        loop.post { [weak self] in
            guard let self, self.state == .failed else { return }
            self.client?.audioOutput(self, did: .failed(error))
        }
    }

    // MARK: AudioOutput

    package final func open() {
        guard state == .made else { return }
        do throws(AudioOutputError) {
            try prepare()
        } catch {
            return fail(error)
        }
        state = .open
        timer = loop.makeTimer { [weak self] in self?.timerFired() }
        tell(.opened(device: deviceName))
        postPull()
    }

    package final func wake() {
        guard state == .open, isStarving || queue.isDraining else { return }
        queue.undrain()
        postPull()
    }

    package final func setCorked(_ corked: Bool) {
        guard state == .made || state == .open else { return }
        let events = queue.setCorked(corked, at: loop.now)
        guard state == .open else { return }
        storeConsumed()
        tell(.corked(corked))
        tellAll(events)
        if queue.isInstant { postPull() } else { rearm() }
    }

    package final func flush() {
        guard state == .open else { return }
        storeConsumed()
        queue.flush()
        stored = 0
        forget()
        postPull()
    }

    package final func takeBack(frames: Int64) -> Bool {
        guard state == .open, !queue.isDraining, !queue.isInstant, frames > 0 else { return false }
        storeConsumed()
        guard frames <= queue.queued(at: loop.now) else { return false }
        queue.takeBack(frames)
        forget(last: Int(frames))
        postPull()
        return true
    }

    package final func drain() {
        guard state == .open else { return }
        tellAll(queue.drain(at: loop.now))
        advance()
        rearm()
    }

    package final func requestTiming() {
        guard state == .open, !isTimingPosted else { return }
        isTimingPosted = true
        loop.post { [weak self] in
            guard let self else { return }
            self.isTimingPosted = false
            guard self.state == .open else { return }
            self.advance()
            if let timing = self.lastTiming { self.tell(.timing(timing)) }
        }
    }

    /// Does nothing, because nobody hears the output.
    package final func setVolume(_ volume: Double) {}
    package final func setMuted(_ muted: Bool) {}
    package final func setTitle(_ title: String) {}

    package final func close() {
        guard state != .closed else { return }
        if state == .open { storeConsumed() }
        state = .closed
        timer?.cancel()
        finish()
    }

    /// The current timing, or nil if the output is not open.
    package final var lastTiming: OutputTiming? {
        guard state == .open else { return nil }
        let now = loop.now
        let consumed = queue.consumed(at: now)
        return OutputTiming(
            written: queue.written, consumed: consumed, sinkLatency: .zero, at: now,
            isRunning: queue.isPlaying && (queue.isInstant || consumed < queue.written))
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

    /// Asks the client for sound until the queue is full or the client has no more.
    private func pull() {
        guard state == .open, !queue.isDraining, let client else { return }
        if !queue.isInstant { advance() }
        isStarving = false
        var requests = 0
        while case let room = queue.room(at: loop.now), room > 0, !isStarving, state == .open, canStoreMore {
            guard requests < Self.requestsPerTurn else {
                timer?.rearm(after: .zero)
                return
            }
            requests += 1
            let wanted = Int(min(room, Int64(Self.framesPerRequest)))
            let buffer = UnsafeMutableBufferPointer(rebasing: scratch[..<(wanted * format.channelCount)])
            let frames = min(max(client.audioOutput(self, fill: buffer), 0), wanted)
            isStarving = frames < wanted
            guard frames > 0, state == .open else { continue }
            accept(UnsafeBufferPointer(rebasing: buffer[..<(frames * format.channelCount)]))
            tellAll(queue.write(Int64(frames), at: loop.now))
            if queue.isInstant { storeConsumed() }
        }
        if isStarving { advance() }
        rearm()
    }

    /// Stores the frames that left the queue, and asks for more sound unless the client has no more.
    private func timerFired() {
        guard state == .open else { return }
        if queue.isInstant { return pull() }
        advance()
        if isStarving || queue.isDraining { rearm() } else { pull() }
    }

    /// Stores the frames that left the queue. Reports if the queue is now empty.
    private func advance() {
        storeConsumed()
        tellAll(queue.advance(to: loop.now))
    }

    /// Stores the frames that left the queue.
    private func storeConsumed() {
        let consumed = queue.consumed(at: loop.now)
        guard consumed > stored else { return }
        store(Int(consumed - stored))
        stored = consumed
    }

    /// Sets the timer to the time when a quarter of the buffer is free. If no more sound is expected, sets the timer to
    /// the time when the queue is empty.
    private func rearm() {
        guard state == .open, !queue.isInstant else { return }
        let mark = isStarving || queue.isDraining ? 0 : queue.capacity - queue.capacity / 4
        if let when = queue.whenQueued(is: mark) { timer?.rearm(at: when) } else { timer?.disarm() }
    }

    private func tellAll(_ events: PlayoutQueue.Events) {
        if events.contains(.started) { tell(.started) }
        if events.contains(.underflow) { tell(.underflow) }
        if events.contains(.drained) { whenStored { [weak self] in self?.tell(.drained) } }
    }

    private func tell(_ event: AudioOutputEvent) {
        loop.post { [weak self] in
            guard let self, self.state == .open else { return }
            self.client?.audioOutput(self, did: event)
        }
    }
}
