import CPulse
import RadioLoop

/// A stream on a PulseAudio server.
///
/// The server holds two seconds of sound and asks for more when half a second is gone. The server reports its timing
/// only after ``requestTiming()``. A playing stream therefore wakes the program twice a second.
package final class PulseOutput: AudioOutput {
    package let format: PCMFormat
    package weak var client: (any AudioOutputClient)?
    package private(set) var lastTiming: OutputTiming?

    private enum State { case made, connecting, open, failed, closed }

    private let connection: PulseConnection
    /// The settings that the client wants. Changes made before the stream is open are applied when it opens.
    private var configuration: OutputConfiguration
    private let choice: DeviceChoice
    private var loop: EventLoop { connection.loop }
    /// Name of the device requested for the stream; nil for the server's default.
    private var wantedDevice: String?
    private var state = State.made
    private var stream: PulseStream?

    private var queue = PulseQueue()
    private var isPumpPosted = false
    /// The settings with which the stream was created.
    private var started = OutputConfiguration()
    private var timing = TimingRequest()
    private var frozenTimer: LoopTimer?
    /// Watches the stream for changes of volume and mute, phone calls, and suspends of its device. Exists while the
    /// stream is open.
    private var watch: PulseStreamWatch?

    /// The state of the timing request.
    private struct TimingRequest {
        var isUnderWay = false
        /// True if a flush or ``takeBack(frames:)`` came after the pending request. The answer to that request is then ignored.
        var isStale = false
        /// True once `.frozen` was sent.
        var isFrozen = false
    }

    /// Time without an answer to a timing request after which the server counts as frozen.
    static let frozenAfter = Duration.seconds(3)

    init(connection: PulseConnection, format: PCMFormat, configuration: OutputConfiguration, choice: DeviceChoice) {
        self.connection = connection
        self.format = format
        self.configuration = configuration
        self.choice = choice
    }

    deinit { release() }

    // MARK: AudioOutput

    package func open() {
        guard state == .made else { return }
        state = .connecting
        frozenTimer = loop.makeTimer { [weak self] in self?.serverIsSilent() }
        connection.add(self)
        if connection.isReady { chooseDevice() }
    }

    package func wake() {
        guard state == .open, queue.isStarving || queue.isDraining else { return }
        cancelDrain()
        postPump()
    }

    package func setCorked(_ corked: Bool) {
        configuration.isCorked = corked
        guard state == .open else { return }
        stream?.cork(corked)
        playIfEnough()
    }

    package func flush() {
        guard state == .open else { return }
        lastTiming = nil
        timing.isStale = timing.isUnderWay
        cancelDrain()
        stream?.flush()
        queue = PulseQueue()
        postPump()
    }

    package func takeBack(frames: Int64) -> Bool {
        guard state == .open, !queue.isDraining, frames > 0, frames <= queue.written, let stream else { return false }
        queue.tookBack(frames)
        stream.takeBack(Int(frames) * format.bytesPerFrame)
        lastTiming?.written = queue.written
        timing.isStale = timing.isUnderWay
        postPump()
        return true
    }

    package func drain() {
        guard state == .open, !queue.isDraining else { return }
        queue.isDraining = true
        stream?.drain()
    }

    private func cancelDrain() {
        guard queue.isDraining else { return }
        queue.isDraining = false
        stream?.cancelDrain()
    }

    package func requestTiming() {
        guard state == .open, !timing.isUnderWay else { return }
        timing.isUnderWay = true
        stream?.updateTiming()
        frozenTimer?.rearm(after: Self.frozenAfter)
    }

    package func setVolume(_ volume: Double) {
        configuration.volume = volume
        watch?.setVolume(volume)
    }

    package func setMuted(_ muted: Bool) {
        configuration.isMuted = muted
        watch?.setMuted(muted)
    }

    package func setTitle(_ title: String) {
        guard configuration.title != title else { return }
        configuration.title = title
        if state == .open { stream?.setTitle(title) }
    }

    package func close() {
        guard state != .closed else { return }
        state = .closed
        release()
    }

    // MARK: The stream's life

    /// Chooses the device by the configuration's target, and creates the stream on it.
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
                        .noDevice("no device matches \(self.choice.words); \"longwave devices\" lists them"))
                }
            }
        }
    }

    /// Creates the stream on a device, or on the server's default if `device` is nil.
    private func createStream(on device: String?) {
        guard state == .connecting, stream == nil, let context = connection.context else { return }
        wantedDevice = device
        let new = PulseStream(
            context: context, loop: loop, format: format, title: configuration.title, category: configuration.category
        ) { [weak self] in self?.handle($0) }
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

    /// The sizes of the server's buffer that are requested for the stream.
    private var attributes: pa_buffer_attr {
        func bytes(_ duration: Duration) -> UInt32 {
            UInt32(clamping: Int(duration.inSeconds * Double(format.sampleRate)) * format.bytesPerFrame)
        }
        return pa_buffer_attr(
            maxlength: .max, tlength: bytes(configuration.bufferDuration),
            // The server's prebuffer is as large as the buffer, and ``playIfEnough()`` tells the server when to play.
            // Otherwise the server would start to play when the first of several blocks of sound arrives. Its sink,
            // which takes a second of sound at once, would run dry before the other blocks arrive. The prebuffer is
            // never 0, because the server would then play on past the end of the written sound, and late sound would be
            // lost.
            prebuf: bytes(configuration.bufferDuration),
            minreq: bytes(configuration.bufferDuration) / 4, fragsize: .max)
    }

    /// Handles an event of the stream.
    private func handle(_ event: PulseStream.Event) {
        guard let stream, state == .connecting || state == .open else { return }
        switch event {
        case .ready where wantedDevice == nil && stream.deviceName == OutputDevice.placeholderName: leavePlaceholder()
        case .ready: opened(stream)
        case .failed(let code): fail(error(code))
        case .wantsSound: pump()
        case .underflow: ranDry()
        case .started: tell(.started)
        case .moved: watch?.moved()
        case .suspended: watch?.suspended(stream.isSuspended, isCorked: configuration.isCorked)
        case .corkRequested(let on): watch?.corkRequested(on)
        case .corked(let on): watch?.corked(on, isCorked: configuration.isCorked)
        case .drained: drained()
        case .timing(let timing): timingArrived(timing)
        case .timingFailed: askAgain()
        }
    }

    /// Closes the stream on the placeholder device, which nobody hears, and creates a stream on another device.
    private func leavePlaceholder() {
        stream?.close()
        stream = nil
        connection.listDevices { [weak self] result in
            guard let self, state == .connecting, case .success(let devices) = result else { return }
            guard let device = devices.first(where: { !$0.isPlaceholder }) else {
                return fail(.noDevice("the sound server has no sound card, only \(OutputDevice.placeholderName)"))
            }
            createStream(on: device.name)
        }
    }

    /// Handles the opening of the stream: starts ``watch``, and applies the settings that changed while the stream was
    /// being created.
    private func opened(_ stream: PulseStream) {
        state = .open
        let watch = PulseStreamWatch(stream: stream, loop: loop, start: started) { [weak self] in
            switch $0 {
            case .event(let event): self?.tell(event)
            case .known: self?.pump()
            }
        }
        self.watch = watch
        if configuration.isCorked != started.isCorked { stream.cork(configuration.isCorked) }
        if let volume = configuration.volume, volume != started.volume { watch.setVolume(volume) }
        if configuration.isMuted != started.isMuted { watch.setMuted(configuration.isMuted) }
        if configuration.title != started.title { stream.setTitle(configuration.title) }
        tell(.opened(device: stream.deviceName))
        watch.tellIfSuspended(isCorked: configuration.isCorked)
    }

    /// Ends the output with an error. Only the first call has an effect.
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
        watch = nil
        stream?.close()
        stream = nil
    }

    /// Converts libpulse's error code to an error of the output.
    private func error(_ code: Int32) -> AudioOutputError {
        let words = PulseConnection.reason(code)
        switch pa_error_code_t(UInt32(bitPattern: code)) {
        case PA_ERR_NOENTITY:
            return .noDevice(wantedDevice.map { "device \"\($0)\" not found" } ?? "the sound server has no device")
        case PA_ERR_KILLED: return .noDevice("the sound device was removed")
        case PA_ERR_CONNECTIONTERMINATED: return .serverLost(words)
        default: return .refused(words)
        }
    }

    private func drained() {
        guard queue.isDraining else { return }
        queue.isDraining = false
        tell(.drained)
    }

    private func tell(_ event: AudioOutputEvent) { client?.audioOutput(self, did: event) }

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

    /// Number of bytes after which ``fill()`` stops until the next turn of the loop.
    ///
    /// libpulse sends these bytes before the next turn, so its memory pool, which never shrinks, holds at most one
    /// portion.
    private static let portion = 192 << 10

    /// Fills the server's buffer in portions, and lets the server play once all portions are written.
    private func pump() {
        fill()
        if !isPumpPosted { playIfEnough() }
    }

    /// Asks the client for sound until the server's buffer is full, the client has no more, or one portion is written.
    private func fill() {
        guard state == .open, !queue.isDraining, watch?.isBirthKnown == true, let stream, let client else { return }
        queue.isStarving = false
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
            queue.wrote(Int64(result.sent / frameSize))
            room -= result.sent
            if result.sent < result.room / frameSize * frameSize {
                queue.isStarving = true
                return
            }
        }
    }

    /// Reports that the server's queue ran empty. Requests timing, because sound may be on its way to the server.
    private func ranDry() {
        queue.ranDry()
        tell(.underflow)
        requestTiming()
    }

    /// Tells the server to play, if its queue contains enough sound (``OutputConfiguration/prebufferDuration``) and the
    /// stream is not corked.
    private func playIfEnough() {
        let enough = Int64(configuration.prebufferDuration.inSeconds * Double(format.sampleRate))
        if state == .open, !configuration.isCorked, queue.starts(with: enough) { stream?.play() }
    }

    // MARK: Timing

    /// Computes and reports the timing. If there was a flush after the request, requests timing again instead.
    private func timingArrived(_ answer: PulseStream.Timing) {
        frozenTimer?.disarm()
        let isStale = timing.isStale
        timing = TimingRequest()
        if isStale { return requestTiming() }
        let queued = answer.queuedBytes / Int64(format.bytesPerFrame)
        queue.serverHolds(queued)
        playIfEnough()
        // While the stream is corked or suspended, the sink's latency applies to other streams only. The stream's own
        // sound has left the sink, or was returned to the queue.
        let isStill = configuration.isCorked || stream?.isSuspended == true
        let timing = OutputTiming(
            written: queue.written, consumed: min(max(queue.written - queued, 0), queue.written),
            sinkLatency: isStill ? .zero : answer.sinkLatency, at: answer.arrival.advanced(by: .zero - answer.age),
            isRunning: answer.isPlaying && !isStill)
        lastTiming = timing
        tell(.timing(timing))
    }

    /// Requests timing again after the server's answer could not be used, or did not come within libpulse's time limit
    /// of half a minute.
    private func askAgain() {
        timing.isUnderWay = false
        timing.isStale = false
        requestTiming()
    }

    private func serverIsSilent() {
        guard state == .open, timing.isUnderWay, !timing.isFrozen else { return }
        timing.isFrozen = true
        tell(.frozen)
    }
}

extension PulseOutput: PulseConnectionMember {
    func connectionIsReady() { chooseDevice() }

    func connectionFailed(_ error: AudioOutputError) { fail(error) }

    func sinkInputChanged(_ index: UInt32) {
        watch?.sinkInputChanged(index)
    }
}
