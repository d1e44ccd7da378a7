import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// What a ``Speaker`` needs from its player, and what it reports to the player.
protocol SpeakerClient: MachineOwner {
    /// Called when the sound server has consumed `duration` more of the sound.
    func speakerDidPlay(_ duration: Duration)
    /// Called when a new moment of the item is known to be heard at `now`.
    func speakerDidHear(_ place: Speaker.Place, at now: MonotonicInstant)
    /// Called at the end of the turn when the output has got all sound that was received.
    func speakerGaveAll()
    func speakerDidChangeVolume()
    func speakerDidChangeRoute(_ reason: PlaybackNotification.RouteChangeReason)
    /// Called at the end of the turn when the sound given to the output, which is heard later, is dead air or quiet in
    /// another way than before.
    func speakerDidMeasure(_ state: DeadAirDetector.State)
}

/// Plays the timeline's sound through an output.
///
/// The speaker decodes the sound on demand, changes to another output if the format changes, and learns from the sound
/// server's timing answers what was heard.
///
/// Outputs ask for sound from inside callbacks of the sound server's library. In a callback, the speaker only decodes.
/// The playback machine gets its events at the end of the turn.
final class Speaker {
    /// A moment of the item: its time on the timeline, in flicks, and its packet.
    typealias Place = (time: Int64, packet: Int64)

    /// The timeline and renderer of one item, and how far the item was heard.
    private struct ItemSound {
        private(set) var timeline: Timeline
        private(set) var renderer: Renderer
        /// The moment that was heard last. Its packet is -1 before the first sound.
        var lastHeard: Place = (0, -1)
        /// The packet to continue with if an output is lost: the packet after the last heard packet, or the target of a
        /// jump.
        var nextUnheard: Int64 = 0
        /// The packet that the last jump went to.
        var jumpTarget: Int64 = 0
        /// The duration of the sound that the sound server has consumed.
        var heardDuration = Duration.zero

        init(_ timeline: Timeline, decodes: Bool) {
            self.timeline = timeline
            renderer = Renderer(timeline: timeline, decodes: decodes)
        }

        /// Continues with packet ``nextUnheard`` of another timeline.
        mutating func move(to timeline: Timeline, decodes: Bool) {
            self.timeline = timeline
            renew(decodes: decodes)
        }

        mutating func goOn(in timeline: Timeline) {
            self.timeline = timeline
            renderer.goOn(in: timeline)
        }

        /// Makes a new renderer, which begins with packet ``nextUnheard``.
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
    private var decodes: Bool
    private weak var client: (any SpeakerClient)?
    private var present: ItemSound
    private var chain = SoundChain()
    /// The outputs of items that were left, whose sound fades out.
    private var fading: [FadingLane] = []
    /// How the sound behaves beside that of other programs.
    var category = AudioCategory.playback
    /// How long the sound of two items overlaps when another item is played, and how long the first one fades in.
    var crossfade = Duration.zero
    private var pauseFade = PauseFade.none

    /// The fade-out of a pause.
    private enum PauseFade {
        case none
        /// The sound given now is silent. The output is corked when that was heard.
        case fading
        /// The server has corked the output. Its next timing answer says where the sound goes on.
        case corked
    }
    private var handover: LaneHandover!
    private(set) var route: OutputRoute!
    private(set) var volume: Double
    private(set) var isMuted = false
    /// The title that desktop mixers show for the output.
    var title = "Longwave" {
        didSet { if title != oldValue { lane?.output.setTitle(title) } }
    }
    /// Fires when the sound server must be asked for timing again.
    private var timingTimer: LoopTimer!
    /// Fires when the fade-out of a pause has been heard, and the output is corked.
    private var corkTimer: LoopTimer!
    /// Fires when the item's end has been heard.
    private(set) var endTimer: LoopTimer!

    /// Creates a speaker for the sound of `timeline`, without an output yet. If `decodes` is false, it plays silence.
    init(
        loop: EventLoop, system: any AudioOutputSystem, volume: Double, timeline: Timeline, decodes: Bool,
        client: any SpeakerClient
    ) {
        self.loop = loop
        self.system = system
        self.decodes = decodes
        self.volume = volume
        self.client = client
        present = ItemSound(timeline, decodes: decodes)
        route = OutputRoute(loop: loop, system: system, client: self)
        timingTimer = loop.makeTimer { [weak self] in self?.askForTiming() }
        endTimer = loop.makeTimer { [weak self] in self?.endWasHeard() }
        corkTimer = loop.makeTimer { [weak self] in self?.setCorked(true) }
        handover = LaneHandover(loop: loop) { [weak self] in self?.finishHandoverWhenHeard() }
    }

    deinit {
        for timer in [timingTimer, endTimer, corkTimer] { timer?.cancel() }
    }

    // MARK: The item

    /// Replaces the present item by the item of `timeline`, which may be empty.
    func begin(_ timeline: Timeline) {
        present = ItemSound(timeline, decodes: decodes)
        watchAir()
        endTimer.disarm()
    }

    private var timeline: Timeline { present.timeline }
    private var renderer: Renderer { present.renderer }
    /// The output that gets sound.
    var lane: OutputLane? { handover.lane }
    private var lanes: [OutputLane] { handover.lanes }

    var heardDuration: Duration { present.heardDuration }
    var lastHeard: Place { present.lastHeard }
    var jumpTarget: Int64 { present.jumpTarget }
    /// Why the stream cannot be decoded; nil while decoding may still succeed.
    var failure: String? { renderer.failure }
    var isEmpty: Bool { renderer.isEmpty }
    /// The format of the sound that the output gets, or will get.
    var format: PCMFormat? { lane?.format ?? renderer.format }
    var isParametricStereo: Bool { renderer.isParametricStereo }

    /// The playing time of the sound that was received and not given to an output.
    var held: Duration {
        var duration = MediaTime(flicks: timeline.unwritten).duration
        if let format = renderer.format {
            duration += .seconds(Double(renderer.pendingFrames) / Double(format.sampleRate))
        }
        return rate == 1 ? duration : duration / rate
    }

    /// Returns the playing time of the sound that the outputs have got and that is not heard yet.
    func given(at now: MonotonicInstant) -> Duration { lanes.reduce(.zero) { $0 + $1.remaining(at: now) } }

    /// Returns the playing time of all received sound that is not heard yet, without that of an output that is handed
    /// over; nil without an output.
    func inHand(at now: MonotonicInstant) -> Duration? { lane.map { $0.remaining(at: now) + held } }

    /// Returns the moment that is heard now, or the last known moment if no output knows it.
    func heard(at now: MonotonicInstant) -> Place { handover.heard(at: now) ?? lastHeard }

    /// Returns when a packet will be heard; nil before it was given to an output, or while the output does not play.
    func instant(ofPacket packet: Int64) -> MonotonicInstant? {
        for lane in lanes {
            if let instant = lane.instant(ofPacket: packet) { return instant }
        }
        return nil
    }

    var isHandingOver: Bool { handover.old != nil }

    // MARK: Commands of the player

    /// Connects to the sound server while the player connects to the station, so that the first sound comes sooner.
    func warmUp() {
        renderer.forgetFailure()
        system.warmUp()
    }

    /// Whether sound after a break begins exactly at the time of its first packet (``Renderer/joinsExactly``).
    var joinsExactly: Bool {
        get { renderer.joinsExactly }
        set { renderer.joinsExactly = newValue }
    }

    /// Fades the next sound in from silence, because the output has already played all sound before it.
    func fallSilent() {
        if lastHeard.packet >= 0 { renderer.fallSilent() }
    }

    /// When only this duration of sound is left to play, the output gets the end of the sound, which waits for new
    /// sound to be blended with. The duration is longer than that end, which is not given before.
    private var tailReserve: Duration { max(.milliseconds(100), renderer.tailDuration / rate + .milliseconds(50)) }

    /// Keeps the end of the sound from the output while a new connection may bring sound that must be blended with it.
    /// - Parameters:
    ///   - isWaiting: whether such a connection is possible.
    ///   - inHand: how long the sound lasts if no more arrives; nil while the listener wants no sound.
    /// - Returns: when the output must get the end of the sound; nil if no new connection is possible, if the listener
    ///   wants no sound, or if the output may have the end now.
    func holdTail(isWaiting: Bool, inHand: Duration?, at now: MonotonicInstant) -> MonotonicInstant? {
        guard isWaiting else {
            renderer.holdsTail = false
            return nil
        }
        guard let inHand else { return nil }
        let tailReserve = tailReserve
        guard inHand > tailReserve else {
            if renderer.holdsTail { renderer.giveTail() }
            return nil
        }
        renderer.holdsTail = true
        return now.advanced(by: inHand - tailReserve)
    }

    /// Lets the output take sound, or opens an output once the sound's format is known.
    ///
    /// An output that plays its last sound is not asked to take more, because that would cancel its report of the end.
    func start() {
        if let lane {
            if !lane.isFinishing { lane.output.wake() }
            return
        }
        guard renderer.prepare(), let format = renderer.format else { return }
        if system.mixes, crossfade > .zero { fadeIn(from: 0, over: crossfade) }
        handover.open(makeLane(format, configuration), client: self)
    }

    private func makeLane(_ format: PCMFormat, _ configuration: OutputConfiguration) -> OutputLane {
        let output = system.makeOutput(format, configuration: configuration)
        let lane = OutputLane(output: output, algorithm: timePitchAlgorithm)
        lane.setRate(rate)
        if measuresLevels { lane.meter = LevelMeter(format) }
        return lane
    }

    // MARK: Fades

    /// The length of the fade at the beginning and end of an item's sound, and at a pause.
    private static let shortFade = Duration.milliseconds(20)
    /// The length of the fade-out at a stop.
    static let finalFade = Duration.milliseconds(200)
    /// How far ahead of the heard sound queued sound is given again. New sound reaches the sound server within this
    /// time.
    static let reserve = Duration.milliseconds(60)

    /// Takes back the sound queued at the output, so that it is given again with the chain's stages as they will be when
    /// this turn ends. A change of a stage is then heard at once.
    ///
    /// - Returns: false if that is not possible. A change is then heard after the queued sound.
    @discardableResult private func takeBack() -> Bool {
        guard machine.isGivingSound, !isHandingOver, let lane,
            let (frame, mark) = lane.queued(after: Self.reserve, at: loop.now, repeatable: chain.repeatable)
        else { return false }
        let end = lane.position
        // Nothing is left to take back, because it was taken back in this turn already.
        if frame == end { return true }
        guard let packet = timeline.packet(mark.packet), packet.lead >= 0 else { return false }
        guard lane.takeBack(from: frame) else { return false }
        chain.tookBack(frames: end - frame)
        let into = MediaTime(samples: lane.rendered - mark.frame, rate: lane.format.sampleRate).flicks
        renderer.jump(to: mark.packet, offset: mark.time + into - packet.start)
        return true
    }

    /// Makes the item's sound fade out, on an output of its own, while the next item may already be heard.
    ///
    /// - Parameter duration: the length of the fade; shorter if less sound was received. Nil for ``crossfade``.
    func leave(over duration: Duration? = nil) {
        let now = loop.now
        // At most two sounds fade out at once. After a stop, nothing else is heard.
        fading = duration == nil ? fading.suffix(1) : []
        guard system.mixes, machine.facts.status == .playing, let left = inHand(at: now), takeBack(),
            let lane = handover.release()
        else { return }
        countUnanswered(lane)
        let length = min(max(duration ?? crossfade, Self.shortFade), left - Self.reserve)
        chain.fade.go(to: 0, over: length, .power)
        let new = FadingLane(lane, renderer, chain, duration: length + Self.reserve, loop: loop) { [weak self] fading in
            self?.fading.removeAll { $0 === fading }
        }
        fading.append(new)
        chain = chain.renewed()
        begin(equaliser)
        pauseFade = .none
    }

    /// Silences the sound of items that were left, because the device has changed.
    func endFading() { fading = [] }

    /// Makes the sound given next fade in.
    ///
    /// - Parameter start: the factor at the beginning; nil for the present one.
    private func fadeIn(from start: Float? = nil, over duration: Duration) {
        chain.fade.go(to: 1, from: start, over: duration, .power)
    }

    /// Changes the loudness of this and later items' sound evenly, until it has changed by a factor. A change from
    /// `start` begins with the next sound, also while the sound is stopped.
    func dim(to factor: Float, from start: Float? = nil, over duration: Duration) {
        takeBack()
        let time = start == nil ? changeTime(duration) : max(duration, Self.shortFade)
        chain.dimming.go(to: factor, from: start, over: time, .decibels)
    }

    /// Lowers the sound to a factor, for an announcement.
    func duck(to factor: Float, over duration: Duration) {
        takeBack()
        chain.duck.go(to: factor, over: changeTime(duration), .cosine)
    }

    /// The time of a change of loudness. While the sound is stopped, nobody hears the change.
    private func changeTime(_ duration: Duration) -> Duration {
        machine.facts.intent == .stopped ? .zero : max(duration, Self.shortFade)
    }

    /// Gives sound that is not faded out again.
    private func endFadeOut() {
        guard pauseFade != .none else { return }
        pauseFade = .none
        takeBack()
        fadeIn(over: Self.shortFade)
    }

    private var configuration: OutputConfiguration {
        var configuration = OutputConfiguration(
            bufferDuration: machine.policy.outputBuffer, volume: volume, isMuted: isMuted,
            isCorked: !machine.wantsSound, title: title, target: route.target)
        configuration.category = category
        return configuration
    }

    /// Silences the outputs at once and closes them.
    func close() {
        for lane in lanes { countUnanswered(lane) }
        // Sound that was queued at the sound server and was not heard is given to the next output again.
        if lane != nil, timeline.written > present.nextUnheard { renderer.jump(to: present.nextUnheard) }
        handover.close()
        route.didClose()
        for timer in [timingTimer, endTimer, corkTimer] { timer?.disarm() }
        endFadeOut()
    }

    /// Opens outputs of another output system from now on.
    ///
    /// Sound that was given to the open output but not heard is given to the next output.
    func use(_ system: any AudioOutputSystem, decodes: Bool) {
        updateHeard()
        close()
        fading = []
        self.system = system
        route = OutputRoute(loop: loop, system: system, client: self)
        guard decodes != self.decodes else { return }
        self.decodes = decodes
        present.renew(decodes: decodes)
    }

    /// Silences the sound at once (true) or lets it continue.
    func setCorked(_ isCorked: Bool) {
        corkTimer.disarm()
        if isCorked { fading = [] } else { endFadeOut() }
        for lane in lanes { lane.output.setCorked(isCorked) }
        if isCorked { timingTimer.disarm() }
    }

    /// Fades the sound out and silences it, within 0.1 s.
    func pause() {
        fading = []
        guard system.mixes, pauseFade == .none, takeBack() else { return setCorked(true) }
        pauseFade = .fading
        chain.fade.go(to: 0, over: Self.shortFade, .cosine)
        corkTimer.rearm(after: Self.reserve + Self.shortFade)
    }

    /// The packet that is decoded next.
    var nextPacket: Int64 { timeline.written }

    /// Continues without a break with the packets of another timeline, in which packets have the same numbers and
    /// times.
    func goOn(in other: Timeline) { present.goOn(in: other) }

    /// Skips sound that was dropped during a pause, and continues with the oldest sound of the timeline.
    ///
    /// - Returns: the duration of the missing sound; nil if none is missing.
    func skipDropped() -> Duration? {
        guard timeline.written <= timeline.start, timeline.start > present.nextUnheard else { return nil }
        let dropped = MediaTime(flicks: timeline.range.start - lastHeard.time).duration
        jump(to: timeline.start)
        return dropped
    }

    /// Drops the queued sound, and continues with a packet.
    /// - Parameters:
    ///   - offset: how much of the packet's beginning is skipped, in flicks.
    ///   - other: the timeline that contains the packet: that of the received packets, or that of the tape's reader.
    func jump(to packet: Int64, offset: Int64, in other: Timeline) {
        finishHandover()
        if other !== timeline { present.move(to: other, decodes: decodes) }
        jump(to: packet, offset: offset)
    }

    /// Drops the queued sound, and continues with a packet of the current timeline, `offset` flicks after its start.
    private func jump(to packet: Int64, offset: Int64 = 0) {
        renderer.jump(to: packet, offset: offset)
        present.jumpTarget = packet
        present.nextUnheard = packet
        timeline.wanted = packet
        endTimer.disarm()
        if let lane {
            if corkTimer.isArmed { setCorked(true) }
            countUnanswered(lane)
            lane.flush()
            endFadeOut()
            if lane.isFinishing { lane.phase = .giving }
        }
        client?.needsService()
    }

    /// Sets the correction for the clocks' difference that is due; nil for none. Returns the one that was made since the
    /// last call, and its playing time.
    func fit(_ due: DriftKeeper.Correction?) -> (DriftKeeper.Correction, Duration)? {
        renderer.fit.due = due
        return renderer.fitted.take()
    }

    /// Once the output has got the item's last packet, asks it to play all its sound and to report the end.
    ///
    /// The client calls this method repeatedly after the whole item was received.
    func finish() {
        // The sound that fades out for a pause comes once more.
        guard renderer.isEmpty, pauseFade == .none else { return }
        guard let lane else {
            client?.step(.nothingLeft)
            return
        }
        guard !lane.isFinishing else { return }
        if let tempo = lane.tempo {
            tempo.flush()
            guard tempo.available == 0 else { return lane.output.wake() }
        }
        lane.phase = .finishing
        lane.output.drain()
        client?.step(.allWritten)
    }

    // MARK: Loudness

    func setVolume(_ volume: Double) {
        self.volume = min(max(volume, 0), 1)
        for lane in lanes { lane.output.setVolume(self.volume) }
        for lane in fading { lane.setVolume(self.volume) }
        client?.speakerDidChangeVolume()
    }

    func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        for lane in lanes { lane.output.setMuted(isMuted) }
        for lane in fading { lane.setMuted(isMuted) }
        client?.speakerDidChangeVolume()
    }

    /// Sets the item's gain.
    ///
    /// - Parameter decibels: 0 leaves the sound as it is. Nil does the same at once, without a ramp from the last gain.
    func setGain(decibels: Double?) {
        guard let decibels else { return chain.gain = nil }
        takeBack()
        let gain = chain.gain ?? SoundGain()
        if lane == nil { gain.begin(decibels: decibels) } else { gain.set(decibels: decibels) }
        chain.gain = gain
    }

    /// Evens out the loudness of the item; nil if that is off.
    var loudness: LoudnessStage? {
        get { chain.loudness }
        set { chain.loudness = newValue }
    }

    /// Lets the gain that evens out the loudness change, because a new title is heard.
    func titleDidBegin() {
        guard let loudness else { return }
        let before = loudness.decibels
        loudness.titleDidBegin()
        if loudness.decibels != before { takeBack() }
    }

    /// The equaliser, from the next sample frame that the output gets.
    var equaliser = Equaliser.flat {
        didSet {
            guard equaliser != oldValue else { return }
            takeBack()
            guard lane != nil else { return begin(equaliser) }
            let stage = chain.equaliser ?? EqualiserStage()
            stage.set(equaliser)
            chain.equaliser = stage
        }
    }

    /// Sets the equaliser of sound that begins.
    private func begin(_ equaliser: Equaliser) {
        guard equaliser != .flat || chain.equaliser != nil else { return }
        let stage = chain.equaliser ?? EqualiserStage()
        stage.begin(equaliser)
        chain.equaliser = stage
    }

    /// The speed of the sound; 1 is normal speed.
    private(set) var rate = 1.0

    /// Sets the speed of the sound, from the next sample frame that the output gets. Does nothing if packets are not
    /// decoded.
    func setRate(_ rate: Double) {
        guard decodes else { return }
        self.rate = rate
        lane?.setRate(rate)
        client?.needsService()
    }

    /// The algorithm that changes the tempo.
    var timePitchAlgorithm = TimePitchAlgorithm.speech {
        didSet { lane?.use(timePitchAlgorithm) }
    }

    /// Whether the levels of the sound given to the outputs are measured.
    var measuresLevels = false {
        didSet {
            for lane in lanes where measuresLevels != oldValue {
                lane.meter = measuresLevels ? LevelMeter(lane.format) : nil
            }
        }
    }

    /// Returns the levels of the sound that was heard since the last call; nil if less than one block of 40 ms was
    /// heard.
    func takeLevels() -> AudioLevels? {
        let now = loop.now
        return lanes.reduce(nil) { $0 ?? $1.takeLevels(at: now) }
    }

    /// When silence counts as dead air; nil to measure nothing.
    var airLimits: DeadAirDetector.Limits? {
        didSet { if airLimits != oldValue { watchAir() } }
    }
    /// Finds dead air in the item's sound, before any gain; nil unless it is wanted.
    private var air: DeadAirDetector?
    private var reportedAir = DeadAirDetector.State()

    private func watchAir() {
        air = airLimits.map(DeadAirDetector.init)
        reportedAir = DeadAirDetector.State()
    }

    // MARK: Giving sound

    /// Writes the rest of the silence before the sound, if any, and then sound into an output's buffer. Returns the
    /// number of sample frames that were written.
    private func fill(_ lane: OutputLane, _ buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let channels = lane.format.channelCount
        let room = buffer.count / channels
        var written = 0
        if lane.silence > 0 {
            written = min(Int(lane.silence), room)
            buffer.baseAddress!.update(repeating: 0, count: written * channels)
            lane.gave(silence: written)
        }
        guard machine.isGivingSound, !lane.isAligning, written < room else { return written }
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[(written * channels)...])
        let position = lane.position
        let frames = lane.fill(rest) { [renderer] buffer, position in
            let frames = renderer.render(into: buffer, format: lane.format, position: position, marks: &lane.marks)
            // Before the first sound of another format, the tempo changer gives the rest of the old format's sound.
            if frames == 0, renderer.prepare(), renderer.format != lane.format { lane.tempo?.flush() }
            return frames
        }
        let given = UnsafeMutableBufferPointer(rebasing: rest[..<(frames * channels)])
        air?.measure(UnsafeBufferPointer(given), format: lane.format)
        chain.process(given, format: lane.format)
        lane.meter?.measure(UnsafeBufferPointer(given), from: position)
        return written + frames
    }

    private func didFill(_ lane: OutputLane) {
        guard lane === self.lane else { return }
        if let failure { client?.step(.undecodable(failure)) }
        if let state = air?.state, state != reportedAir {
            reportedAir = state
            client?.speakerDidMeasure(state)
        }
        if !isTimingFresh(lane) { lane.output.requestTiming() }
        if lane.underrun.isHungry, machine.isGivingSound, !lane.isAligning, pauseFade == .none {
            if renderer.prepare(), renderer.format != lane.format { beginHandover(from: lane) }
            if renderer.isEmpty { client?.speakerGaveAll() }
        }
        armTimingTimer()
    }

    // MARK: Timing

    /// The longest time between two requests for timing while the sound server plays.
    private static let timingInterval = Duration.milliseconds(1500)
    /// How long after a timing answer new sound can be given without a new request for timing.
    private static let freshFor = Duration.milliseconds(900)
    /// How long after its last timing answer the sound server is assumed to have played on.
    private static let believedFor = timingInterval + .milliseconds(500)
    /// The time between two requests for timing until the sound server has consumed sound.
    private static let startInterval = Duration.milliseconds(20)

    /// Returns whether the last timing answer is still valid.
    ///
    /// While sound is heard, an answer stays valid for ``freshFor``. So the speaker, which gives sound about every 100
    /// ms, need not ask for timing each time.
    private func isTimingFresh(_ lane: OutputLane) -> Bool {
        guard machine.facts.sound == .playing, !lane.isAligning, !isHandingOver else { return false }
        guard let timing = lane.output.lastTiming, timing.isRunning, let answered = lane.answered else { return false }
        return answered.duration(to: loop.now) < Self.freshFor
    }

    /// Arms the timer for the next request for timing, as the state of the sound demands.
    private func armTimingTimer() {
        let machine = machine
        guard let lane, machine.facts.intent == .playing else { return timingTimer.disarm() }
        switch machine.facts.sound {
        case .filling where machine.isGivingSound && lane.position > 0 && machine.facts.suppressions.isEmpty:
            timingTimer.rearm(after: Self.startInterval)
        case .playing, .draining:
            // If no sound is left to give, the next request shows whether the last sample frame was heard, so it is
            // made just after that.
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

    /// Handles a timing answer of the sound server: counts heard sound, notices a stall, and finishes a change to
    /// another output.
    private func didAnswer(_ timing: OutputTiming, _ lane: OutputLane) {
        lane.didAnswer(timing)
        if pauseFade == .corked { endFadeOut() }
        handover.align()
        // Sound that a device consumed before it was suspended does not show that the device plays.
        if count(lane, consumed: timing.consumed), !lane.isSuspended { client?.step(.consumed) }
        if lane === self.lane, !isHandingOver, !lane.isFinishing, hasRunDry(lane, timing) {
            client?.step(.ranDry)
            // The sound received so far may be enough to continue, and perhaps no other event makes the player check
            // that.
            client?.needsService()
        }
        let isGiven = lane === handover.old && timing.consumed >= lane.position
        if isGiven || lane === self.lane && lane.isSounding { finishHandoverWhenHeard() }
        updateHeard()
        if lane === self.lane { armTimingTimer() }
    }

    private func hasRunDry(_ lane: OutputLane, _ timing: OutputTiming) -> Bool {
        lane.underrun.hasRunDry(
            timing, queued: lane.queued(timing), held: held, needed: machine.bufferAfterStall, at: loop.now)
    }

    /// Handles that the sound server's queue is empty, and asks for timing. The answer shows whether the listener hears
    /// a gap.
    private func queueDidRunEmpty(_ lane: OutputLane) {
        let isMissed = !lane.isFinishing && renderer.isEmpty && machine.facts.sound == .playing
        lane.underrun.queueDidRunEmpty(isMissed: isMissed)
        lane.output.requestTiming()
    }

    // MARK: Heard sound

    /// Adds the sound that the sound server has consumed to the heard duration. Returns false if all of that sound was
    /// counted before.
    @discardableResult private func count(_ lane: OutputLane, consumed: Int64) -> Bool {
        let heard = lane.count(consumed: consumed)
        present.heardDuration += heard
        client?.speakerDidPlay(heard)
        return heard > .zero
    }

    /// Counts the sound that was heard after the last timing answer of an output that is closed or flushed now. The
    /// amount is estimated from the time since that answer.
    ///
    /// Sound that was consumed but has not left the loudspeaker is not counted, because it may be played again.
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
        // If a jump has given the output new sound since, this report is about sound that the jump has dropped.
        guard lane.isFinishing else { return }
        // The sound server's queue is empty. The last sound reaches the loudspeaker after the sink's latency.
        endTimer.rearm(after: lane.output.lastTiming?.sinkLatency ?? .zero)
    }

    private func endWasHeard() {
        // The end was heard, so all sound counts as consumed, even if the last timing answer says less.
        if let lane { count(lane, consumed: lane.position) }
        updateHeard()
        client?.step(.endHeard)
    }

    /// Stores which moment of the item is heard now, and lets the timeline drop heard packets.
    func updateHeard() {
        let now = loop.now
        guard let heard = handover.heard(at: now) else { return }
        present.lastHeard = heard
        present.nextUnheard = heard.packet + 1
        timeline.wanted = max(heard.packet, present.jumpTarget)
        timeline.release(heard: heard.packet)
        client?.speakerDidHear(heard, at: now)
    }

    // MARK: Hand-over to another format

    /// Opens a second output for the sound's new format.
    private func beginHandover(from old: OutputLane) {
        guard !isHandingOver, let format = renderer.format else { return }
        var configuration = configuration
        configuration.prebufferDuration = .milliseconds(20)
        handover.open(makeLane(format, configuration), after: old, client: self)
    }

    /// Closes the old output once its sound was heard.
    func finishHandoverWhenHeard() { if machine.wantsSound, handover.isOldHeard() { finishHandover() } }

    /// Closes the old output, if any.
    private func finishHandover() {
        guard let old = handover.old else { return }
        // The old output's last timing answer may have come before its last second of sound was consumed, so the
        // consumed sound is estimated.
        count(old, consumed: old.consumed(at: loop.now))
        handover.finish()
        updateHeard()
    }
}

// MARK: - Events of the output

extension Speaker: AudioOutputClient {
    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let lane, lane.output === output, !lane.isFinishing else { return 0 }
        let frames = fill(lane, buffer)
        lane.underrun.didFill(isHungry: frames < buffer.count / lane.format.channelCount)
        // `didFill` runs at the end of the turn, so that its request for timing travels to the sound server together
        // with the sound written here.
        loop.post { [weak self] in self?.didFill(lane) }
        return frames
    }

    /// Handles an event of an output.
    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) {
        guard let told = lanes.last(where: { $0.output === output }) else { return }
        let isCurrent = told === lane
        switch event {
        case .opened(let device): route.didOpen(on: device)
        case .failed(let error): route.didFail(error)
        case .timing(let timing): didAnswer(timing, told)
        case .frozen: client?.step(.serverFroze)
        case .corked(let isCorked):
            if isCorked, isCurrent, pauseFade == .fading { pauseFade = .corked }
            output.requestTiming()
        case .started: output.requestTiming()
        case .underflow: queueDidRunEmpty(told)
        case .drained: didDrain(told)
        case .moved(let device): route.didMove(to: device, output)
        // During a change to another output, both outputs report the same interruption. Only the new output's report
        // counts.
        case .suspended(let isSuspended, let isOurs):
            told.isSuspended = isSuspended
            guard !isOurs, isCurrent else { return }
            client?.step(isSuspended ? .interruptionBegan(.suspendedDevice) : .interruptionEnded(.suspendedDevice))
        case .volumeChanged(let volume, let isMuted):
            self.volume = volume
            self.isMuted = isMuted
            client?.speakerDidChangeVolume()
        case .interruptionRequested(let begins):
            guard isCurrent, category == .playback else { return }
            client?.step(begins ? .interruptionBegan(.otherStream) : .interruptionEnded(.otherStream))
        }
    }
}

// MARK: - Requests of the route

extension Speaker: OutputRouteClient {
    /// The client's machine. Without a client, a machine that wants no sound.
    var machine: PlaybackMachine { client?.machine ?? PlaybackMachine(policy: .listener) }
    func step(_ event: PlaybackEvent) { client?.step(event) }
    func needsService() { client?.needsService() }

    /// Returns whether an output belongs to this speaker and is still open.
    func isOpen(_ output: any AudioOutput) -> Bool { lanes.contains { $0.output === output } }

    func routeDidChange(_ reason: PlaybackNotification.RouteChangeReason) { client?.speakerDidChangeRoute(reason) }
}
