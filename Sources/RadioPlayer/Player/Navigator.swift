import RadioAudio
import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams

/// What a ``Navigator`` asks of its player, and reports to it.
protocol NavigatorClient: MachineOwner {
    var item: PlaybackItem? { get }
    var intake: StreamIntake! { get }
    var speaker: Speaker! { get }
    /// The next sound is that of another packet.
    func navigatorDidJump(to packet: Int64)
    /// So much sound that was to be heard next is not kept any more, and left out.
    func navigatorDidDrop(_ duration: Duration)
    func notify(_ notification: PlaybackNotification)
    func snapshot() -> PlaybackSnapshot
}

/// Where the sound of an item goes on: jumps within what is held, what the stream is asked for instead, the tape, the live
/// edge, and how fast. A player makes a new one for each item.
final class Navigator {
    private let loop: EventLoop
    private let folder: String?
    /// Whether a live station is kept, if the policy wants that.
    var keepsTape: Bool
    private unowned let client: any NavigatorClient
    private var edge = LiveEdgeKeeper()
    /// What was received of a live station, longer than the timeline holds it.
    private(set) var timeshift: Timeshift?
    /// Where a jump leads, on the timeline and in the item, until sound of it is heard.
    private var goal: (time: Int64, position: MediaTime)?
    /// What the stream was asked for, until it brings that: sound begins there to the sample, or so far before it.
    private var fetched: (position: MediaTime, tolerance: Duration)?
    /// While fast forward or rewind goes on.
    private var scan: Scan?
    private var scanTimer: LoopTimer!

    /// - Parameter folder: where the tape's file is made.
    init(loop: EventLoop, tapeFolder folder: String?, keepsTape: Bool, client: any NavigatorClient) {
        self.loop = loop
        self.folder = folder
        self.keepsTape = keepsTape
        self.client = client
        scanTimer = loop.makeTimer { [unowned self] in scanOn() }
    }

    deinit { scanTimer.cancel() }

    private var intake: StreamIntake { client.intake }
    private var speaker: Speaker { client.speaker }
    private var machine: PlaybackMachine { client.machine }

    // MARK: Where it is

    /// The moment that is heard, or that a jump leads to: on the timeline, in flicks, and in the item.
    var now: (time: Int64, position: MediaTime) {
        if let goal { return goal }
        let time = speaker.heard(at: loop.now).time
        return (time, intake.position(at: time))
    }

    private var currentTime: MediaTime { now.position }

    var scanDirection: ScanDirection? { scan?.direction }

    /// Sound is heard: a jump has come to its goal.
    /// - Returns: whether what is heard makes room for more.
    func didHear() -> Bool {
        goal = nil
        return timeshift?.replay != nil || rate > 1
    }

    /// What came is looked at once a turn, after ``keepTape()``.
    func goOn() {
        catchUp()
        settleFetched()
        if rate > 1, isNearLive { setRate(1) }
    }

    /// A pause begins: what comes meanwhile is kept.
    func pauseBegan() {
        edge.isFollowing = false
        beginPause()
    }

    /// A pause ends: what was dropped meanwhile is left out.
    func pauseEnds() {
        if skipDropped() { return }
        if let dropped = speaker.skipDropped() {
            client.navigatorDidJump(to: speaker.jumpTarget)
            client.navigatorDidDrop(dropped)
        }
        intake.endPause()
    }

    /// What is held is too old to be heard.
    func skipHeld() {
        leaveTape()
        jump(to: intake.timeline.end)
        goal = nil
    }

    /// All that was received has come to where the sound is taken from.
    var isAllRead: Bool { timeshift?.isAllRead ?? true }

    /// Sound that was received and is not heard yet.
    var soundAhead: Duration {
        let now = loop.now
        // While the sound comes from the tape, the station is followed at its own pace.
        return timeshift?.soundAhead(in: intake.timeline, at: now) ?? speaker.given(at: now) + speaker.held
    }

    // MARK: Jumps

    /// The item's sound begins with a packet that is held.
    func begin(at packet: Int64) { jump(to: packet) }

    /// What is queued goes; the next sound is this packet's.
    /// - Parameter offset: how much of it is left out, in flicks.
    private func jump(to packet: Int64, offset: Int64 = 0) {
        fetched = nil
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        speaker.jump(to: packet, offset: offset, in: timeline)
        client.navigatorDidJump(to: packet)
        let time = timeline.packet(packet).map { $0.start + offset } ?? timeline.range.end
        goal = (time, intake.position(at: time))
    }

    /// The next sound is that of a moment, in flicks on the timeline, to the sample.
    private func jump(toTime time: Int64) {
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        let packet = timeline.packetNumber(at: time)
        jump(to: packet, offset: timeline.packet(packet).map { min(max(time - $0.start, 0), $0.duration) } ?? 0)
    }

    typealias Jump = (from: MediaTime, to: MediaTime)

    /// Does something that may jump.
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

    /// Does something that jumps, and tells of it.
    private func telling(_ reason: PlaybackNotification.JumpReason, _ body: () -> Void) {
        if let jump = jumping(body) { tell(jump, reason) }
    }

    /// On with what the stream brings next: what is held is of no more use.
    func fetch(_ target: StreamIntake.Target, tolerance: Duration = .zero) {
        leaveTape()
        // The tape holds sound in the order of its positions.
        if timeshift != nil, target.position < intake.position(at: intake.timeline.range.end) {
            beginTape(from: intake.timeline.end)
        }
        intake.expect(target)
        jump(to: intake.timeline.end)
        goal?.position = target.position
        fetched = (target.position, tolerance)
        let isOver = machine.facts.download == .ended
        let connected = intake.isOpen
        // A stream that has ended is opened again, and begins there.
        client.step(.sought(isHeld: false))
        if !isOver, connected { intake.request(target, tolerance: tolerance) }
    }

    /// What was asked for lies within what the stream brings first.
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

    /// By an offset, as far as there is something to be heard; forward beyond a station's newest sound to its live edge.
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

    /// Where that was which came at a date, of a station that tells none: its newest sound is of now.
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
        client.notify(.scanDidChange(client.snapshot()))
        scanOn()
    }

    func endScan() {
        guard scan != nil else { return }
        scan = nil
        scanTimer.disarm()
        client.notify(.scanDidChange(client.snapshot()))
    }

    /// A piece was heard: on to the next.
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

    /// Sound of a live station that is left ahead where it goes by faster, beside what the output holds.
    private static let leastAhead = MediaTime(value: 2, timescale: 1)

    /// How much faster the sound goes by than it was made, when it is heard.
    var rate: Double { speaker.rate }

    func setRate(_ wanted: Double) {
        let bounded =
            wanted.isFinite ? min(max(wanted, TempoChanger.rates.lowerBound), TempoChanger.rates.upperBound) : 1
        let before = rate
        speaker.setRate(bounded > 1 && isNearLive ? 1 : bounded)
        guard rate != before else { return }
        let isLive = intake.info != nil && !intake.isFinite
        // What comes is more than what is heard.
        if isLive, rate < 1 { beginPause() } else if before < 1 { intake.endPause() }
        client.notify(.rateDidChange(client.snapshot()))
    }

    /// Nothing is left to catch up with.
    private var isNearLive: Bool {
        guard intake.info != nil, !intake.isFinite else { return false }
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        let next = timeline.packet(timeline.written)?.start ?? timeline.range.end
        // What comes in segments comes seldom: nearer than where a listener begins who comes now it would run dry.
        if let presentation = intake.info?.presentation { return intake.position(at: next) >= presentation.edge }
        return intake.timeline.range.end - next < Self.leastAhead.flicks
    }

    // MARK: What is kept

    /// Takes what came on the tape, and sees that sound from there goes on.
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
        timeshift = Timeshift(
            loop: loop, folder: folder, duration: machine.policy.timeshift, of: intake, from: packet)
        timeshift?.onDiskFailure = { [weak self] why in
            self.map { $0.client.notify(.timeshiftDidFail(why, $0.client.snapshot())) }
        }
        timeshift?.onReplay = { [weak self] in self?.tapeWasRead() }
    }

    /// The sound comes from the tape from there on; false where the tape does not hold that.
    @discardableResult private func playTape(from start: Timeshift.Start) -> Bool {
        let now = loop.now
        let pace = LivePace(heard: speaker.heard(at: now).time, at: now)
        return timeshift?.play(from: start, ahead: intake.bytesWanted, pace) == true
    }

    /// What comes in a pause is kept: on the tape, from which the sound goes on, or in memory.
    private func beginPause() {
        guard let timeshift else { return intake.beginPause() }
        guard timeshift.replay == nil, playTape(from: .packet(speaker.nextPacket)) else { return }
        tapeWasRead()
    }

    /// There is more to be heard from the tape.
    private func tapeWasRead() {
        goToTape()
        client.needsService()
    }

    /// The sound comes from the tape once its beginning was read.
    private func goToTape() {
        guard let timeshift, let timeline = timeshift.replay?.timeline else { return }
        switch timeshift.takeStart() {
        case .time(let time): jump(toTime: time)
        case .packet: speaker.goOn(in: timeline)
        case nil: break
        }
    }

    /// The tape does not give what comes next: on with what the timeline holds, or with what is heard already.
    private func giveTapeUp(isHeard: Bool) {
        if isHeard, skipDropped() { return }
        leaveTape()
        goal = nil
        if isHeard { jump(to: intake.timeline.start) } else if !machine.wantsSound { intake.beginPause() }
    }

    /// Where the tape has dropped what comes next, to make room: on with the oldest that it holds.
    private func skipDropped() -> Bool {
        guard let timeshift, let oldest = timeshift.oldestAfterDrop else { return false }
        let heard = speaker.lastHeard.time
        guard playTape(from: .time(oldest)) else { return false }
        goal = (oldest, intake.position(at: oldest))
        tapeWasRead()
        client.navigatorDidDrop(MediaTime(flicks: oldest - heard).duration)
        return true
    }

    /// The next sound is of the timeline itself.
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

    /// A station in segments goes on where a listener begins who comes now.
    private func jump(toEdgeOf presentation: HlsPresentation) {
        let (timeline, target) = (intake.timeline, presentation.edge)
        // Nearer to the end there is nothing to play with.
        guard currentTime < target else { return }
        if case .memory(let time)? = intake.place(of: target) {
            leaveTape()
            jump(to: timeline.packetNumber(at: time))
        } else {
            fetch(.position(target))
        }
    }

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

    /// Position of the next sound that will be heard: in silence the first that was not given to the output, and after a
    /// jump, until that is heard, its target.
    private var nextSound: MediaTime? {
        let (timeline, target) = (intake.timeline, speaker.jumpTarget)
        if machine.isGivingSound {
            // The outputs know of none where the server's answer takes back what was guessed since the one before.
            let heard = speaker.heard(at: loop.now)
            if heard.packet >= target { return timeline.places.position(at: heard.time)?.time }
            if speaker.lastHeard.packet < 0 { return nil }
        }
        let packet = timeline.packet(machine.isGivingSound ? target : max(timeline.written, target))
        return timeline.places.position(at: packet?.start ?? timeline.range.end)?.time
    }
}
