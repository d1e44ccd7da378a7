import RadioAudio
import RadioFormats
import RadioLoop

/// The side of the loudspeaker.
extension Player: AudioOutputClient {
    /// Opens a lane for what comes next, once it is known what that is; one that is open is asked to take more. One that plays out gets no
    /// more: to wake it would take back that its end is to be told.
    func startOutput() {
        if let lane {
            if !lane.isFinishing { lane.output.wake() }
            return
        }
        guard renderer.prepare(), let format = renderer.format else { return }
        streamDescription?.pcm = format
        let new = OutputLane(output: system.makeOutput(format, configuration: outputConfiguration))
        lane = new
        new.output.client = self
        new.output.open()
    }

    var outputConfiguration: OutputConfiguration {
        let isHeldBack = machine.facts.intent != .playing || !machine.facts.suppressions.isEmpty
        return OutputConfiguration(
            bufferDuration: policy.outputBuffer, volume: volume, isMuted: isMuted, isCorked: isHeldBack,
            title: mixerTitle, target: outputTarget)
    }

    /// What desktop mixers show for the stream.
    var mixerTitle: String {
        let name = item?.station.name ?? "Longwave"
        guard let text = titles.current?.track.text, !text.isEmpty else { return name }
        return "\(text) – \(name)"
    }

    func closeOutput() {
        for lane in [lane, finishing].compactMap({ $0 }) {
            countUnanswered(lane)
            lane.output.client = nil
            lane.output.close()
        }
        // What died in the server before it was heard is played again.
        if lane != nil, timeline.written > nextUnheard { renderer.jump(to: nextUnheard) }
        lane = nil
        finishing = nil
        outputDevice = nil
        timingTimer.disarm()
        titleTimer.disarm()
        endTimer.disarm()
        handoverTimer.disarm()
    }

    func uncork() {
        if timeline.written <= timeline.start, timeline.start > nextUnheard {
            // What comes next was let go during the pause: on with what follows it.
            let dropped = MediaTime(flicks: timeline.range.start - lastHeard.time).duration
            goOn(with: timeline.start)
            loop.post { [weak self] in self.map { $0.notify(.didDropHeld(dropped, $0.snapshot())) } }
        }
        keepPause()
        lane?.output.setCorked(false)
        finishing?.output.setCorked(false)
        postService()
    }

    func jumpToLiveEdge() {
        followsEdge = true
        if jumpToPresentEdge() { return }
        let edge = timeline.range.end - MediaTime(seconds: policy.liveEdgeDistance.inSeconds).flicks
        goOn(with: timeline.packetNumber(at: edge))
    }

    /// What is queued goes; the next sound is this packet's.
    func goOn(with packet: Int64) {
        finishHandover()
        titleAfterJump = timeline.takeMetadata(upTo: packet).last ?? titleAfterJump
        renderer.jump(to: packet)
        firstWanted = packet
        nextUnheard = packet
        endTimer.disarm()
        if let lane {
            countUnanswered(lane)
            lane.flush()
            lane.isFinishing = false
        }
        postService()
    }

    // MARK: AudioOutputClient

    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let lane, lane.output === output, !lane.isFinishing else { return 0 }
        let frames = fill(lane, buffer)
        lane.isHungry = frames < buffer.count / lane.format.channelCount
        // Its answer rides on the way of what was just written.
        loop.post { [weak self] in self?.filled(lane) }
        return frames
    }

    private func fill(_ lane: OutputLane, _ buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let channels = lane.format.channelCount
        var written = 0
        if lane.silence > 0 {
            written = min(Int(lane.silence), buffer.count / channels)
            buffer.baseAddress!.update(repeating: 0, count: written * channels)
            lane.gave(silence: written)
        }
        guard machine.isGivingSound, !lane.isAligning, written < buffer.count / channels else { return written }
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[(written * channels)...])
        let frames = renderer.render(into: rest, format: lane.format, position: lane.position, marks: &lane.marks)
        gain.apply(
            to: UnsafeMutableBufferPointer(rebasing: rest[..<(frames * channels)]), channels: channels,
            sampleRate: lane.format.sampleRate)
        lane.gave(sound: frames)
        return written + frames
    }

    private func filled(_ lane: OutputLane) {
        guard lane === self.lane else { return }
        if let failure = renderer.failure { step(.undecodable(failure)) }
        if !isTimingFresh(lane) { lane.output.requestTiming() }
        if lane.isHungry, machine.isGivingSound, !lane.isAligning {
            if renderer.prepare(), renderer.format != lane.format { beginHandover(from: lane) }
            finishIfComplete()
        }
        armTimingTimer()
    }

    /// The item's last packet was given to the output: it plays out.
    func finishIfComplete() {
        guard machine.facts.download == .ended, hasEndElement, renderer.isEmpty else { return }
        guard let lane else { return step(.nothingLeft) }
        guard !lane.isFinishing else { return }
        lane.isFinishing = true
        lane.output.drain()
        step(.allWritten)
    }

    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) {
        let isCurrent = output === lane?.output
        guard isCurrent || output === finishing?.output else { return }
        switch event {
        case .opened(let device): setDevice(device)
        case .failed(let error): outputFailed(error)
        case .timing(let timing): timed(timing, of: isCurrent ? lane! : finishing!)
        case .frozen: step(.serverFroze)
        case .started: output.requestTiming()
        case .underflow: ranOut(isCurrent ? lane! : finishing!)
        case .corked: output.requestTiming()
        case .drained: drained(isCurrent ? lane! : finishing!)
        case .moved(let device): moved(to: device, output)
        // During a hand-over both outputs tell of the same interruption: the one that stays counts.
        case .suspended(let isSuspended, let isOurs):
            (isCurrent ? lane : finishing)?.isSuspended = isSuspended
            guard !isOurs, isCurrent else { return }
            step(isSuspended ? .interruptionBegan(.suspendedDevice) : .interruptionEnded(.suspendedDevice))
        case .volumeChanged(let volume, let isMuted):
            self.volume = volume
            self.isMuted = isMuted
            notify(.volumeDidChange(snapshot()))
        case .interruptionRequested(let begins):
            guard isCurrent else { return }
            step(begins ? .interruptionBegan(.otherStream) : .interruptionEnded(.otherStream))
        }
    }

    // MARK: Timing

    /// The longest time between two answers of the sound server while it plays.
    private static let timingInterval = Duration.milliseconds(1500)
    /// Silence that is so near cannot be taken back.
    private static let audibleSoon = Duration.milliseconds(60)
    /// So long no other question is asked for what was written.
    private static let freshFor = Duration.milliseconds(900)
    /// A server is believed to have gone on for so long after its last answer.
    private static let believedFor = timingInterval + .milliseconds(500)
    /// Between two questions while its first frame is waited for.
    private static let startInterval = Duration.milliseconds(20)

    /// While it plays, what one answer told is true for a while; a write every tenth of a second need not ask each time.
    private func isTimingFresh(_ lane: OutputLane) -> Bool {
        guard machine.facts.sound == .playing, !lane.isAligning, finishing == nil else { return false }
        guard let timing = lane.output.lastTiming, timing.isRunning, let answered = lane.answered else { return false }
        return answered.duration(to: .now) < Self.freshFor
    }

    private func armTimingTimer() {
        guard let lane, machine.facts.intent == .playing else { return timingTimer.disarm() }
        switch machine.facts.sound {
        case .filling where machine.isGivingSound && lane.position > 0 && machine.facts.suppressions.isEmpty:
            timingTimer.rearm(after: Self.startInterval)
        case .playing, .draining:
            // Nothing to give: ask again just when the last frame is heard.
            guard lane.isHungry, !lane.isFinishing else { return timingTimer.rearm(after: Self.timingInterval) }
            let end = lane.endOfSound.map { MonotonicInstant.now.duration(to: $0) } ?? lane.remaining(at: .now)
            let left = end + .milliseconds(5)
            timingTimer.rearm(after: min(max(left, .milliseconds(20)), Self.timingInterval))
        case .starved where machine.isGivingSound: timingTimer.rearm(after: .milliseconds(200))
        case .none, .filling, .starved, .ended: timingTimer.disarm()
        }
    }

    func askForTiming() {
        (lane ?? finishing)?.output.requestTiming()
        finishing?.output.requestTiming()
        armTimingTimer()
    }

    private func timed(_ timing: OutputTiming, of lane: OutputLane) {
        lane.timed(timing)
        if self.lane?.isAligning == true { align() }
        // What a device took before it fell asleep is no sign that it plays.
        if count(lane, consumed: timing.consumed), !lane.isSuspended { step(.consumed) }
        if lane === self.lane, finishing == nil, isDry(lane, timing) || stutters(lane, timing) {
            step(.ranDry)
            // What is held may do to go on with, and nothing else may come that asks.
            postService()
        }
        let isGiven = lane === finishing && timing.consumed >= lane.position
        if isGiven || lane === self.lane && lane.isSounding { finishHandoverWhenHeard() }
        updateHeard()
        if lane === self.lane { armTimingTimer() }
    }

    /// Counts sound that was consumed; false when all of it was counted before.
    @discardableResult private func count(_ lane: OutputLane, consumed: Int64) -> Bool {
        let heard = lane.count(consumed: consumed)
        heardDuration += heard
        tally.add(heard: heard)
        return heard > .zero
    }

    /// Counts what was heard since the last answer, by the time that has passed: there will be no other. What was consumed and is on its
    /// way to the loudspeaker may be played again.
    private func countUnanswered(_ lane: OutputLane) {
        let now = MonotonicInstant.now
        guard !lane.isSuspended, let answered = lane.answered, answered.duration(to: now) < Self.believedFor,
            let timing = lane.output.lastTiming
        else { return }
        count(lane, consumed: timing.heard(at: now, sampleRate: lane.format.sampleRate))
    }

    /// Everything given was heard, and there is nothing to give.
    private func isDry(_ lane: OutputLane, _ timing: OutputTiming) -> Bool {
        guard lane.isHungry, !lane.isFinishing, timing.consumed >= lane.position, renderer.isEmpty else { return false }
        return lane.endOfSound.map { $0 <= .now } ?? false
    }

    /// The server's queue is empty: the answer tells whether that is heard.
    private func ranOut(_ lane: OutputLane) {
        lane.hasRunOut = lane.isHungry && !lane.isFinishing && renderer.isEmpty && machine.facts.sound == .playing
        lane.output.requestTiming()
    }

    /// It ran out with nothing to give, and stands still: a little that came since would sound for a moment only, so more is
    /// gathered first. Where enough came, some of it is on its way already: it is no stall any more.
    private func stutters(_ lane: OutputLane, _ timing: OutputTiming) -> Bool {
        guard lane.hasRunOut else { return false }
        lane.hasRunOut = false
        // A sink that renders far ahead is still heard, and takes the silence back when more comes in time.
        guard !timing.isRunning, timing.sinkLatency < Self.audibleSoon, !lane.isFinishing else { return false }
        let queued = MediaTime(samples: max(lane.position - timing.consumed, 0), rate: lane.format.sampleRate)
        return queued.duration + held < machine.bufferAfterStall
    }

    private func drained(_ lane: OutputLane) {
        guard lane === self.lane else {
            count(lane, consumed: lane.position)
            lane.output.requestTiming()
            return finishHandoverWhenHeard()
        }
        // Of what a jump has thrown away since.
        guard lane.isFinishing else { return }
        // The queue is empty; the last frames are on their way to the loudspeaker.
        endTimer.rearm(after: lane.output.lastTiming?.sinkLatency ?? .zero)
    }

    func endWasHeard() {
        // All of it, whatever the last answer said.
        if let lane { count(lane, consumed: lane.position) }
        updateHeard()
        step(.endHeard)
    }

    // MARK: What is heard

    /// Moves the *heard* cursor, publishes the titles that are heard now and waits for the next.
    func updateHeard() {
        let now = MonotonicInstant.now
        guard let heard = finishing?.heard(at: now) ?? lane?.heard(at: now) else { return }
        lastHeard = heard
        nextUnheard = heard.packet + 1
        timeline.release(heard: heard.packet)
        // A source that is held back brings no bytes: what is heard makes room.
        if isStreamPaused { postService() }
        let metadata = (titleAfterJump.map { [$0] } ?? []) + timeline.takeMetadata(upTo: heard.packet)
        titleAfterJump = nil
        for metadata in metadata {
            if titles.heard(metadata, at: now, position: MediaTime(flicks: heard.time)) {
                lane?.output.setTitle(mixerTitle)
                notify(.nowPlayingDidChange(snapshot()))
            }
        }
        scheduleTitle()
    }

    func scheduleTitle() {
        guard let next = timeline.metadata.first else { return titleTimer.disarm() }
        for lane in [finishing, lane].compactMap({ $0 }) {
            if let frame = lane.marks.frame(ofPacket: next.packet), let instant = lane.instant(ofFrame: frame) {
                // Never in a circle: a moment that has come and is not heard yet waits for the next timing.
                if instant > .now { titleTimer.rearm(at: instant.advanced(by: .milliseconds(1))) }
                return
            }
        }
    }

    // MARK: Hand-over to another format

    /// Silence that gets the new stream going, so that both can be timed.
    private static let handoverLead = Duration.milliseconds(150)

    /// The sound goes on in another format: a second output begins where the first one ends.
    private func beginHandover(from old: OutputLane) {
        guard finishing == nil, let format = renderer.format else { return }
        old.isFinishing = true
        old.output.drain()
        finishing = old
        var configuration = outputConfiguration
        configuration.prebufferDuration = .milliseconds(20)
        let new = OutputLane(output: system.makeOutput(format, configuration: configuration))
        let left = old.remaining(at: .now)
        // Of an output that was opened just now it is not known when its sound ends.
        if left > Self.handoverLead * 2 || old.output.lastTiming == nil {
            new.isAligning = true
            new.silence = Int64(Self.handoverLead.inSeconds * Double(format.sampleRate))
        } else {
            new.silence = Int64(left.inSeconds * Double(format.sampleRate))
        }
        lane = new
        streamDescription?.pcm = format
        new.output.client = self
        new.output.open()
    }

    /// Once both outputs have been timed: so much silence that the new sound begins when the old one has been heard.
    private func align() {
        guard let new = lane, new.isAligning, let old = finishing else {
            lane?.isAligning = false
            return
        }
        guard let timing = new.output.lastTiming, timing.isRunning, timing.consumed > 0,
            old.output.lastTiming != nil
        else { return }
        let now = MonotonicInstant.now
        let gap = old.remaining(at: now) - new.remaining(at: now)
        new.silence = max(Int64(gap.inSeconds * Double(new.format.sampleRate)), 0)
        new.isAligning = false
        new.output.wake()
    }

    /// A sink may have taken the end of the old sound seconds before that is heard, and forgets what is not when the output is closed.
    func finishHandoverWhenHeard() {
        guard let old = finishing, machine.facts.intent == .playing, machine.facts.suppressions.isEmpty else { return }
        let now = MonotonicInstant.now
        let left = old.endOfSound.map { now.duration(to: $0) } ?? old.remaining(at: now)
        if left > .zero { handoverTimer.rearm(after: left) } else { finishHandover() }
    }

    private func finishHandover() {
        guard let old = finishing else { return }
        finishing = nil
        handoverTimer.disarm()
        // While the new output is asked the old one is not: its last answer is from before its last second.
        count(old, consumed: old.consumed(at: .now))
        old.output.client = nil
        old.output.close()
        // It may have given all that it had, before the format that follows.
        if let new = lane, !new.isFinishing {
            new.isAligning = false
            new.output.wake()
        }
        updateHeard()
    }
}
