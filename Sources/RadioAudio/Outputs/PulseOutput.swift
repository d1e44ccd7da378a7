import CPulse
import RadioLoop

/// One stream in a PulseAudio server.
///
/// The server holds two seconds, asks for more when half a second of it is gone, and is asked for timing only by
/// ``requestTiming()``: a playing stream wakes us twice a second.
public final class PulseOutput: AudioOutput {
    public let format: PCMFormat
    public weak var client: (any AudioOutputClient)?
    public private(set) var lastTiming: OutputTiming?

    enum State { case made, connecting, open, failed, closed }

    let connection: PulseConnection
    let loop: EventLoop
    /// What the stream is to start with; kept up to date until it exists.
    var configuration: OutputConfiguration
    private let choice: DeviceChoice
    /// The device asked for when the stream was made; nil is the server's default.
    private var wantedDevice: String?
    var state = State.made
    var stream: PulseStream?

    /// Frames written since the stream was opened or flushed.
    private var written: Int64 = 0
    /// The client could not fill the last request.
    private var isStarving = false
    private var isPumpPosted = false
    private var isDraining = false
    /// The server holds what comes until there is enough of it, or until it is told to play. See `attributes`.
    private var isPrebuffering = true
    /// Frames that the server has for its next start.
    private var prebuffered: Int64 = 0
    var isCorked: Bool
    /// What the stream was made with.
    private var started = OutputConfiguration()
    var isSuspendOurs = false
    var isSuspendTold = false
    var interruption = PulseInterruption()
    var callQuery: PulseCallQuery?
    /// Whether the call that silences us lasts.
    var lastingQuery: PulseCallQuery?
    private var isTimingAsked = false
    /// The answer under way is from before a flush.
    private var isTimingStale = false
    private var isFrozen = false
    private var frozenTimer: LoopTimer?
    var mixer: PulseMixerWatch?

    /// A timing request without an answer for so long means that the server stands still.
    static let frozenAfter = Duration.seconds(3)

    init(connection: PulseConnection, format: PCMFormat, configuration: OutputConfiguration, choice: DeviceChoice) {
        self.connection = connection
        self.format = format
        self.configuration = configuration
        self.choice = choice
        loop = connection.loop
        isCorked = configuration.isCorked
    }

    deinit { release() }

    // MARK: AudioOutput

    public func open() {
        guard state == .made else { return }
        state = .connecting
        frozenTimer = loop.makeTimer { [weak self] in self?.serverIsSilent() }
        connection.add(self)
        if connection.isReady { chooseDevice() }
    }

    public func wake() {
        guard state == .open, isStarving || isDraining else { return }
        if isDraining {
            isDraining = false
            stream?.cancelDrain()
        }
        postPump()
    }

    public func setCorked(_ corked: Bool) {
        configuration.isCorked = corked
        isCorked = corked
        guard state == .open else { return }
        stream?.cork(corked)
        playIfEnough()
    }

    public func flush() {
        guard state == .open else { return }
        written = 0
        lastTiming = nil
        if isTimingAsked { isTimingStale = true }
        if isDraining {
            isDraining = false
            stream?.cancelDrain()
        }
        stream?.flush()
        startPrebuffering()
        postPump()
    }

    public func drain() {
        guard state == .open, !isDraining else { return }
        isDraining = true
        stream?.drain()
    }

    public func requestTiming() {
        guard state == .open, !isTimingAsked else { return }
        isTimingAsked = true
        stream?.updateTiming()
        frozenTimer?.rearm(after: Self.frozenAfter)
    }

    public func setVolume(_ volume: Double) {
        configuration.volume = volume
        mixer?.setVolume(volume)
    }

    public func setMuted(_ muted: Bool) {
        configuration.isMuted = muted
        mixer?.setMuted(muted)
    }

    public func setTitle(_ title: String) {
        guard configuration.title != title else { return }
        configuration.title = title
        if state == .open { stream?.setTitle(title) }
    }

    public func close() {
        guard state != .closed else { return }
        state = .closed
        release()
    }

    // MARK: The stream's life

    private func chooseDevice() {
        guard state == .connecting, stream == nil else { return }
        switch configuration.target {
        case .named(let name): createStream(on: name)
        case .preferred(let orDefault):
            guard !choice.patterns.isEmpty else { return createStream(on: nil) }
            connection.listDevices { [weak self] result in
                guard let self, case .success(let devices) = result else { return }
                if let device = self.choice.device(for: self.configuration.target, among: devices) {
                    self.createStream(on: device.name)
                } else if orDefault {
                    self.createStream(on: nil)
                } else {
                    self.fail(
                        .noDevice("no sound device is called \(self.choice.words); `longwave devices` lists them"))
                }
            }
        }
    }

    private func createStream(on device: String?) {
        guard state == .connecting, stream == nil, let context = connection.context else { return }
        wantedDevice = device
        let new = PulseStream(context: context, loop: loop, format: format, title: configuration.title) { [weak self] in
            self?.handle($0)
        }
        guard let new else { return fail(.refused(PulseConnection.reason(pa_context_errno(context)))) }
        stream = new
        started = configuration
        var flags = PA_STREAM_NOFLAGS.rawValue
        if configuration.isCorked { flags |= PA_STREAM_START_CORKED.rawValue }
        if configuration.isMuted { flags |= PA_STREAM_START_MUTED.rawValue }
        let start = PulseStream.Start(
            device: device, attributes: attributes, flags: flags, volume: configuration.volume)
        if let code = new.connect(start) { fail(error(code)) }
    }

    private var attributes: pa_buffer_attr {
        func bytes(_ duration: Duration) -> UInt32 {
            UInt32(clamping: Int(duration.inSeconds * Double(format.sampleRate)) * format.bytesPerFrame)
        }
        return pa_buffer_attr(
            maxlength: .max, tlength: bytes(configuration.bufferDuration),
            // The server's own prebuffer is as large as can be, and we say when to play: it would start with the first of several blocks,
            // and its sink, which takes a second at once, would run dry before the others arrive. Never 0: the server would then
            // play on past the end of what was written, and what comes late would be lost.
            prebuf: bytes(configuration.bufferDuration),
            minreq: bytes(configuration.bufferDuration) / 4, fragsize: .max)
    }

    private func handle(_ event: PulseStream.Event) {
        guard let stream, state == .connecting || state == .open else { return }
        switch event {
        case .ready: opened(stream)
        case .failed(let code): fail(error(code))
        case .wantsSound: pump()
        case .underflow: ranDry()
        case .started: tell(.started)
        case .moved: moved(stream)
        case .suspended: suspended(stream.isSuspended)
        case .corkRequested(let on): corkRequested(on)
        case .corked(let on): corked(on)
        case .drained: drained()
        case .timing(let timing): timingArrived(timing)
        case .timingFailed: askAgain()
        }
    }

    private func opened(_ stream: PulseStream) {
        state = .open
        let mixer = PulseMixerWatch(
            stream: stream, loop: loop, volume: started.volume, isMuted: started.isMuted,
            onChange: { [weak self] in self?.mixerChanged($0) }, onKnown: { [weak self] in self?.pump() })
        self.mixer = mixer
        // It may have changed while the stream was being made.
        if isCorked != started.isCorked { stream.cork(isCorked) }
        if let volume = configuration.volume, volume != started.volume { mixer.setVolume(volume) }
        if configuration.isMuted != started.isMuted { mixer.setMuted(configuration.isMuted) }
        if configuration.title != started.title { stream.setTitle(configuration.title) }
        tell(.opened(device: stream.deviceName))
        tellIfSuspended()
    }

    private func fail(_ error: AudioOutputError) {
        guard state == .connecting || state == .open else { return }
        state = .failed
        release()
        loop.post { [weak self] in
            guard let self, self.state == .failed else { return }
            self.client?.audioOutput(self, did: .failed(error))
        }
    }

    private func release() {
        connection.remove(self)
        frozenTimer?.cancel()
        mixer = nil
        callQuery = nil
        lastingQuery = nil
        stream?.close()
        stream = nil
    }

    private func error(_ code: Int32) -> AudioOutputError {
        let words = PulseConnection.reason(code)
        switch pa_error_code_t(UInt32(bitPattern: code)) {
        case PA_ERR_NOENTITY:
            return .noDevice(wantedDevice.map { "no sound device \"\($0)\"" } ?? "the sound server has no device")
        case PA_ERR_KILLED: return .noDevice("the sound device was removed")
        case PA_ERR_CONNECTIONTERMINATED: return .serverLost(words)
        default: return .refused(words)
        }
    }

    private func drained() {
        guard isDraining else { return }
        isDraining = false
        tell(.drained)
    }

    func tell(_ event: AudioOutputEvent) { client?.audioOutput(self, did: event) }

    // MARK: Sound

    private func postPump() {
        if isPumpPosted { return }
        isPumpPosted = true
        loop.post { [weak self] in
            guard let self else { return }
            self.isPumpPosted = false
            self.pump()
        }
    }

    /// Bytes that are written in one turn of the loop. libpulse sends them before the next: its pool, which never shrinks, stays as small.
    private static let portion = 192 << 10

    /// Fills what room the server has, in portions, and lets it play when all are written.
    func pump() {
        fill()
        if !isPumpPosted { playIfEnough() }
    }

    private func fill() {
        guard state == .open, !isDraining, isBirthKnown, let stream, let client else { return }
        isStarving = false
        let frameSize = format.bytesPerFrame
        let all = stream.writableBytes / frameSize * frameSize
        var room = all
        while room > 0 {
            if all - room >= Self.portion { return postPump() }
            let result = stream.write(room) { memory in
                let floats = memory.bindMemory(to: Float.self)
                let frames = floats.count / format.channelCount
                let whole = UnsafeMutableBufferPointer(rebasing: floats[..<(frames * format.channelCount)])
                return min(max(client.audioOutput(self, fill: whole), 0), frames) * frameSize
            }
            guard let result, state == .open else { return }
            written += Int64(result.sent / frameSize)
            prebuffered += Int64(result.sent / frameSize)
            room -= result.sent
            if result.sent < result.room / frameSize * frameSize {
                isStarving = true
                return
            }
        }
    }

    private func startPrebuffering() {
        isPrebuffering = true
        prebuffered = 0
    }

    /// The server says that its queue is empty, but what we wrote meanwhile may be on its way: the answer will tell.
    private func ranDry() {
        startPrebuffering()
        tell(.underflow)
        requestTiming()
    }

    private func playIfEnough() {
        let enough = Int64(configuration.prebufferDuration.inSeconds * Double(format.sampleRate))
        guard state == .open, isPrebuffering, !isCorked, prebuffered > 0, prebuffered >= enough else { return }
        isPrebuffering = false
        stream?.play()
    }

    // MARK: Timing

    private func timingArrived(_ answer: PulseStream.Timing) {
        isTimingAsked = false
        isFrozen = false
        frozenTimer?.disarm()
        if isTimingStale {
            isTimingStale = false
            return requestTiming()
        }
        let queued = answer.queuedBytes / Int64(format.bytesPerFrame)
        prebuffered = queued
        playIfEnough()
        // While the stream stands still the sink's latency is that of others' sound: what was on its way was taken back into the queue, or is out.
        let isStill = isCorked || stream?.isSuspended == true
        let timing = OutputTiming(
            written: written, consumed: min(max(written - queued, 0), written),
            sinkLatency: isStill ? .zero : answer.sinkLatency, at: answer.arrival.advanced(by: .zero - answer.age),
            isRunning: answer.isPlaying && !isStill)
        lastTiming = timing
        tell(.timing(timing))
    }

    /// The answer came but was of no use, or none came for libpulse's own half minute.
    private func askAgain() {
        isTimingAsked = false
        isTimingStale = false
        requestTiming()
    }

    private func serverIsSilent() {
        guard state == .open, isTimingAsked, !isFrozen else { return }
        isFrozen = true
        tell(.frozen)
    }
}

extension PulseOutput: PulseConnectionMember {
    func connectionIsReady() { chooseDevice() }

    func connectionFailed(_ error: AudioOutputError) { fail(error) }

    func sinkInputChanged(_ index: UInt32) {
        if state == .open { mixer?.sinkInputChanged(index) }
    }
}
