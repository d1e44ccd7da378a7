import RadioAudio
import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioStreams
import RadioTape
import RadioText

/// Joins a ``StreamIntake`` and a ``Speaker`` under a ``PlaybackMachine``: events go to the machine, its actions to them.
/// A player belongs to the loop's thread; several may live at once.
final class Player {
    private let loop: EventLoop
    private let tools: StreamIntake.Tools
    /// Read what comes, and never delay the sound.
    private var recorder: PacketRecorder?
    /// Receives every notification.
    var onNotification: ((PlaybackNotification) -> Void)?

    private(set) var machine: PlaybackMachine
    private(set) var intake: StreamIntake!
    private(set) var speaker: Speaker!
    private var titles = TitleTimeline()
    /// The title that a jump passed over and landed in.
    private var titleAfterJump: [Timeline.HeldMetadata] = []
    private var edge = LiveEdgeKeeper()
    /// What was received of a live station, longer than the timeline holds it.
    private(set) var timeshift: Timeshift?
    /// What is written of it beside the sound.
    let recordings = Recordings()
    /// What the newest metadata says.
    private var onAir: TrackInfo?
    private var changes = StreamChanges()
    /// Where a jump leads, on the timeline and in the item, until sound of it is heard.
    private var goal: (time: Int64, position: MediaTime)?
    /// What the stream was asked for, until it brings that: sound begins there to the sample.
    private var fetched: MediaTime?
    private var tally = PlaybackTally()

    private(set) var item: PlaybackItem?
    /// The rendition that the listener chose for this item.
    private var rendition: String?
    /// The queue's position, included in every snapshot. The player itself does not use it.
    var queuePlace = QueuePlace()
    private let finder: AddressSearch
    private let timeshiftFolder: String?

    private var isServicePosted = false
    private var deadlineTimer: LoopTimer!
    private var titleTimer: LoopTimer!
    /// While fast forward or rewind goes on.
    private var scan: Scan?
    private var scanTimer: LoopTimer!
    /// When a new connection must be taken as it is, or the end of the sound given away.
    private var joinTimer: LoopTimer!

    init(
        loop: EventLoop, pool: TransferPool, worker: BlockingWorker, system: any AudioOutputSystem,
        configuration: PlaybackConfiguration, recorder: PacketRecorder? = nil
    ) {
        self.loop = loop
        self.recorder = recorder
        let policy = configuration.policy
        tools = StreamIntake.Tools(
            loop: loop, pool: pool, worker: worker, policy: policy, userAgent: configuration.userAgent)
        titles.rules = configuration.titleRules
        timeshiftFolder = configuration.timeshiftFolder
        machine = PlaybackMachine(policy: policy, seed: UInt64.random(in: 0...(.max)))
        finder = AddressSearch(loop: loop)
        intake = StreamIntake(tools: tools, item: nil, client: self)
        speaker = Speaker(
            loop: loop, system: system, policy: policy, volume: configuration.volume, timeline: intake.timeline,
            decodes: recorder == nil, client: self)
        deadlineTimer = loop.makeTimer { [unowned self] in step(.tick) }
        titleTimer = loop.makeTimer { [unowned self] in speaker.updateHeard() }
        scanTimer = loop.makeTimer { [unowned self] in scanOn() }
        joinTimer = loop.makeTimer { [unowned self] in needsService() }
        recordings.needsService = { [unowned self] in needsService() }
        recordings.onChange = { [unowned self] recording in
            loop.post { [weak self] in self.map { $0.notify(.recordingDidChange(recording, $0.snapshot())) } }
        }
        recorder?.begin(intake.timeline, of: nil)
        watchRecorder()
    }

    private func watchRecorder() {
        // It may be found out while actions are carried out.
        recorder?.onFailure = { [weak self] error in self?.loop.post { self?.step(.outputFailed(error)) } }
    }

    deinit { for timer in [deadlineTimer, titleTimer, joinTimer, scanTimer] { timer?.cancel() } }

    // MARK: Commands

    /// - Parameters:
    ///   - working: an address of the item that brought sound, as far as is known.
    ///   - hasAlternative: whether another item is played where this one fails.
    func play(_ item: PlaybackItem, working: String? = nil, hasAlternative: Bool = false) {
        self.item = item
        changes = StreamChanges()
        rendition = nil
        finder.cancel()
        speaker.setGain(decibels: nil)
        let urls = item.urls
        let first = (working ?? item.preferredURL).flatMap { urls.firstIndex(of: $0) } ?? 0
        let mayHaveMoved = finder.find != nil && item.station.directoryID != nil
        step(
            .play(
                addressCount: urls.count, first: first, mayHaveMoved: mayHaveMoved, hasAlternative: hasAlternative))
        notify(.itemDidChange(snapshot()))
    }

    func resume(atLiveEdge: Bool) {
        endScan()
        step(.resume(atLiveEdge: atLiveEdge))
    }

    func pause() {
        endScan()
        step(.pause)
    }

    func stop() {
        endScan()
        step(.stop)
    }

    /// The sound comes out elsewhere from now on.
    func use(_ system: any AudioOutputSystem, recorder: PacketRecorder?) {
        self.recorder?.onFailure = nil
        self.recorder = recorder
        recorder?.begin(intake.timeline, of: item?.station)
        watchRecorder()
        speaker.use(system, decodes: recorder == nil)
        step(.outputReplaced)
        needsService()
    }

    /// Who is asked for another address of a station; nil where there is nobody.
    func setAddressFinder(_ find: PlaybackManager.AddressFinder?) { finder.find = find }

    func systemChanged(_ event: AudioSystemEvent) {
        speaker.route.systemDidChange(event)
        switch event {
        case .deviceAdded(let name): speaker.route.describe(name) { [weak self] in self?.tellDevices(came: [$0]) }
        case .deviceRemoved(let name): tellDevices(went: [name])
        case .serverConnected, .serverReplaced, .serverLost, .portAvailabilityChanged: break
        }
    }

    private func tellDevices(came: [OutputDevice] = [], went: [String] = []) {
        notify(.outputDevicesDidChange(came: came, went: went, snapshot()))
    }

    // MARK: The machine

    func step(_ event: PlaybackEvent) {
        let now = loop.now
        let actions = machine.handle(event, at: now)
        tally.follow(machine.facts, silentSince: machine.clocks.missing, at: now)
        // First all that is to be done, then all that is to be told: an observer may step the machine again.
        var jump: Jump?
        for action in actions {
            if case .jumpToLiveEdge = action { jump = jumping(goToLiveEdge) } else { perform(action) }
        }
        if let jump { tell(jump, .liveEdge) }
        for case .publish(let publication) in actions { notify(publication.notification(snapshot())) }
        endRecordingsAtRest()
        tellChanges()
        if let deadline = machine.nextDeadline {
            if !deadlineTimer.isArmed || deadlineTimer.deadline != deadline { deadlineTimer.rearm(at: deadline) }
        } else {
            deadlineTimer.disarm()
        }
    }

    private func perform(_ action: PlaybackAction) {
        switch action {
        case .openStream(let address):
            guard let item, address < item.urls.count else { return intake.close() }
            speaker.warmUp()
            intake.open(item.urls[address], rendition: rendition)
        case .closeStream: intake.close()
        case .findAddress: if let item { finder.search(for: item, self) }
        case .clearTimeline: beginItem()
        case .startOutput: speaker.start()
        case .closeOutput:
            speaker.close()
            titleTimer.disarm()
        case .cork:
            edge.isFollowing = false
            beginPause()
            speaker.setCorked(true)
        case .uncork: uncork()
        case .skipHeld:
            leaveTape()
            jump(to: intake.timeline.end)
            goal = nil
        case .jumpToLiveEdge, .publish: break
        }
    }

    /// All that belongs to the item before is forgotten.
    private func beginItem() {
        readForFiles()
        recordings.endAll()
        endScan()
        intake = StreamIntake(tools: tools, item: item, client: self, after: intake)
        recorder?.begin(intake.timeline, of: item?.station)
        speaker.begin(intake.timeline)
        edge = LiveEdgeKeeper()
        timeshift = nil
        changes.beginAgain()
        (goal, fetched) = (nil, nil)
        titles.reset(for: item?.station)
        titleAfterJump = []
        onAir = nil
        speaker.title = mixerTitle
        titleTimer.disarm()
        joinTimer.disarm()
    }

    private func uncork() {
        if let dropped = speaker.skipDropped() {
            keepTitle(upTo: speaker.jumpTarget)
            loop.post { [weak self] in self.map { $0.notify(.didDropHeld(dropped, $0.snapshot())) } }
        }
        intake.endPause()
        speaker.setCorked(false)
        needsService()
    }

    // MARK: Another address

    /// More addresses of one item are not taken.
    private static let maximumFoundURLs = 4

    /// The answer to a search: another address of the item, or nil where there is none.
    func addressDidArrive(_ url: String?) {
        guard let item else { return }
        guard let url, !item.urls.contains(url), item.foundURLs.count < Self.maximumFoundURLs else {
            return step(.noAddressFound)
        }
        self.item?.foundURLs.append(url)
        step(.addressFound(addressCount: item.urls.count + 1))
    }

    // MARK: Service: once a turn in which something came

    func needsService() {
        guard !isServicePosted else { return }
        isServicePosted = true
        loop.post { [weak self] in self?.service() }
    }

    private func service() {
        isServicePosted = false
        if intake.takeNewBytes() { step(.bytesReceived) }
        settleJoin()
        readForFiles()
        keepTape()
        publishMetadata()
        catchUp()
        settleFetched()
        if rate > 1, isNearLive { setRate(1) }
        // There may be enough to start, or more for the output.
        step(.held(speaker.held))
        if machine.isGivingSound { speaker.start() }
        if let failure = speaker.failure { step(.undecodable(failure)) }
        finishIfComplete()
        tellChanges()
        let isHeard = machine.facts.sound == .playing
        intake.regulate(inHand: isHeard ? speaker.inHand(at: loop.now) : nil)
    }

    /// Decides how a new connection goes on while there is still sound.
    private func settleJoin() {
        if intake.takeSoundReport() { step(.soundReceived) }
        guard !intake.isFinite else { return }
        let now = loop.now
        let inHand = soundInHand(at: now)
        if let end = intake.settle(inHand: inHand, at: now) {
            if inHand == .zero { speaker.fallSilent() }
            if end > 0 { tellRejoin(after: end) }
        }
        let isWaiting = (!intake.isOpen || intake.isSearching) && machine.facts.intent != .stopped
        let tail = speaker.holdTail(isWaiting: isWaiting, inHand: inHand, at: now)
        if let deadline = [intake.joinDeadline(inHand: inHand, at: now), tail].compactMap(\.self).min() {
            joinTimer.rearm(at: deadline)
        } else {
            joinTimer.disarm()
        }
    }

    /// Sound until silence; nil while nobody waits for any.
    private func soundInHand(at now: MonotonicInstant) -> Duration? {
        guard machine.wantsSound else { return nil }
        return machine.isGivingSound ? speaker.inHand(at: now) ?? .zero : .zero
    }

    private func publishMetadata() {
        let metadata = intake.takeMetadata()
        guard !metadata.isEmpty else { return }
        for one in metadata where one.kind != .flacPicture {
            let track = titles.read(one)
            onAir = track
            notify(.metadataReceived(track, snapshot()))
        }
        scheduleTitle()
    }

    /// The item's last packet was given to the output: it plays out.
    private func finishIfComplete() {
        guard machine.facts.download == .ended, intake.isComplete, timeshift?.isAllRead ?? true else { return }
        speaker.finish()
    }

    /// What is not yet told of the stream.
    private func tellChanges() {
        let track = intake.info?.presentation?.track
        var facts = StreamChanges.Facts()
        facts.format = intake.description?.format
        facts.pcm = facts.format == nil ? nil : speaker.format
        facts.isParametricStereo = speaker.isParametricStereo
        facts.variant = track.map { .init(uri: $0.uri, bandwidth: $0.bandwidth, rendition: $0.rendition?.name) }
        facts.duration = intake.duration?.duration
        if case .failed(let error) = machine.facts.download { facts.failure = error }
        for change in changes.changes(to: facts) {
            switch change {
            case .format: notify(.formatDidChange(snapshot()))
            case .quality(let old, let new): notify(.qualityDidChange(from: old, to: new, snapshot()))
            case .duration: notify(.durationDidChange(snapshot()))
            case .itemStatus: notify(.itemStatusDidChange(snapshot()))
            }
        }
    }

    /// What a new connection brought follows what was received before, and does not continue it.
    private func tellRejoin(after end: Int64) {
        let (from, to) = (intake.position(at: end - 1), intake.position(at: end))
        notify(.didJump(from: from, to: to, .rejoin, snapshot()))
    }

    // MARK: Titles

    /// What desktop mixers show for the stream.
    private var mixerTitle: String {
        let name = item?.station.name ?? "Longwave"
        guard let text = titles.current?.track.text, !text.isEmpty else { return name }
        return "\(text) – \(name)"
    }

    private func scheduleTitle() {
        guard let next = intake.timeline.metadata.first else { return titleTimer.disarm() }
        // Never in a circle: a moment that has come and is not heard yet waits for the next timing.
        if let instant = speaker.instant(ofPacket: next.packet), instant > loop.now {
            titleTimer.rearm(at: instant.advanced(by: .milliseconds(1)))
        }
    }

    /// The title that a jump lands in is heard with its first packet, with the pictures ahead of it.
    private func keepTitle(upTo packet: Int64) {
        intake.timeline.giveMetadataBack()
        let passed = intake.timeline.takeMetadata(upTo: packet)
        guard let title = passed.lastIndex(where: { $0.metadata.kind != .flacPicture }) else { return }
        let before = passed[..<title].lastIndex { $0.metadata.kind != .flacPicture }
        titleAfterJump = Array(passed[((before ?? -1) + 1)...title])
    }

    // MARK: Going elsewhere

    /// What is queued goes; the next sound is this packet's.
    /// - Parameter offset: how much of it is left out, in flicks.
    private func jump(to packet: Int64, offset: Int64 = 0) {
        fetched = nil
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        speaker.jump(to: packet, offset: offset, in: timeline)
        keepTitle(upTo: packet)
        let time = timeline.packet(packet).map { $0.start + offset } ?? timeline.range.end
        goal = (time, intake.position(at: time))
    }

    /// The next sound is that of a moment, in flicks on the timeline, to the sample.
    private func jump(toTime time: Int64) {
        let timeline = timeshift?.replay?.timeline ?? intake.timeline
        let packet = timeline.packetNumber(at: time)
        jump(to: packet, offset: timeline.packet(packet).map { min(max(time - $0.start, 0), $0.duration) } ?? 0)
    }

    private typealias Jump = (from: MediaTime, to: MediaTime)

    /// Does something that may jump.
    private func jumping(_ body: () -> Void) -> Jump? {
        let before = goal
        let from = currentTime
        body()
        guard let goal, goal.position != before?.position else { return nil }
        return (from, goal.position)
    }

    private func tell(_ jump: Jump, _ reason: PlaybackNotification.JumpReason) {
        notify(.didJump(from: jump.from, to: jump.to, reason, snapshot()))
    }

    /// Does something that jumps, and tells of it.
    private func telling(_ reason: PlaybackNotification.JumpReason, _ body: () -> Void) {
        if let jump = jumping(body) { tell(jump, reason) }
    }

    private var currentTime: MediaTime { goal?.position ?? intake.position(at: speaker.heard(at: loop.now).time) }

    /// On with what the stream brings next: what is held is of no more use.
    private func fetch(_ target: StreamIntake.Target) {
        leaveTape()
        // The tape holds sound in the order of its positions.
        if timeshift != nil, target.position < intake.position(at: intake.timeline.range.end) {
            beginTape(from: intake.timeline.end)
        }
        intake.expect(target)
        jump(to: intake.timeline.end)
        goal?.position = target.position
        fetched = target.position
        let isOver = machine.facts.download == .ended
        let connected = intake.isOpen
        // A stream that has ended is opened again, and begins there.
        step(.sought(isHeld: false))
        if !isOver, connected { intake.request(target) }
    }

    /// What was asked for lies within what the stream brings first.
    private func settleFetched() {
        guard let target = fetched, case .memory(let time)? = intake.place(of: target) else { return }
        fetched = nil
        guard goal != nil, let packet = intake.timeline.packet(intake.timeline.packetNumber(at: time)),
            packet.start < time, speaker.jumpTarget <= intake.timeline.packetNumber(at: time)
        else { return }
        jump(toTime: time)
    }

    func seek(to position: MediaTime) throws(SeekError) {
        endScan()
        try go(to: position)
    }

    private func go(to position: MediaTime) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard let range = intake.positions.seekable(around: position) else { throw .notSeekable }
        guard range.start <= position, position <= range.end else { throw .outOfRange(range) }
        let place = intake.place(of: position)
        guard place != nil || intake.info?.isSeekable == true else { throw .outOfRange(range) }
        edge.isFollowing = false
        telling(.seek) {
            switch place {
            case .memory(let time):
                leaveTape()
                step(.sought(isHeld: true))
                jump(toTime: time)
            case .tape(let time):
                step(.sought(isHeld: true))
                playTape(from: .time(time))
                goal = (time, position)
                tapeWasRead()
            case nil: fetch(.position(position))
            }
        }
    }

    func seek(toDate date: MediaTime) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
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

    /// To a title's beginning, or as near to it as can be played.
    /// - Parameter offset: titles from the one that is heard: 0 is its own beginning.
    func seek(toTitle offset: Int) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        let positions = intake.positions
        // A programme may have begun long before its first sound that was received.
        let beginnings = titles.beginnings(in: intake.timeline.metadataWithTaken).map {
            positions.position(at: $0.time) - $0.metadata.lead
        }
        let now = currentTime
        guard let current = beginnings.lastIndex(where: { $0 <= now }), beginnings.indices.contains(current + offset)
        else { throw .noSuchTitle }
        let beginning = beginnings[current + offset]
        guard let range = positions.seekable(around: beginning) else { throw .notSeekable }
        try seek(to: min(max(beginning, range.start), range.end))
    }

    // MARK: Fast forward and rewind

    func beginScan(_ direction: ScanDirection) throws(SeekError) {
        guard item != nil, machine.wantsSound else { throw .nothingPlays }
        guard !intake.positions.seekable.isEmpty else { throw .notSeekable }
        guard scan?.direction != direction else { return }
        scan = Scan(direction, at: loop.now)
        notify(.scanDidChange(snapshot()))
        scanOn()
    }

    func endScan() {
        guard scan != nil else { return }
        scan = nil
        scanTimer.disarm()
        notify(.scanDidChange(snapshot()))
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
            if scan.direction == .forward, !intake.isFinite { return step(.resume(atLiveEdge: true)) }
            try? go(to: position)
        }
    }

    func select(rendition name: String) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard let presentation = intake.info?.presentation, presentation.renditions.contains(where: { $0.name == name })
        else { throw .noSuchRendition(name) }
        guard presentation.track.rendition?.name != name else { return }
        rendition = name
        fetch(.rendition(name, from: currentTime))
    }

    // MARK: Recording

    private func readForFiles() {
        recorder?.read(intake.timeline, intake.timeline.metadata)
        recordings.read(intake, timeshift)
    }

    /// Begins a recording of what is heard.
    func record(_ options: RecordingOptions, rules: TitleRuleSet) throws(RecordingError) -> Recording {
        guard item != nil, machine.facts.intent != .stopped, let info = intake.info else { throw .nothingPlays }
        guard recordings.all.count < Recordings.maximum else { throw .tooMany(Recordings.maximum) }
        guard var plan = options.plan else { throw .noPattern(options.namePattern ?? "") }
        let heard = goal?.time ?? speaker.heard(at: loop.now).time
        let title = titles.beginning(at: heard, in: intake.timeline.metadataWithTaken)
        var span: Range<Int64>
        switch options.extent {
        case .title:
            guard let title else { throw .noTitle }
            span = title.time..<Int64.max
        case .last(let duration): span = heard - MediaTime(duration).flicks..<heard
        case .fromNow: span = (plan.titles.splits ? title?.time ?? heard : heard)..<Int64.max
        }
        let held = min(intake.timeline.range.start, timeshift?.times.lowerBound ?? .max)
        let hasBeginning = span.lowerBound >= held && (!plan.titles.splits || title?.isWhole == true)
        span = max(span.lowerBound, held)..<span.upperBound
        if case .fromNow = options.extent { plan.titles.keepsFirst = hasBeginning }
        let recorder = PacketRecorder(loop: loop, plan, rules: rules)
        let new = LiveRecording(
            id: recordings.nextID(), recorder, of: intake, item?.station, serverName: info.serverName, span: span,
            tape: timeshift)
        if !hasBeginning { new.lacksBeginning() }
        recordings.add(new)
        return new.now
    }

    /// Nothing more comes of what they are of.
    private func endRecordingsAtRest() {
        guard !recordings.isEmpty else { return }
        switch machine.facts.status {
        case .stopped, .ended, .failed:
            readForFiles()
            recordings.endAll()
        case .playing, .paused, .waitingToPlay: break
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
        notify(.rateDidChange(snapshot()))
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
    private func keepTape() {
        let isLive = intake.info != nil && !intake.isFinite
        if timeshift == nil, recorder == nil, machine.policy.timeshift > .zero, isLive {
            beginTape(from: intake.timeline.start)
        }
        guard let timeshift else { return }
        timeshift.keep(intake)
        if timeshift.replay?.isBroken == true { giveTapeUp(isHeard: timeshift.start == nil) }
    }

    private func beginTape(from packet: Int64) {
        timeshift = Timeshift(
            loop: loop, folder: timeshiftFolder, duration: machine.policy.timeshift, of: intake, from: packet)
        timeshift?.onDiskFailure = { [weak self] why in
            self.map { $0.notify(.timeshiftDidFail(why, $0.snapshot())) }
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
        if let timeshift, let timeline = timeshift.replay?.timeline {
            switch timeshift.takeStart() {
            case .time(let time): jump(toTime: time)
            case .packet: speaker.goOn(in: timeline)
            case nil: break
            }
        }
        needsService()
    }

    /// The tape does not give what comes next: on with what the timeline holds, or with what is heard already.
    private func giveTapeUp(isHeard: Bool) {
        leaveTape()
        goal = nil
        if isHeard { jump(to: intake.timeline.start) } else if !machine.wantsSound { intake.beginPause() }
    }

    /// The next sound is of the timeline itself.
    private func leaveTape() { timeshift?.endReplay() }

    // MARK: The live edge

    private func goToLiveEdge() {
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
                step(.sought(isHeld: true))
                jump(to: intake.timeline.packetNumber(at: time))
            }
        case .fetch(let position):
            let end = intake.position(at: intake.timeline.range.end)
            intake.skip(to: position)
            notify(.didJump(from: end, to: position, .liveEdge, snapshot()))
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

    // MARK: Telling

    func notify(_ notification: PlaybackNotification) { onNotification?(notification) }

    /// The whole state now.
    func snapshot() -> PlaybackSnapshot {
        let now = loop.now
        var snapshot = PlaybackSnapshot()
        snapshot.facts = machine.facts
        snapshot.item = item
        snapshot.itemStatus = changes.status
        snapshot.queue = queuePlace
        snapshot.workingURL = workingURL
        snapshot.nowPlaying = titles.current
        snapshot.outputDevice = speaker.route.device
        snapshot.volume = speaker.volume
        snapshot.isMuted = speaker.isMuted
        snapshot.heardDuration = speaker.heardDuration
        snapshot.tally = tally.until(now)
        snapshot.rate = rate
        snapshot.scan = scan?.direction
        snapshot.onAir = onAir
        snapshot.recordings = recordings.all
        snapshot.at = now
        let time = goal?.time ?? speaker.heard(at: now).time
        intake.describe(&snapshot, heard: time, at: goal?.position ?? intake.position(at: time))
        snapshot.stream?.pcm = speaker.format
        snapshot.stream?.isParametricStereo = speaker.isParametricStereo
        return snapshot
    }

    private var workingURL: String? {
        guard let address = machine.workingAddress, let urls = item?.urls, address < urls.count else { return nil }
        return urls[address]
    }
}

extension Player: StreamIntakeClient {
    var soundAhead: Duration {
        let now = loop.now
        // While the sound comes from the tape, the station is followed at its own pace.
        return timeshift?.soundAhead(in: intake.timeline, at: now) ?? speaker.given(at: now) + speaker.held
    }

    func intakeDidOpen(_ info: StreamInfo) {
        intakeDidUpdate(info)
        titles.met(serverName: info.serverName)
        recorder?.met(serverName: info.serverName)
        step(
            .streamOpened(
                isFinite: info.isFinite, keepsOwnTime: info.presentation != nil,
                holdBack: info.presentation?.partHoldBack?.duration))
    }

    func intakeDidUpdate(_ info: StreamInfo) { speaker.joinsExactly = info.presentation != nil }
}

extension Player: SpeakerClient {
    func speakerDidPlay(_ duration: Duration) { tally.add(heard: duration) }

    func speakerGaveAll() { finishIfComplete() }

    /// Publishes the titles that are heard now, and waits for the next.
    func speakerDidHear(_ place: Speaker.Place, at now: MonotonicInstant) {
        goal = nil
        // A source that is held back brings no bytes, nor does one that is away: what is heard makes room.
        if intake.isPaused || timeshift?.replay != nil || rate > 1 { needsService() }
        let metadata = titleAfterJump + intake.timeline.takeMetadata(upTo: place.packet)
        titleAfterJump = []
        for metadata in metadata where titles.heard(metadata, at: now, position: MediaTime(flicks: place.time)) {
            speaker.title = mixerTitle
            notify(.nowPlayingDidChange(snapshot()))
        }
        scheduleTitle()
    }

    func speakerDidChangeVolume() { notify(.volumeDidChange(snapshot())) }

    func speakerDidChangeRoute(_ reason: PlaybackNotification.RouteChangeReason) {
        notify(.outputRouteDidChange(reason, snapshot()))
    }
}
