import RadioAudio
import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams
import RadioTape

/// What a ``Navigator`` needs from its player, and what it reports to the player.
protocol NavigatorClient: MachineOwner {
    var item: PlaybackItem? { get }
    var intake: StreamIntake! { get }
    var speaker: Speaker! { get }
    /// Called when the sound jumps, so that the packet with the number `packet` is heard next.
    func navigatorDidJump(to packet: Int64)
    /// Called when the sound to play next was dropped to make room, so that `duration` of sound is skipped.
    func navigatorDidDrop(_ duration: Duration)
    func notify(_ notification: PlaybackNotification)
    func snapshot() -> PlaybackSnapshot
}

/// Decides where the sound of an item continues.
///
/// The navigator jumps within the received sound, asks the stream for sound at other positions, plays from the tape,
/// keeps to the live edge, and sets the rate. A player makes a new navigator for each item.
final class Navigator {
    private let loop: EventLoop
    private let folder: String?
    /// Whether a live station's sound is kept on a tape if the policy asks for that.
    var keepsTape: Bool
    /// The owner of the navigator. It calls the navigator's methods, so it exists while they run. Work that begins
    /// elsewhere goes through ``whileOwned(_:)``.
    private var client: any NavigatorClient { owner! }
    private weak var owner: (any NavigatorClient)?
    private var edge = LiveEdgeKeeper()
    /// The difference of the station's and the sound device's clocks.
    private(set) var drift = DriftKeeper()
    /// The tape with the live station's past sound, and its reader; nil without a tape.
    private(set) var timeshift: Timeshift?
    /// The target of the last jump, as a moment of the timeline in flicks and as a position in the item; nil once sound
    /// from there is heard.
    private var goal: (time: Int64, position: MediaTime)?
    /// The position from which the stream was asked for sound that it has not delivered yet; nil if there is none.
    ///
    /// The fetched sound may begin exactly at this position, or earlier by at most the tolerance.
    private var fetched: (position: MediaTime, tolerance: Duration)?
    /// The fast forward or rewind in progress; nil if there is none.
    private var scan: Scan?
    private var scanTimer: LoopTimer!

    /// - Parameter folder: the folder of the tape's file.
    init(loop: EventLoop, tapeFolder folder: String?, keepsTape: Bool, client: any NavigatorClient) {
        self.loop = loop
        self.folder = folder
        self.keepsTape = keepsTape
        owner = client
        scanTimer = loop.makeTimer { [weak self] in self?.whileOwned { $0.scanOn() } }
    }

    deinit { scanTimer.cancel() }

    /// Does work of a timer or of the disk, and keeps the owner during the work. Does nothing without an owner.
    private func whileOwned(_ work: (Navigator) -> Void) {
        guard let owner else { return }
        withExtendedLifetime(owner) { work(self) }
    }

    private var intake: StreamIntake { client.intake }
    private var speaker: Speaker { client.speaker }
    private var machine: PlaybackMachine { client.machine }

    // MARK: Position

    /// The moment that is heard, or the target of a jump whose sound is not heard yet: as a moment of the timeline in
    /// flicks, and as a position in the item.
    var now: (time: Int64, position: MediaTime) {
        if let goal { return goal }
        let time = speaker.heard(at: loop.now).time
        return (time, intake.position(at: time))
    }

    private var currentTime: MediaTime { now.position }

    var scanDirection: ScanDirection? { scan?.direction }

    /// Ends the jump under way, if any, because sound from its target is heard.
    ///
    /// - Returns: whether the player must work at the end of the turn, because more of the tape can be read or a rate
    ///   above 1 may have to end.
    func didHear() -> Bool {
        goal = nil
        return timeshift?.replay != nil || rate > 1
    }

    /// After new sound arrived, keeps to the live edge, checks whether a requested position has arrived, and ends a
    /// rate above 1 if necessary. Called once a turn, after ``keepTape()``.
    func goOn() {
        catchUp()
        settleFetched()
        if rate > 1, isNearLive { setRate(1) }
        if machine.policy.correctsDrift { keepDelay() }
    }

    /// Follows the delay of a live station that is heard without a break, and corrects it.
    private func keepDelay() {
        guard machine.facts.sound == .playing, machine.wantsSound, intake.info != nil, !intake.isFinite, rate == 1,
            !intake.isSegmented, timeshift?.replay == nil, goal == nil, let inHand = speaker.inHand(at: loop.now)
        else { return }
        // A correction that was made has changed the sound in hand already.
        if let (correction, packet) = speaker.fit(drift.due) { drift.made(correction, by: packet) }
        drift.follow(inHand, at: loop.now)
    }

    /// Begins a pause, during which the sound that arrives is kept in memory or on the tape.
    func pauseBegan() {
        edge.isFollowing = false
        beginPause()
    }

    /// Ends a pause. Continues with the oldest kept sound if the next sound was dropped during the pause.
    func pauseEnds() {
        if skipDropped() { return }
        if let dropped = speaker.skipDropped() {
            client.navigatorDidJump(to: speaker.jumpTarget)
            client.navigatorDidDrop(dropped)
        }
        intake.endPause()
    }

    /// Skips all sound received so far, because it is too old to be heard.
    func skipHeld() {
        leaveTape()
        jump(to: intake.timeline.end)
        goal = nil
    }

    /// Whether all received sound is in memory for the speaker; false while some of it must still be read from the
    /// tape.
    var isAllRead: Bool { timeshift?.isAllRead ?? true }

    /// The duration of sound that was received and is not heard yet.
    var soundAhead: Duration {
        let now = loop.now
        // While the sound comes from the tape, the sound ahead is computed as if the listener heard the station live,
        // so that the stream does not stop to fetch.
        return timeshift?.soundAhead(in: intake.timeline, at: now) ?? speaker.given(at: now) + speaker.held
    }

    // MARK: Jumps

    /// Begins the item's sound with the packet `packet` of the timeline.
    func begin(at packet: Int64) { jump(to: packet) }

    /// Drops the queued sound, and continues with `packet`.
    ///
    /// - Parameter offset: how much of the packet's beginning is skipped, in flicks.
    private func jump(to packet: Int64, offset: Int64 = 0) {
        fetched = nil
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        speaker.jump(to: packet, offset: offset, in: timeline)
        client.navigatorDidJump(to: packet)
        let time = timeline.packet(packet).map { $0.start + offset } ?? timeline.range.end
        goal = (time, intake.position(at: time))
    }

    /// Continues exactly at a moment, in flicks on the timeline.
    private func jump(toTime time: Int64) {
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        let packet = timeline.packetNumber(at: time)
        jump(to: packet, offset: timeline.packet(packet).map { min(max(time - $0.start, 0), $0.duration) } ?? 0)
    }

    typealias Jump = (from: MediaTime, to: MediaTime)

    /// Runs `body`, and returns the jump that it made, if any.
    private func jumping(_ body: () -> Void) -> Jump? {
        let before = goal
        let from = currentTime
        body()
        guard let goal, goal.position != before?.position else { return nil }
        return (from, goal.position)
    }

    func tell(_ jump: Jump, _ reason: PlaybackNotification.JumpReason) {
        client.notify(.didJump(from: jump.from, to: jump.to, reason, client.snapshot()))
    }

    /// Runs `body`, and publishes the jump that it made, if any, with its reason.
    private func telling(_ reason: PlaybackNotification.JumpReason, _ body: () -> Void) {
        if let jump = jumping(body) { tell(jump, reason) }
    }

    /// Asks the stream for the sound at `target`, and continues with that sound. The sound received before is not
    /// played.
    func fetch(_ target: StreamIntake.Target, tolerance: Duration = .zero) {
        leaveTape()
        // On a tape, later packets must have later positions. So a target before the end of the received sound needs a
        // new tape.
        if timeshift != nil, target.position < intake.position(at: intake.timeline.range.end) {
            beginTape(from: intake.timeline.end)
        }
        intake.expect(target)
        jump(to: intake.timeline.end)
        goal?.position = target.position
        fetched = (target.position, tolerance)
        let isOver = machine.facts.download == .ended
        let connected = intake.isOpen
        // If the stream has ended, this step opens it again, at the target.
        client.step(.sought(isHeld: false))
        if !isOver, connected { intake.request(target, tolerance: tolerance) }
    }

    /// Ends the request of ``fetched`` once the stream has delivered its sound, and skips sound before the position
    /// unless the tolerance allows it.
    private func settleFetched() {
        guard let (target, tolerance) = fetched else { return }
        let first = intake.timeline.packet(speaker.jumpTarget).map { intake.position(at: $0.start) }
        if let first, first < target, (target - first).duration <= tolerance {
            fetched = nil
            goal?.position = first
            return
        }
        guard case .memory(let time)? = intake.place(of: target) else { return }
        fetched = nil
        guard goal != nil, let packet = intake.timeline.packet(intake.timeline.packetNumber(at: time)),
            packet.start < time, speaker.jumpTarget <= intake.timeline.packetNumber(at: time)
        else { return }
        jump(toTime: time)
    }

    func seek(to position: MediaTime, tolerance: Duration = .zero) throws(SeekError) {
        endScan()
        try go(to: position, tolerance: tolerance)
    }

    /// Continues at the position `wanted`, with sound from memory, from the tape, or from the stream.
    private func go(to wanted: MediaTime, tolerance: Duration = .zero) throws(SeekError) {
        guard client.item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard let range = intake.positions.seekable(around: wanted) else { throw .notSeekable }
        guard range.start <= wanted, wanted <= range.end else { throw .outOfRange(range) }
        let position = intake.positions.held(near: wanted, within: tolerance) ?? wanted
        let place = intake.place(of: position)
        guard place != nil || intake.info?.isSeekable == true else { throw .outOfRange(range) }
        edge.isFollowing = false
        telling(.seek) {
            switch place {
            case .memory(let time):
                leaveTape()
                client.step(.sought(isHeld: true))
                jump(toTime: time)
            case .tape(let time):
                client.step(.sought(isHeld: true))
                playTape(from: .time(time))
                goal = (time, position)
                tapeWasRead()
            case nil: fetch(.position(position), tolerance: tolerance)
            }
        }
    }

    /// Moves by an offset, as far as there is sound. A move beyond a station's newest sound ends at its live edge.
    func seek(by offset: MediaTime) throws(SeekError) {
        guard client.item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard let range = intake.positions.seekable(around: currentTime) else { throw .notSeekable }
        let target = currentTime + offset
        if offset > .zero, target >= range.end, !intake.isFinite, machine.facts.intent == .playing {
            endScan()
            return client.step(.resume(atLiveEdge: true))
        }
        let nearest = intake.positions.seekable(around: target) ?? range
        try seek(to: min(max(target, nearest.start), nearest.end))
    }

    func seek(toDate date: MediaTime) throws(SeekError) {
        guard client.item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard
            let position = intake.positions.position(of: date, near: speaker.lastHeard.time)
                ?? position(ofReception: date)
        else { throw .noDate }
        try seek(to: position)
    }

    /// Returns the position of the sound received at a date, for a station that states no dates. The newest sound
    /// counts as received now.
    private func position(ofReception date: MediaTime) -> MediaTime? {
        guard intake.info != nil, !intake.isFinite, !intake.isSegmented else { return nil }
        let now = MediaTime(milliseconds: WallClock.milliseconds)
        return intake.position(at: intake.timeline.range.end) - (now - date)
    }

    // MARK: Fast forward and rewind

    func beginScan(_ direction: ScanDirection) throws(SeekError) {
        guard client.item != nil, machine.wantsSound else { throw .nothingPlays }
        guard !intake.positions.seekable.isEmpty else { throw .notSeekable }
        guard scan?.direction != direction else { return }
        scan = Scan(direction, at: loop.now)
        client.step(.scanChanged(isRunning: true))
        client.notify(.scanDidChange(client.snapshot()))
        scanOn()
    }

    func endScan() {
        guard scan != nil else { return }
        scan = nil
        scanTimer.disarm()
        client.step(.scanChanged(isRunning: false))
        client.notify(.scanDidChange(client.snapshot()))
    }

    /// Moves fast forward or rewind to the next excerpt, because the previous excerpt was heard.
    private func scanOn() {
        guard let scan, let range = intake.positions.seekable(around: currentTime), machine.wantsSound else {
            return endScan()
        }
        switch scan.next(from: currentTime, in: range, at: loop.now) {
        case .seek(let position):
            do throws(SeekError) { try go(to: position) } catch { return endScan() }
            scanTimer.rearm(after: Scan.piece)
        case .end(let position):
            endScan()
            if scan.direction == .forward, !intake.isFinite { return client.step(.resume(atLiveEdge: true)) }
            try? go(to: position)
        }
    }

    // MARK: Rate

    /// A rate above 1 ends when less than this duration of a live station's sound is left to decode: 2 s. Sound in the
    /// output is not counted.
    private static let leastAhead = MediaTime(value: 2, timescale: 1)

    /// The speed of the sound; 1 is normal speed.
    var rate: Double { speaker.rate }

    func setRate(_ wanted: Double) {
        let bounded =
            wanted.isFinite ? min(max(wanted, TempoChanger.rates.lowerBound), TempoChanger.rates.upperBound) : 1
        let before = rate
        speaker.setRate(bounded > 1 && isNearLive ? 1 : bounded)
        guard rate != before else { return }
        let isLive = intake.info != nil && !intake.isFinite
        // At a rate below 1, a station sends more sound than is heard, so sound that was not heard yet is kept as in a
        // pause.
        if isLive, rate < 1 { beginPause() } else if before < 1 { intake.endPause() }
        client.notify(.rateDidChange(client.snapshot()))
    }

    /// Whether the sound has caught up with a live station, so that a rate above 1 must end.
    private var isNearLive: Bool {
        guard intake.info != nil, !intake.isFinite else { return false }
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        let next = timeline.packet(timeline.written)?.start ?? timeline.range.end
        // Segments arrive rarely. If the listener were closer to the newest sound than the position where a new
        // listener begins, the sound would run out before the next segment.
        if let presentation = intake.info?.presentation { return intake.position(at: next) >= presentation.edge }
        return intake.timeline.range.end - next < Self.leastAhead.flicks
    }

    // MARK: The tape

    /// Writes newly received sound to the tape, and reads more sound from the tape if the listener hears the tape.
    func keepTape() {
        let isLive = intake.info != nil && !intake.isFinite
        if timeshift == nil, keepsTape, machine.policy.timeshift > .zero, isLive {
            beginTape(from: intake.timeline.start)
        }
        guard let timeshift else { return }
        timeshift.keep(intake)
        goToTape()
        if timeshift.replay?.isBroken == true { giveTapeUp(isHeard: timeshift.start == nil) }
    }

    private func beginTape(from packet: Int64) {
        use(
            Timeshift(
                loop: loop, folder: folder, duration: machine.policy.timeshift, of: intake, from: packet))
    }

    /// Continues with the sound of a moment, in flicks, on a tape that another process has written.
    func begin(on tape: Tape, at time: Int64) {
        use(Timeshift(tape))
        let pace = LivePace(heard: tape.times.upperBound, at: loop.now)
        guard timeshift?.play(from: .time(time), ahead: intake.bytesWanted, pace) == true else { return }
        goal = (time, intake.position(at: time))
        client.needsService()
    }

    private func use(_ new: Timeshift) {
        timeshift = new
        timeshift?.onDiskFailure = { [weak self] why in
            self?.whileOwned { $0.client.notify(.timeshiftDidFail(why, $0.client.snapshot())) }
        }
        timeshift?.onReplay = { [weak self] in self?.whileOwned { $0.tapeWasRead() } }
    }

    /// Continues with sound from the tape, beginning at `start`. Returns false if `start` is not on the tape.
    @discardableResult private func playTape(from start: Timeshift.Start) -> Bool {
        let now = loop.now
        let pace = LivePace(heard: speaker.heard(at: now).time, at: now)
        return timeshift?.play(from: start, ahead: intake.bytesWanted, pace) == true
    }

    /// Makes room for the sound that arrives during a pause. With a tape, the sound later continues from the tape.
    /// Without a tape, the sound stays in memory.
    private func beginPause() {
        guard let timeshift else { return intake.beginPause() }
        guard timeshift.replay == nil, playTape(from: .packet(speaker.nextPacket)) else { return }
        tapeWasRead()
    }

    /// Handles that more sound was read from the tape.
    private func tapeWasRead() {
        goToTape()
        client.needsService()
    }

    /// Switches the sound to the tape once the first packet to be heard was read from the tape.
    private func goToTape() {
        guard let timeshift, let timeline = timeshift.replay?.timeline else { return }
        switch timeshift.takeStart() {
        case .time(let time): jump(toTime: time)
        case .packet: speaker.goOn(in: timeline)
        case nil: break
        }
    }

    /// Stops reading the tape, because the tape does not hold the sound to play next or cannot be read.
    ///
    /// - Parameter isHeard: whether the sound came from the tape. If so, the sound continues with the oldest sound that
    ///   can still be played.
    private func giveTapeUp(isHeard: Bool) {
        if isHeard, skipDropped() { return }
        leaveTape()
        goal = nil
        if isHeard { jump(to: intake.timeline.start) } else if !machine.wantsSound { intake.beginPause() }
    }

    /// Continues with the oldest sound on the tape if the tape has dropped the sound to play next. Returns false
    /// otherwise.
    private func skipDropped() -> Bool {
        guard let timeshift, let oldest = timeshift.oldestAfterDrop else { return false }
        let heard = speaker.lastHeard.time
        guard playTape(from: .time(oldest)) else { return false }
        goal = (oldest, intake.position(at: oldest))
        tapeWasRead()
        client.navigatorDidDrop(MediaTime(flicks: oldest - heard).duration)
        return true
    }

    /// Stops reading the tape, so that the next sound comes from the timeline of received packets.
    private func leaveTape() { timeshift?.endReplay() }

    // MARK: The live edge

    func goToLiveEdge() -> Jump? { jumping(jumpToLiveEdge) }

    private func jumpToLiveEdge() {
        edge.isFollowing = true
        if let presentation = intake.info?.presentation, !presentation.isFinite, !intake.timeline.places.isEmpty {
            return jump(toEdgeOf: presentation)
        }
        leaveTape()
        let timeline = intake.timeline
        let distance = MediaTime(seconds: machine.policy.liveEdgeDistance.inSeconds).flicks
        jump(to: timeline.packetNumber(at: timeline.range.end - distance))
    }

    /// Moves a station in segments to the position where a new listener would begin.
    private func jump(toEdgeOf presentation: HlsPresentation) {
        let (timeline, target) = (intake.timeline, presentation.edge)
        // A listener who already hears the target or later sound does not move: a position closer to the newest sound
        // would leave too little sound to play.
        guard currentTime < target else { return }
        if case .memory(let time)? = intake.place(of: target) {
            leaveTape()
            jump(to: timeline.packetNumber(at: time))
        } else {
            fetch(.position(target))
        }
    }

    /// Moves a low-latency station to its live edge if it has fallen behind.
    private func catchUp() {
        guard let presentation = intake.info?.presentation, presentation.partHoldBack != nil, !intake.isSearching,
            !speaker.isHandingOver, machine.wantsSound, timeshift?.replay == nil, let next = nextSound
        else { return }
        let situation = LiveEdgeKeeper.Situation(
            next: next, timeline: intake.timeline, isGivingSound: machine.isGivingSound,
            stallCount: machine.facts.stallCount, neededBuffer: machine.bufferAfterStall, isOpen: intake.isOpen,
            holdsBack: intake.holdsBack)
        switch edge.move(in: presentation, situation, at: loop.now) {
        case .none: break
        case .jump(let time):
            telling(.liveEdge) {
                client.step(.sought(isHeld: true))
                jump(to: intake.timeline.packetNumber(at: time))
            }
        case .fetch(let position):
            let end = intake.position(at: intake.timeline.range.end)
            intake.skip(to: position)
            client.notify(.didJump(from: end, to: position, .liveEdge, client.snapshot()))
        }
    }

    /// The position of the next sound that will be heard.
    ///
    /// While the output gets no sound, this is the first sound that was not given to the output. After a jump, it is
    /// the jump's target until the target is heard.
    private var nextSound: MediaTime? {
        let (timeline, target) = (intake.timeline, speaker.jumpTarget)
        if machine.isGivingSound {
            // If no output knows the moment that is heard now, `heard` is the last known moment.
            let heard = speaker.heard(at: loop.now)
            if heard.packet >= target { return timeline.places.position(at: heard.time)?.time }
            if speaker.lastHeard.packet < 0 { return nil }
        }
        let packet = timeline.packet(machine.isGivingSound ? target : max(timeline.written, target))
        return timeline.places.position(at: packet?.start ?? timeline.range.end)?.time
    }
}
