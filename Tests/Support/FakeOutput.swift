import RadioAudio
import RadioLoop

/// Simulates an output of the sound server, for tests of the player. The output requests sound and sends events through
/// the loop's inbox, as a real output does. It has no clock: sound is consumed only when the test calls `consume`.
///
///     let system = FakeSystem(loop: loop)
///     … the player opens an output …
///     let output = system.outputs.last!
///     output.consume(frames: 4410)     // 0.1 s at 44.1 kHz was heard; the output requests more sound
///     output.freeze()                  // timing requests are answered with `frozen`
package final class FakeOutput: AudioOutput {
    package let format: PCMFormat
    package weak var client: (any AudioOutputClient)?

    // State that the player's calls change.
    package private(set) var configuration: OutputConfiguration
    package private(set) var isOpen = false
    package private(set) var isClosed = false
    package private(set) var isCorked: Bool
    package private(set) var isDraining = false
    package private(set) var flushCount = 0
    package private(set) var timingRequests = 0
    /// All samples written so far, interleaved. The last ``queued`` frames wait in the server's queue, and ``flush()``
    /// removes them.
    package private(set) var samples: [Float] = []
    /// The number of frames written since the output was opened or flushed.
    package private(set) var written: Int64 = 0
    package private(set) var consumed: Int64 = 0
    package private(set) var isRunning = false
    /// Whether the player had too little sound when the output last requested sound.
    package private(set) var isStarving = false

    // Properties of the sound server that the test may change.
    package var sinkLatency = Duration.zero
    package var isSuspended = false
    /// Whether ``lastTiming`` always has the loop's current time. If true, the player counts only consumed sound as
    /// heard, however much time passes after the answer to a timing request.
    package var isTimeless = false
    /// Whether ``takeBack(frames:)`` is possible.
    package var takesBack = false
    package private(set) var isFrozen = false

    private let loop: EventLoop
    private let openError: AudioOutputError?
    private let device: String
    /// The error that the test passed to ``fail(_:)``, or nil.
    package private(set) var failure: AudioOutputError?
    private var isPullPosted = false
    private var answer: OutputTiming?
    private var isTimingOwed = false
    private var isHoldingAnswers = false
    /// The number of consumed frames, and whether the output was running, at the player's last timing request.
    private var asked: (consumed: Int64, isRunning: Bool) = (0, false)

    package init(
        loop: EventLoop, format: PCMFormat, configuration: OutputConfiguration = .init(), device: String = "fake",
        openError: AudioOutputError? = nil
    ) {
        self.loop = loop
        self.format = format
        self.configuration = configuration
        self.device = device
        self.openError = openError
        isCorked = configuration.isCorked
    }

    // MARK: AudioOutput

    package func open() {
        guard !isOpen, !isClosed else { return }
        if let openError { return fail(openError) }
        isOpen = true
        tell(.opened(device: device))
        postPull()
    }

    package func wake() {
        guard isOpen, isStarving || isDraining else { return }
        isDraining = false
        postPull()
    }

    package func setCorked(_ corked: Bool) {
        isCorked = corked
        configuration.isCorked = corked
        guard isOpen else { return }
        if corked { isRunning = false }
        tell(.corked(corked))
        startIfReady()
    }

    package func flush() {
        flushCount += 1
        samples.removeLast(min(Int(queued) * format.channelCount, samples.count))
        written = 0
        consumed = 0
        isRunning = false
        isDraining = false
        answer = nil
        if isOpen { postPull() }
    }

    package func takeBack(frames: Int64) -> Bool {
        guard takesBack, isOpen, !isDraining, frames > 0, frames <= queued else { return false }
        samples.removeLast(Int(frames) * format.channelCount)
        written -= frames
        answer?.written = written
        postPull()
        return true
    }

    package func drain() {
        guard isOpen else { return }
        isDraining = true
        if queued == 0 { finishDrain() } else { startIfReady() }
    }

    package func requestTiming() {
        guard isOpen else { return }
        timingRequests += 1
        guard !isTimingOwed else { return }
        isTimingOwed = true
        asked = (consumed, isRunning && !isSuspended)
        if isFrozen { tell(.frozen) } else { answerTiming() }
    }

    package func setVolume(_ volume: Double) { configuration.volume = volume }
    package func setMuted(_ muted: Bool) { configuration.isMuted = muted }
    package func setTitle(_ title: String) { configuration.title = title }

    package func close() {
        isOpen = false
        isClosed = true
        isRunning = false
    }

    package var lastTiming: OutputTiming? {
        guard var timing = answer else { return nil }
        if isTimeless { timing.at = loop.now }
        return timing
    }

    // MARK: Calls by the test

    /// The number of frames that the player has written and the server has not consumed.
    package var queued: Int64 { written - consumed }
    package var capacity: Int64 { Int64(configuration.bufferDuration.inSeconds * Double(format.sampleRate)) }

    /// Consumes up to `frames` frames if the server runs. The server then requests more sound once a quarter of the
    /// buffer is free.
    package func consume(frames: Int64) {
        guard isOpen, isRunning, !isSuspended else { return }
        consumed += min(frames, queued)
        if queued == 0 {
            isRunning = false
            if isDraining { finishDrain() } else { tell(.underflow) }
        }
        if !isStarving, !isDraining, capacity - queued >= capacity / 4 { postPull() }
    }

    /// Consumes the frames of `duration`.
    package func consume(_ duration: Duration) {
        consume(frames: Int64((duration.inSeconds * Double(format.sampleRate)).rounded()))
    }

    /// Consumes the whole queue. The player gets the event `underflow`, or `drained` if it drains the output.
    package func consumeAll() { consume(frames: queued) }

    /// Simulates a sound server that does not respond. The next timing request gets the event `frozen` at once; with a
    /// real server, the event follows after three seconds. Further requests get nothing until ``thaw()``.
    package func freeze() { isFrozen = true }

    /// Ends ``freeze()``, and answers the timing request that got no answer meanwhile.
    package func thaw() {
        isFrozen = false
        if isTimingOwed { answerTiming() }
    }

    /// Delays the answers to timing requests until ``releaseAnswers()``. The answers then report the output's state at
    /// the time of the request.
    package func holdAnswers() { isHoldingAnswers = true }

    package func releaseAnswers() {
        guard isHoldingAnswers, isTimingOwed else { return isHoldingAnswers = false }
        isHoldingAnswers = false
        answerTiming(consumed: asked.consumed, isRunning: asked.isRunning)
    }

    /// Makes the stream fail. A real server does so with `.noDevice` when the last device is removed, and with
    /// `.serverLost` when the server ends.
    package func fail(_ error: AudioOutputError) {
        guard failure == nil, !isClosed else { return }
        failure = error
        isOpen = false
        isRunning = false
        loop.post { [weak self] in
            guard let self, !self.isClosed else { return }
            self.client?.audioOutput(self, did: .failed(error))
        }
    }

    package func move(to device: String) { tell(.moved(device: device)) }

    package func suspend(_ on: Bool) {
        isSuspended = on
        tell(.suspended(on, isOurs: isCorked))
    }

    package func requestInterruption(_ on: Bool) { tell(.interruptionRequested(on)) }

    package func changeVolume(_ volume: Double, isMuted: Bool = false) {
        configuration.volume = volume
        configuration.isMuted = isMuted
        tell(.volumeChanged(volume, isMuted: isMuted))
    }

    /// Sends the player an event for which this class has no method of its own.
    package func send(_ event: AudioOutputEvent) { tell(event) }

    // MARK: Events for the player

    private func finishDrain() {
        isDraining = false
        tell(.drained)
    }

    private func answerTiming() {
        loop.post { [weak self] in
            guard let self, self.isOpen, self.isTimingOwed, !self.isHoldingAnswers else { return }
            self.answerTiming(consumed: self.consumed, isRunning: self.isRunning && !self.isSuspended)
        }
    }

    private func answerTiming(consumed: Int64, isRunning: Bool) {
        isTimingOwed = false
        let timing = OutputTiming(
            written: written, consumed: consumed, sinkLatency: sinkLatency, at: loop.now, isRunning: isRunning)
        answer = timing
        tell(.timing(timing))
    }

    private func startIfReady() {
        let prebuffer = Int64(configuration.prebufferDuration.inSeconds * Double(format.sampleRate))
        guard isOpen, !isRunning, !isCorked, queued > 0, queued >= prebuffer || isDraining else { return }
        isRunning = true
        tell(.started)
    }

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
        guard isOpen, !isDraining, let client else { return }
        isStarving = false
        while capacity > queued, !isStarving, isOpen {
            let wanted = Int(min(capacity - queued, 4096))
            let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: wanted * format.channelCount)
            defer { buffer.deallocate() }
            let frames = min(max(client.audioOutput(self, fill: buffer), 0), wanted)
            samples += buffer[..<(frames * format.channelCount)]
            written += Int64(frames)
            isStarving = frames < wanted
            startIfReady()
        }
    }

    private func tell(_ event: AudioOutputEvent) {
        loop.post { [weak self] in
            guard let self, self.isOpen else { return }
            self.client?.audioOutput(self, did: event)
        }
    }
}
