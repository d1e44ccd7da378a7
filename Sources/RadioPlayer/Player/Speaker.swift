import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// What a ``Speaker`` asks of its player, and reports to it.
protocol SpeakerClient: MachineOwner {
    /// So much more sound was consumed by the sound server.
    func speakerDidPlay(_ duration: Duration)
    /// The sound that is heard has moved on.
    func speakerDidHear(_ place: Speaker.Place, at now: MonotonicInstant)
    /// All that is held was given to the output. At the end of the turn.
    func speakerGaveAll()
    func speakerDidChangeVolume()
    func speakerDidChangeRoute(_ reason: PlaybackNotification.RouteChangeReason)
}

/// The output's client: decodes what the timeline holds into the output, changes to another output where the format
/// changes, and tells from the sound server's answers what was heard.
///
/// Outputs ask for sound from inside their libraries' callbacks. There sound is only decoded; whatever the machine should
/// know is posted to the end of the turn.
final class Speaker {
    /// A moment of the item: its time on the timeline, in flicks, and its packet.
    typealias Place = (time: Int64, packet: Int64)

    /// The sound of one item, and what was heard of it.
    private struct Programme {
        private(set) var timeline: Timeline
        private(set) var renderer: Renderer
        /// The moment that was heard last; the packet is -1 before the first.
        var lastHeard: Place = (0, -1)
        /// The packet to go on with where an output is lost: the one after what was heard last, or a jump's target.
        var nextUnheard: Int64 = 0
        /// The packet that a jump went to.
        var jumpTarget: Int64 = 0
        /// Frames consumed, as time.
        var heardDuration = Duration.zero

        init(_ timeline: Timeline, decodes: Bool) {
            self.timeline = timeline
            renderer = Renderer(timeline: timeline, decodes: decodes)
        }

        /// The next sound comes from another timeline.
        mutating func move(to timeline: Timeline, decodes: Bool) {
            self.timeline = timeline
            renew(decodes: decodes)
        }

        mutating func goOn(in timeline: Timeline) {
            self.timeline = timeline
            renderer.goOn(in: timeline)
        }

        /// The next sound is that of ``nextUnheard``.
        mutating func renew(decodes: Bool) {
            let (joinsExactly, holdsTail) = (renderer.joinsExactly, renderer.holdsTail)
            renderer = Renderer(timeline: timeline, decodes: decodes)
            renderer.joinsExactly = joinsExactly
            renderer.holdsTail = holdsTail
            renderer.jump(to: nextUnheard)
        }
    }

    private let loop: EventLoop
    private var system: any AudioOutputSystem
    /// Changed between two items only.
    var policy: PlaybackPolicy { didSet { route.policy = policy } }
    private var decodes: Bool
    private unowned let client: any SpeakerClient
    private var programme: Programme
    private var chain = SoundChain()
    /// The lane that gets sound; during a hand-over ``finishing`` is still heard.
    private(set) var lane: OutputLane?
    private var finishing: OutputLane?
    private(set) var route: OutputRoute!
    private(set) var volume: Double
    private(set) var isMuted = false
    /// What desktop mixers show for the stream.
    var title = "Longwave" {
        didSet { if title != oldValue { lane?.output.setTitle(title) } }
    }
    /// Asks for timing when nothing else does.
    private var timingTimer: LoopTimer!
    /// When the item's end has been heard.
    private(set) var endTimer: LoopTimer!
    /// When the end of the old output's sound has been heard.
    private var handoverTimer: LoopTimer!

    init(
        loop: EventLoop, system: any AudioOutputSystem, policy: PlaybackPolicy, volume: Double, timeline: Timeline,
        decodes: Bool, client: any SpeakerClient
    ) {
        self.loop = loop
        self.system = system
        self.policy = policy
        self.decodes = decodes
        self.volume = volume
        self.client = client
        programme = Programme(timeline, decodes: decodes)
        route = OutputRoute(loop: loop, system: system, policy: policy, client: self)
        timingTimer = loop.makeTimer { [unowned self] in askForTiming() }
        endTimer = loop.makeTimer { [unowned self] in endWasHeard() }
        handoverTimer = loop.makeTimer { [unowned self] in finishHandoverWhenHeard() }
    }

    deinit {
        for timer in [timingTimer, endTimer, handoverTimer] { timer?.cancel() }
        for lane in lanes { lane.output.close() }
    }

    // MARK: The item

    /// Another item begins, or none.
    func begin(_ timeline: Timeline) {
        programme = Programme(timeline, decodes: decodes)
        endTimer.disarm()
    }

    private var timeline: Timeline { programme.timeline }
    private var renderer: Renderer { programme.renderer }
    /// The lanes that are open, in the order in which they are heard.
    private var lanes: [OutputLane] { [finishing, lane].compactMap(\.self) }

    var heardDuration: Duration { programme.heardDuration }
    var lastHeard: Place { programme.lastHeard }
    var jumpTarget: Int64 { programme.jumpTarget }
    /// Nothing of the stream will ever decode.
    var failure: String? { renderer.failure }
    var isEmpty: Bool { renderer.isEmpty }
    /// The format of the sound that the output gets, or will get.
    var format: PCMFormat? { lane?.format ?? renderer.format }
    var isParametricStereo: Bool { renderer.isParametricStereo }

    /// How long the sound lasts that is held and was not given to an output.
    var held: Duration {
        var duration = MediaTime(flicks: timeline.unwritten).duration
        if let format = renderer.format {
            duration += .seconds(Double(renderer.pendingFrames) / Double(format.sampleRate))
        }
        return rate == 1 ? duration : duration / rate
    }

    /// How long the sound lasts that the outputs hold.
    func given(at now: MonotonicInstant) -> Duration { lanes.reduce(.zero) { $0 + $1.remaining(at: now) } }

    /// Sound of the lane that gets sound and of what is held; nil without a lane.
    func inHand(at now: MonotonicInstant) -> Duration? { lane.map { $0.remaining(at: now) + held } }

    /// The moment that is heard now; the last one known where no output tells.
    func heard(at now: MonotonicInstant) -> Place { known(at: now) ?? lastHeard }

    /// The moment that is heard now, by what the outputs tell.
    private func known(at now: MonotonicInstant) -> Place? { finishing?.heard(at: now) ?? lane?.heard(at: now) }

    /// When a packet will be heard; nil before it was given to an output, or while that stands still.
    func instant(ofPacket packet: Int64) -> MonotonicInstant? {
        for lane in lanes {
            if let instant = lane.instant(ofPacket: packet) { return instant }
        }
        return nil
    }

    var isHandingOver: Bool { finishing != nil }

    // MARK: What the player wants

    /// A connection is being made: while its server answers, the sound server does.
    func warmUp() {
        renderer.forgetFailure()
        system.warmUp()
    }

    /// What does not continue follows at its exact place, see ``Renderer/joinsExactly``.
    var joinsExactly: Bool {
        get { renderer.joinsExactly }
        set { renderer.joinsExactly = newValue }
    }

    /// The next sound was found to continue nothing, after silence.
    func fallSilent() {
        if lastHeard.packet >= 0 { renderer.fallSilent() }
    }

    /// With so much sound in hand its end is given away: nothing came that it could be blended with.
    private static let tailReserve = Duration.milliseconds(100)

    /// Keeps the end of the sound back while a connection may follow that does not continue it.
    /// - Parameter inHand: sound until silence; nil while nobody waits for any.
    /// - Returns: when the end must be given away; nil where it is not kept.
    func holdTail(isWaiting: Bool, inHand: Duration?, at now: MonotonicInstant) -> MonotonicInstant? {
        guard isWaiting else {
            renderer.holdsTail = false
            return nil
        }
        guard let inHand else { return nil }
        guard inHand > Self.tailReserve else {
            if renderer.holdsTail { renderer.giveTail() }
            return nil
        }
        renderer.holdsTail = true
        return now.advanced(by: inHand - Self.tailReserve)
    }

    /// Lets the output pull, and opens one once it is known what comes. One that plays out gets no more: to wake it would
    /// take back that its end is to be told.
    func start() {
        if let lane {
            if !lane.isFinishing { lane.output.wake() }
            return
        }
        guard renderer.prepare(), let format = renderer.format else { return }
        open(makeLane(format, configuration))
    }

    private func makeLane(_ format: PCMFormat, _ configuration: OutputConfiguration) -> OutputLane {
        let output = system.makeOutput(format, configuration: configuration)
        let lane = OutputLane(output: output, algorithm: timePitchAlgorithm)
        lane.setRate(rate)
        if measuresLevels { lane.meter = LevelMeter(format) }
        return lane
    }

    private func open(_ new: OutputLane) {
        lane = new
        new.output.client = self
        new.output.open()
    }

    private var configuration: OutputConfiguration {
        OutputConfiguration(
            bufferDuration: policy.outputBuffer, volume: volume, isMuted: isMuted,
            isCorked: !client.machine.wantsSound, title: title, target: route.target)
    }

    /// Silent at once, and away.
    func close() {
        for lane in lanes {
            countUnanswered(lane)
            lane.output.client = nil
            lane.output.close()
        }
        // Sound that died in the server before it was heard is played again.
        if lane != nil, timeline.written > programme.nextUnheard { renderer.jump(to: programme.nextUnheard) }
        lane = nil
        finishing = nil
        route.didClose()
        for timer in [timingTimer, endTimer, handoverTimer] { timer?.disarm() }
    }

    /// Outputs are of another system from now on. What the open one was given and nobody heard is given to the next one.
    func use(_ system: any AudioOutputSystem, decodes: Bool) {
        updateHeard()
        close()
        self.system = system
        route = OutputRoute(loop: loop, system: system, policy: policy, client: self)
        guard decodes != self.decodes else { return }
        self.decodes = decodes
        programme.renew(decodes: decodes)
    }

    /// Silences the sound (true) or lets it go on.
    func setCorked(_ isCorked: Bool) {
        for lane in lanes { lane.output.setCorked(isCorked) }
        if isCorked { timingTimer.disarm() }
    }

    /// The packet that is decoded next.
    var nextPacket: Int64 { timeline.written }

    /// The sound goes on as it is, from a timeline with the same numbers and times.
    func goOn(in other: Timeline) { programme.goOn(in: other) }

    /// Where the sound to go on with was dropped during a pause: on with what follows it.
    /// - Returns: the sound that is missing; nil where none is.
    func skipDropped() -> Duration? {
        guard timeline.written <= timeline.start, timeline.start > programme.nextUnheard else { return nil }
        let dropped = MediaTime(flicks: timeline.range.start - lastHeard.time).duration
        jump(to: timeline.start)
        return dropped
    }

    /// The sound that is queued goes; the next is this packet's.
    /// - Parameters:
    ///   - offset: how much of the packet is left out, in flicks.
    ///   - other: a timeline with the same numbers and times, which it comes from.
    func jump(to packet: Int64, offset: Int64, in other: Timeline) {
        finishHandover()
        if other !== timeline { programme.move(to: other, decodes: decodes) }
        jump(to: packet, offset: offset)
    }

    private func jump(to packet: Int64, offset: Int64 = 0) {
        renderer.jump(to: packet, offset: offset)
        programme.jumpTarget = packet
        programme.nextUnheard = packet
        timeline.wanted = packet
        endTimer.disarm()
        if let lane {
            countUnanswered(lane)
            lane.flush()
            if lane.isFinishing { lane.phase = .giving }
        }
        client.needsService()
    }

    /// The item was received to its end: once its last packet was given, the output plays out.
    func finish() {
        guard renderer.isEmpty else { return }
        guard let lane else { return client.step(.nothingLeft) }
        guard !lane.isFinishing else { return }
        if let tempo = lane.tempo {
            tempo.flush()
            guard tempo.available == 0 else { return lane.output.wake() }
        }
        lane.phase = .finishing
        lane.output.drain()
        client.step(.allWritten)
    }

    // MARK: Loudness

    func setVolume(_ volume: Double) {
        self.volume = min(max(volume, 0), 1)
        for lane in lanes { lane.output.setVolume(self.volume) }
        client.speakerDidChangeVolume()
    }

    func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        for lane in lanes { lane.output.setMuted(isMuted) }
        client.speakerDidChangeVolume()
    }

    /// - Parameter decibels: 0 leaves the sound as it is; nil: as it is, from the next frame on.
    func setGain(decibels: Double?) {
        guard let decibels else { return chain.remove(SoundGain.self) }
        let gain = chain.stage(SoundGain.self) ?? chain.add(SoundGain())
        if lane == nil { gain.begin(decibels: decibels) } else { gain.set(decibels: decibels) }
    }

    /// - Parameter decibels: as for ``setGain(decibels:)``, beside it.
    func setFade(decibels: Double?) {
        guard let decibels else { return chain.remove(SoundFade.self) }
        (chain.stage(SoundFade.self) ?? chain.add(SoundFade())).gain.set(decibels: decibels)
    }

    /// How much faster the sound goes by than it was made.
    private(set) var rate = 1.0

    /// From the next frame on that is given.
    func setRate(_ rate: Double) {
        guard decodes else { return }
        self.rate = rate
        lane?.setRate(rate)
        client.needsService()
    }

    /// How the tempo is changed.
    var timePitchAlgorithm = TimePitchAlgorithm.speech {
        didSet { lane?.use(timePitchAlgorithm) }
    }

    /// Sound that is given is measured.
    var measuresLevels = false {
        didSet {
            for lane in lanes where measuresLevels != oldValue {
                lane.meter = measuresLevels ? LevelMeter(lane.format) : nil
            }
        }
    }

    /// The levels of what was heard since they were taken before; nil where that is less than a block.
    func takeLevels() -> AudioLevels? {
        let now = loop.now
        return lanes.reduce(nil) { $0 ?? $1.takeLevels(at: now) }
    }

    // MARK: Giving sound

    private func fill(_ lane: OutputLane, _ buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let channels = lane.format.channelCount
        let room = buffer.count / channels
        var written = 0
        if lane.silence > 0 {
            written = min(Int(lane.silence), room)
            buffer.baseAddress!.update(repeating: 0, count: written * channels)
            lane.gave(silence: written)
        }
        guard client.machine.isGivingSound, !lane.isAligning, written < room else { return written }
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[(written * channels)...])
        let position = lane.position
        let frames = lane.fill(rest) { [renderer] buffer, position in
            let frames = renderer.render(into: buffer, format: lane.format, position: position, marks: &lane.marks)
            // The rest in the old format.
            if frames == 0, renderer.prepare(), renderer.format != lane.format { lane.tempo?.flush() }
            return frames
        }
        let given = UnsafeMutableBufferPointer(rebasing: rest[..<(frames * channels)])
        chain.process(given, format: lane.format)
        lane.meter?.measure(UnsafeBufferPointer(given), from: position)
        return written + frames
    }

    private func didFill(_ lane: OutputLane) {
        guard lane === self.lane else { return }
        if let failure { client.step(.undecodable(failure)) }
        if !isTimingFresh(lane) { lane.output.requestTiming() }
        if lane.underrun.isHungry, client.machine.isGivingSound, !lane.isAligning {
            if renderer.prepare(), renderer.format != lane.format { beginHandover(from: lane) }
            if renderer.isEmpty { client.speakerGaveAll() }
        }
        armTimingTimer()
    }

    // MARK: Timing

    /// The longest time between two answers of the sound server while it plays.
    private static let timingInterval = Duration.milliseconds(1500)
    /// How long a timing answer stays valid for new writes.
    private static let freshFor = Duration.milliseconds(900)
    /// How long a server is believed to have gone on after its last answer.
    private static let believedFor = timingInterval + .milliseconds(500)
    /// Between two questions while its first frame is waited for.
    private static let startInterval = Duration.milliseconds(20)

    /// While sound is heard, one answer is true for a while; a write every tenth of a second need not ask each time.
    private func isTimingFresh(_ lane: OutputLane) -> Bool {
        guard client.machine.facts.sound == .playing, !lane.isAligning, finishing == nil else { return false }
        guard let timing = lane.output.lastTiming, timing.isRunning, let answered = lane.answered else { return false }
        return answered.duration(to: loop.now) < Self.freshFor
    }

    private func armTimingTimer() {
        let machine = client.machine
        guard let lane, machine.facts.intent == .playing else { return timingTimer.disarm() }
        switch machine.facts.sound {
        case .filling where machine.isGivingSound && lane.position > 0 && machine.facts.suppressions.isEmpty:
            timingTimer.rearm(after: Self.startInterval)
        case .playing, .draining:
            // Nothing to give: ask again just when the last frame is heard.
            guard lane.underrun.isHungry, !lane.isFinishing else {
                return timingTimer.rearm(after: Self.timingInterval)
            }
            let left = lane.untilEnd(at: loop.now) + .milliseconds(5)
            timingTimer.rearm(after: min(max(left, .milliseconds(20)), Self.timingInterval))
        case .starved where machine.isGivingSound: timingTimer.rearm(after: .milliseconds(200))
        case .none, .filling, .starved, .ended: timingTimer.disarm()
        }
    }

    func askForTiming() {
        for lane in lanes { lane.output.requestTiming() }
        armTimingTimer()
    }

    private func didAnswer(_ timing: OutputTiming, _ lane: OutputLane) {
        lane.didAnswer(timing)
        if self.lane?.isAligning == true { align() }
        // What a device took before it fell asleep is no sign that it plays.
        if count(lane, consumed: timing.consumed), !lane.isSuspended { client.step(.consumed) }
        if lane === self.lane, finishing == nil, !lane.isFinishing, hasRunDry(lane, timing) {
            client.step(.ranDry)
            // What is held may do to go on with, and nothing else may come that asks.
            client.needsService()
        }
        let isGiven = lane === finishing && timing.consumed >= lane.position
        if isGiven || lane === self.lane && lane.isSounding { finishHandoverWhenHeard() }
        updateHeard()
        if lane === self.lane { armTimingTimer() }
    }

    private func hasRunDry(_ lane: OutputLane, _ timing: OutputTiming) -> Bool {
        lane.underrun.hasRunDry(
            timing, queued: lane.queued(timing), held: held, needed: client.machine.bufferAfterStall, at: loop.now)
    }

    /// The server's queue is empty: its answer tells whether that is heard.
    private func queueDidRunEmpty(_ lane: OutputLane) {
        let isMissed = !lane.isFinishing && renderer.isEmpty && client.machine.facts.sound == .playing
        lane.underrun.queueDidRunEmpty(isMissed: isMissed)
        lane.output.requestTiming()
    }

    // MARK: What was heard

    /// Counts sound that was consumed; false when all of it was counted before.
    @discardableResult private func count(_ lane: OutputLane, consumed: Int64) -> Bool {
        let heard = lane.count(consumed: consumed)
        programme.heardDuration += heard
        client.speakerDidPlay(heard)
        return heard > .zero
    }

    /// Counts what was heard since the last answer, by the time that has passed: no other answer will come. What was
    /// consumed and is on its way to the loudspeaker may be played again.
    private func countUnanswered(_ lane: OutputLane) {
        let now = loop.now
        guard !lane.isSuspended, let answered = lane.answered, answered.duration(to: now) < Self.believedFor,
            let timing = lane.output.lastTiming
        else { return }
        count(lane, consumed: timing.heard(at: now, sampleRate: lane.format.sampleRate))
    }

    private func didDrain(_ lane: OutputLane) {
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

    private func endWasHeard() {
        // All of it, whatever the last answer said.
        if let lane { count(lane, consumed: lane.position) }
        updateHeard()
        client.step(.endHeard)
    }

    /// Moves on to the moment that is heard now.
    func updateHeard() {
        let now = loop.now
        guard let heard = known(at: now) else { return }
        programme.lastHeard = heard
        programme.nextUnheard = heard.packet + 1
        timeline.wanted = max(heard.packet, programme.jumpTarget)
        timeline.release(heard: heard.packet)
        client.speakerDidHear(heard, at: now)
    }

    // MARK: Hand-over to another format

    /// Silence that gets the new stream going, so that both can be timed.
    private static let handoverLead = Duration.milliseconds(150)

    /// The sound goes on in another format: a second output begins where the first one ends.
    private func beginHandover(from old: OutputLane) {
        guard finishing == nil, let format = renderer.format else { return }
        old.phase = .finishing
        old.output.drain()
        finishing = old
        var configuration = configuration
        configuration.prebufferDuration = .milliseconds(20)
        let new = makeLane(format, configuration)
        let left = old.remaining(at: loop.now)
        // Of an output that was opened just now it is not known when its sound ends.
        let isFar = left > Self.handoverLead * 2 || old.output.lastTiming == nil
        if isFar { new.phase = .aligning }
        new.silence = Int64((isFar ? Self.handoverLead : left).inSeconds * Double(format.sampleRate))
        open(new)
    }

    /// Once both outputs have been timed: so much silence that the new sound begins when the old one has been heard.
    private func align() {
        guard let new = lane, new.isAligning, let old = finishing else {
            if lane?.isAligning == true { lane?.phase = .giving }
            return
        }
        guard let timing = new.output.lastTiming, timing.isRunning, timing.consumed > 0,
            old.output.lastTiming != nil
        else { return }
        let now = loop.now
        let gap = old.remaining(at: now) - new.remaining(at: now)
        new.silence = max(Int64(gap.inSeconds * Double(new.format.sampleRate)), 0)
        new.phase = .giving
        new.output.wake()
    }

    /// A sink may have taken the end of the old sound seconds before that is heard, and forgets what is not when the
    /// output is closed.
    func finishHandoverWhenHeard() {
        guard let old = finishing, client.machine.wantsSound else { return }
        let left = old.untilEnd(at: loop.now)
        if left > .zero { handoverTimer.rearm(after: left) } else { finishHandover() }
    }

    private func finishHandover() {
        guard let old = finishing else { return }
        finishing = nil
        handoverTimer.disarm()
        // While the new output is asked the old one is not: its last answer is from before its last second.
        count(old, consumed: old.consumed(at: loop.now))
        old.output.client = nil
        old.output.close()
        // It may have given all that it had, before the format that follows.
        if let new = lane, !new.isFinishing {
            new.phase = .giving
            new.output.wake()
        }
        updateHeard()
    }
}

// MARK: - The output's side

extension Speaker: AudioOutputClient {
    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let lane, lane.output === output, !lane.isFinishing else { return 0 }
        let frames = fill(lane, buffer)
        lane.underrun.didFill(isHungry: frames < buffer.count / lane.format.channelCount)
        // The server's answer rides on the way of what was just written.
        loop.post { [weak self] in self?.didFill(lane) }
        return frames
    }

    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) {
        guard let told = lanes.last(where: { $0.output === output }) else { return }
        let isCurrent = told === lane
        switch event {
        case .opened(let device): route.didOpen(on: device)
        case .failed(let error): route.didFail(error)
        case .timing(let timing): didAnswer(timing, told)
        case .frozen: client.step(.serverFroze)
        case .started, .corked: output.requestTiming()
        case .underflow: queueDidRunEmpty(told)
        case .drained: didDrain(told)
        case .moved(let device): route.didMove(to: device, output)
        // During a hand-over both outputs tell of the same interruption: the one that stays counts.
        case .suspended(let isSuspended, let isOurs):
            told.isSuspended = isSuspended
            guard !isOurs, isCurrent else { return }
            client.step(isSuspended ? .interruptionBegan(.suspendedDevice) : .interruptionEnded(.suspendedDevice))
        case .volumeChanged(let volume, let isMuted):
            self.volume = volume
            self.isMuted = isMuted
            client.speakerDidChangeVolume()
        case .interruptionRequested(let begins):
            guard isCurrent else { return }
            client.step(begins ? .interruptionBegan(.otherStream) : .interruptionEnded(.otherStream))
        }
    }
}

// MARK: - The route's side

extension Speaker: OutputRouteClient {
    var machine: PlaybackMachine { client.machine }
    func step(_ event: PlaybackEvent) { client.step(event) }
    func needsService() { client.needsService() }

    /// Whether an output is one of ours and still open.
    func isOpen(_ output: any AudioOutput) -> Bool { lanes.contains { $0.output === output } }

    func routeDidChange(_ reason: PlaybackNotification.RouteChangeReason) { client.speakerDidChangeRoute(reason) }
}
