import RadioAudio
import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioStreams
import RadioTape
import RadioText

/// Connects a ``StreamIntake`` and a ``Speaker`` to a ``PlaybackMachine``: both send events to the machine and carry
/// out its actions.
///
/// A player is used on the loop's thread. Several players may exist at once.
final class Player {
    private let loop: EventLoop
    let tools: StreamIntake.Tools
    /// Writes arriving packets to files, and never delays the sound; nil unless the configuration asks for a recording.
    private var recorder: PacketRecorder?
    /// Receives every notification.
    var onNotification: ((PlaybackNotification) -> Void)?

    private(set) var machine: PlaybackMachine
    private(set) var intake: StreamIntake!
    private(set) var speaker: Speaker!
    private var titles = TitleTimeline()
    private(set) var navigator: Navigator!
    /// The recordings that are made while the item plays.
    let recordings = Recordings()
    private var changes = StreamChanges()
    private var tally = PlaybackTally()

    private(set) var item: PlaybackItem?
    private var beginning = Beginning()
    /// The name of the rendition that the listener chose for this item; nil for the stream's own choice.
    private var rendition: String?
    /// Included in every snapshot. The player itself does not use it.
    var places = Places()
    /// Called when the sound becomes dead air, or is no longer, and at a quiet moment.
    var onAir: ((PlaybackManager.AirChange) -> Void)?
    /// Called after sound has arrived, at most once a turn.
    var onArrival: (() -> Void)?
    private let finder: AddressSearch
    var sound = Sound() {
        didSet {
            guard sound.loudness != oldValue.loudness else { return }
            if let stage = speaker.loudness { stage.set(target: sound.loudness) } else { level() }
        }
    }
    private let timeshiftFolder: String?

    private var isServicePosted = false
    private var deadlineTimer: LoopTimer!
    private var titleTimer: LoopTimer!
    /// Fires at the earlier of two deadlines. At the first, a new connection's sound is appended although no match with
    /// the old connection's sound was found. At the second, the end of the old sound, which waits to be blended with
    /// the new sound, is given to the output without a blend.
    private var joinTimer: LoopTimer!

    /// What was received of an item before it was played. Empty once the item has begun.
    private struct Beginning {
        var warm: StreamIntake?
        /// The station with the tape of another process.
        var carried: CarriedStation?
    }

    /// The positions in the queue and in the programme.
    struct Places {
        var queue = QueuePlace()
        var programme: ProgrammePlace?
    }

    /// How each item shall sound.
    struct Sound {
        /// The loudness of all items in LUFS; nil if loudness is not evened out.
        var loudness: Double?
        /// The equaliser with which each item begins.
        var equaliser = Equaliser.flat
        weak var memory: (any LoudnessMemory)?
    }

    /// Creates a player without an item. With a recorder, the player writes packets to files and does not decode them.
    init(
        loop: EventLoop, pool: TransferPool, worker: BlockingWorker, system: any AudioOutputSystem,
        configuration: PlaybackConfiguration, recorder: PacketRecorder? = nil
    ) {
        self.loop = loop
        self.recorder = recorder
        tools = StreamIntake.Tools(loop: loop, pool: pool, worker: worker, userAgent: configuration.userAgent)
        titles.rules = configuration.titleRules
        timeshiftFolder = configuration.timeshiftFolder
        machine = PlaybackMachine(policy: configuration.policy, seed: UInt64.random(in: 0...(.max)))
        finder = AddressSearch(loop: loop)
        intake = StreamIntake(tools: tools, item: nil, client: self)
        speaker = Speaker(
            loop: loop, system: system, volume: configuration.volume, timeline: intake.timeline,
            decodes: recorder == nil, client: self)
        speaker.crossfade = configuration.crossfade
        speaker.category = configuration.category
        navigator = makeNavigator()
        deadlineTimer = loop.makeTimer { [weak self] in self?.step(.tick) }
        titleTimer = loop.makeTimer { [weak self] in self?.speaker.updateHeard() }
        joinTimer = loop.makeTimer { [weak self] in self?.needsService() }
        recordings.needsService = { [weak self] in self?.needsService() }
        recordings.onChange = { [weak self] recording in
            loop.post { self.map { $0.notify(.recordingDidChange(recording, $0.snapshot())) } }
        }
        recorder?.begin(intake.timeline, of: nil)
        watchRecorder()
    }

    private func watchRecorder() {
        // The machine gets the recorder's failure at the end of the turn, because the recorder may fail while actions
        // of the machine are carried out.
        recorder?.onFailure = { [weak self] error in self?.loop.post { self?.step(.outputFailed(error)) } }
        recorder?.willEnd = { [weak self] in
            self?.intake.endSearch()
            self?.readForFiles()
        }
        recorder?.needsService = { [weak self] in self?.needsService() }
    }

    deinit { for timer in [deadlineTimer, titleTimer, joinTimer] { timer?.cancel() } }

    // MARK: Commands

    func countSwitch() { tally.countSwitch() }

    /// Plays an item.
    /// - Parameters:
    ///   - policy: the policy from now on; nil to keep the present one.
    ///   - working: an address of the item that brought sound earlier, to be tried first; nil if none is known.
    ///   - hasAlternative: whether another item plays if this one fails.
    ///   - warm: the intake that received `working` in advance; nil if there is none.
    ///   - carried: the item with the tape of another process; nil if there is none.
    func play(
        _ item: PlaybackItem, policy: PlaybackPolicy? = nil, working: String? = nil, hasAlternative: Bool = false,
        warm: StreamIntake? = nil, carried: CarriedStation? = nil
    ) {
        if let policy { machine.policy = policy }
        self.item = item
        beginning = Beginning(warm: warm, carried: carried)
        changes = StreamChanges()
        rendition = nil
        finder.cancel()
        speaker.leave()
        speaker.setGain(decibels: nil)
        speaker.equaliser = sound.equaliser
        level()
        let urls = item.urls
        let first = (working ?? item.preferredURL).flatMap { urls.firstIndex(of: $0) } ?? 0
        let mayHaveMoved = finder.find != nil && item.station.directoryID != nil
        step(
            .play(
                addressCount: urls.count, first: first, mayHaveMoved: mayHaveMoved, hasAlternative: hasAlternative))
        notify(.itemDidChange(snapshot()))
    }

    /// Evens out the loudness of the present item's later sound, if that is wanted.
    private func level() {
        guard let loudness = sound.loudness, let item, recorder == nil else { return speaker.loudness = nil }
        let stage = LoudnessStage(target: loudness) { [weak memory = sound.memory] in memory?.keep($0, of: item) }
        speaker.loudness = stage
        sound.memory?.find(item) { [weak stage] in stage?.know($0) }
    }

    func resume(atLiveEdge: Bool) {
        navigator.endScan()
        step(.resume(atLiveEdge: atLiveEdge))
    }

    func pause() {
        navigator.endScan()
        step(.pause)
    }

    func stop() {
        navigator.endScan()
        speaker.leave(over: Speaker.finalFade)
        step(.stop)
    }

    /// Sends the sound to another output system from now on.
    func use(_ system: any AudioOutputSystem, recorder: PacketRecorder?) {
        self.recorder?.onFailure = nil
        self.recorder?.willEnd = nil
        self.recorder?.needsService = nil
        self.recorder = recorder
        navigator.keepsTape = recorder == nil
        recorder?.begin(intake.timeline, of: item?.station)
        watchRecorder()
        speaker.use(system, decodes: recorder == nil)
        step(.outputReplaced)
        needsService()
    }

    /// Sets the closure that finds another address of a station; nil for none.
    func setAddressFinder(_ find: PlaybackManager.AddressFinder?) { finder.find = find }

    func systemChanged(_ event: AudioSystemEvent) {
        speaker.endFading()
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

    /// Passes an event to the machine and carries out the actions that it returns, then publishes the changes.
    func step(_ event: PlaybackEvent) {
        let now = loop.now
        let actions = machine.handle(event, at: now)
        tally.follow(machine.facts, silentSince: machine.clocks.missing, at: now)
        // All actions are carried out before any notification is published, because an observer may give the player
        // another command, and so step the machine again.
        var jump: Navigator.Jump?
        for action in actions {
            if case .jumpToLiveEdge = action { jump = navigator.goToLiveEdge() } else { perform(action) }
        }
        if let jump { navigator.tell(jump, .liveEdge) }
        for case .publish(let publication) in actions { notify(publication.notification(snapshot())) }
        endRecordingsAtRest()
        tellChanges()
        if let deadline = machine.nextDeadline {
            if !deadlineTimer.isArmed || deadlineTimer.deadline != deadline { deadlineTimer.rearm(at: deadline) }
        } else {
            deadlineTimer.disarm()
        }
    }

    /// Carries out an action of the machine.
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
            speaker.loudness?.finish()
            titleTimer.disarm()
        case .cork:
            // The sound that is given again is then among the sound that the navigator keeps.
            if machine.facts.suppressions.isEmpty { speaker.pause() } else { speaker.setCorked(true) }
            navigator.pauseBegan()
        case .uncork: uncork()
        case .skipHeld: navigator.skipHeld()
        case .jumpToLiveEdge, .publish: break
        }
    }

    /// Forgets the sound and titles of the previous item, and makes a new intake and navigator for the present item.
    private func beginItem() {
        readForFiles()
        recordings.endAll()
        navigator.endScan()
        let carried = beginning.carried.take()
        if let carried {
            intake = carried.intake
        } else if let warm = beginning.warm.take() {
            warm.handOver(to: self)
            intake = warm
        } else {
            intake = StreamIntake(tools: tools, item: item, client: self, after: intake)
        }
        recorder?.begin(intake.timeline, of: item?.station)
        speaker.begin(intake.timeline)
        navigator = makeNavigator()
        changes.beginAgain()
        titles.reset(for: item?.station)
        speaker.title = mixerTitle
        titleTimer.disarm()
        joinTimer.disarm()
        guard let carried else { return }
        for held in intake.timeline.metadataWithTaken { _ = titles.read(held.metadata) }
        navigator.begin(on: carried.tape, at: carried.heard)
    }

    private func makeNavigator() -> Navigator {
        Navigator(loop: loop, tapeFolder: timeshiftFolder, keepsTape: recorder == nil, client: self)
    }

    private func uncork() {
        navigator.pauseEnds()
        speaker.setCorked(false)
        needsService()
    }

    // MARK: Another address

    /// The maximum number of addresses that searches may add to one item.
    private static let maximumFoundURLs = 4

    /// Handles the result of a search: another address of the item, or nil if none was found.
    func addressDidArrive(_ url: String?) {
        guard let item else { return }
        guard let url, !item.urls.contains(url), item.foundURLs.count < Self.maximumFoundURLs else {
            return step(.noAddressFound)
        }
        self.item?.foundURLs.append(url)
        step(.addressFound(addressCount: item.urls.count + 1))
    }

    // MARK: Service: at most once a turn

    func needsService() {
        guard !isServicePosted else { return }
        isServicePosted = true
        loop.post { [weak self] in self?.service() }
    }

    /// Handles all sound and metadata that arrived since the last call. Runs at most once a turn.
    private func service() {
        isServicePosted = false
        if intake.takeNewBytes() { step(.bytesReceived) }
        settleJoin()
        readForFiles()
        onArrival?()
        navigator.keepTape()
        publishMetadata()
        navigator.goOn()
        // Enough sound may have arrived to start playing, or more sound for an output that plays.
        step(.held(speaker.held))
        if machine.isGivingSound { speaker.start() }
        if let failure = speaker.failure { step(.undecodable(failure)) }
        finishIfComplete()
        tellChanges()
        let isHeard = machine.facts.sound == .playing
        intake.regulate(inHand: isHeard ? speaker.inHand(at: loop.now) : nil)
    }

    /// Decides where the sound of a new connection continues the sound received before.
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

    /// Returns how long the sound lasts if no more arrives; nil while the listener wants no sound or sound is
    /// suppressed.
    private func soundInHand(at now: MonotonicInstant) -> Duration? {
        guard machine.wantsSound else { return nil }
        return machine.isGivingSound ? speaker.inHand(at: now) ?? .zero : .zero
    }

    private func publishMetadata() {
        let metadata = intake.takeMetadata()
        guard !metadata.isEmpty else { return }
        for one in metadata where one.kind != .flacPicture {
            let track = titles.read(one)
            if let stage = speaker.loudness, let tagged = LoudnessTag.reading(in: one) { stage.know(tagged) }
            notify(.metadataReceived(track, snapshot()))
        }
        scheduleTitle()
    }

    /// If all of the item was received, tells the speaker that no more sound follows.
    private func finishIfComplete() {
        guard machine.facts.download == .ended, intake.isComplete, navigator.isAllRead else { return }
        speaker.finish()
    }

    /// Publishes the changes of the stream that were not published yet.
    private func tellChanges() {
        guard !intake.isHandedOver else { return }
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

    /// Publishes that a new connection does not continue the sound received before, which ends at `end` (in flicks on
    /// the timeline).
    private func tellRejoin(after end: Int64) {
        let (from, to) = (intake.position(at: end - 1), intake.position(at: end))
        notify(.didJump(from: from, to: to, .rejoin, snapshot()))
    }

    // MARK: Titles

    /// The title that desktop mixers show for the output.
    private var mixerTitle: String {
        let name = item?.station.name ?? "Longwave"
        guard let text = titles.current?.track.text, !text.isEmpty else { return name }
        return "\(text) – \(name)"
    }

    private func scheduleTitle() {
        guard let next = intake.timeline.metadata.first else { return titleTimer.disarm() }
        // By the computed instant, the title may be due although it is not heard yet. It then waits for the sound
        // server's next timing answer. A timer would fire again and again.
        if let instant = speaker.instant(ofPacket: next.packet), instant > loop.now {
            titleTimer.rearm(at: instant.advanced(by: .milliseconds(1)))
        }
    }

    // MARK: Seeking

    /// Moves to the beginning of a chapter or, in an item without chapters, of a title; or to the nearest position that
    /// can be played.
    ///
    /// - Parameter offset: which title: 0 is the title that is heard now, −1 the title before it, 1 the title after it.
    func seek(toTitle offset: Int) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        let positions = intake.positions
        let now = navigator.now.position
        if let chapters = intake.info?.chapters, !chapters.isEmpty {
            let chapter = (chapters.index(at: now) ?? -1) + offset
            guard chapters.indices.contains(chapter) else { throw .noSuchTitle }
            return try navigator.seek(to: chapters[chapter].start)
        }
        // A broadcast may have begun long before its first sound that was received. Its metadata says how long before
        // (`lead`).
        let beginnings = titles.beginnings(in: intake.timeline.metadataWithTaken).map {
            positions.position(at: $0.time) - $0.metadata.lead
        }
        guard let current = beginnings.lastIndex(where: { $0 <= now }), beginnings.indices.contains(current + offset)
        else { throw .noSuchTitle }
        let beginning = beginnings[current + offset]
        guard let range = positions.seekable(around: beginning) else { throw .notSeekable }
        try navigator.seek(to: min(max(beginning, range.start), range.end))
    }

    func select(rendition name: String) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard let presentation = intake.info?.presentation, presentation.renditions.contains(where: { $0.name == name })
        else { throw .noSuchRendition(name) }
        guard presentation.track.rendition?.name != name else { return }
        rendition = name
        navigator.fetch(.rendition(name, from: navigator.now.position))
    }

    // MARK: Held sound

    /// Returns the item's sound in a range of positions, for decoding while the item plays; nil if none of it is in
    /// memory or on the tape.
    func heldSound(of range: MediaTimeRange?) -> HeldSound? {
        guard item != nil, let span = intake.positions.times(of: range) else { return nil }
        return HeldSound(span, of: intake.timeline, tape: navigator.timeshift)
    }

    // MARK: Recording

    private func readForFiles() {
        recorder?.read(intake.timeline, intake.timeline.metadata, edge: intake.edge)
        recordings.read(intake, navigator.timeshift)
    }

    /// Begins a recording of the playing item.
    /// - Parameter start: where the file of another process ends whose recording this one continues, in flicks on the
    ///   timeline; nil for a new recording.
    func record(
        _ options: RecordingOptions, rules: TitleRuleSet, from start: Int64? = nil
    ) throws(RecordingError) -> Recording {
        guard item != nil, machine.facts.intent != .stopped, intake.info != nil || intake.tape != nil else {
            throw .nothingPlays
        }
        guard recordings.all.count < Recordings.maximum else { throw .tooMany(Recordings.maximum) }
        guard var plan = options.plan else { throw .noPattern(options.namePattern ?? "") }
        let heard = navigator.now.time
        let timeshift = navigator.timeshift
        let title = titles.beginning(at: heard, in: intake.timeline.metadataWithTaken)
        var span: Range<Int64>
        switch options.extent {
        case _ where start != nil: span = (start ?? heard)..<Int64.max
        case .title:
            guard let title else { throw .noTitle }
            span = title.time..<Int64.max
        case .last(let duration): span = heard - MediaTime(duration).flicks..<heard
        case .fromNow: span = (plan.titles.splits ? title?.time ?? heard : heard)..<Int64.max
        }
        let held = min(intake.timeline.range.start, timeshift?.times.lowerBound ?? .max)
        let isWhole = !plan.titles.splits || start != nil || title?.isWhole == true
        let hasBeginning = span.lowerBound >= held && isWhole
        span = max(span.lowerBound, held)..<span.upperBound
        if case .fromNow = options.extent { plan.titles.keepsFirst = hasBeginning }
        let recorder = PacketRecorder(loop: loop, plan, rules: rules)
        let new = LiveRecording(
            id: recordings.nextID(), recorder, of: intake, item?.station, serverName: intake.info?.serverName,
            span: span,
            tape: timeshift)
        if span.upperBound == .max {
            new.carried = .init(folder: options.folder, start: span.lowerBound, isTitle: options.extent == .title)
        }
        if !hasBeginning { new.lacksBeginning() }
        recordings.add(new)
        return new.now
    }

    // MARK: Another process

    /// Why the kept sound cannot go to another process; nil if it can.
    var tapeProblem: String? {
        guard item != nil, machine.facts.intent != .stopped, intake.info != nil, !intake.isFinite else {
            return "no station"
        }
        if intake.isSegmented { return "sent in segments" }
        guard let timeshift = navigator.timeshift else { return "only in memory" }
        if intake.description?.format?.codec == .pcm { return "not compressed" }
        return timeshift.tape.isOnDisk && !timeshift.times.isEmpty ? nil : "not on the disk"
    }

    /// Lets the tape and the recordings wait, and calls `body` with them for another process; with nil if they cannot
    /// be carried.
    func suspend(then body: @escaping (CarriedTape?) -> Void) {
        guard tapeProblem == nil, let tape = navigator.timeshift?.tape else { return body(nil) }
        tape.suspend { [weak self, weak tape] carried in
            guard let self, var carried, navigator.timeshift?.tape === tape else { return body(nil) }
            carried.add(
                heard: navigator.now.time, intake.timeline.metadataWithTaken,
                recordings: recordings.carried(since: carried.times.lowerBound))
            body(carried)
        }
    }

    /// Goes on after ``suspend(then:)``.
    /// - Parameter isTaken: whether the other process has the tape now.
    func goOn(isTaken: Bool) {
        recordings.isHeld = false
        navigator.timeshift?.tape.resume(isTaken: isTaken)
        needsService()
    }

    /// Reads for the last time before the recordings wait.
    func holdRecordings() {
        readForFiles()
        navigator.keepTape()
        recordings.isHeld = true
    }

    /// Ends the recordings when nothing more of their item will arrive.
    private func endRecordingsAtRest() {
        guard !recordings.isEmpty else { return }
        switch machine.facts.status {
        case .stopped, .ended, .failed:
            readForFiles()
            recordings.endAll(isWhole: machine.facts.status == .ended)
        case .playing, .paused, .waitingToPlay: break
        }
    }

    // MARK: Publishing

    func notify(_ notification: PlaybackNotification) { onNotification?(notification) }

    /// Returns the whole state of the player now.
    func snapshot() -> PlaybackSnapshot {
        let now = loop.now
        var snapshot = PlaybackSnapshot()
        snapshot.facts = machine.facts
        snapshot.item = item
        snapshot.itemStatus = changes.status
        snapshot.queue = places.queue
        snapshot.programme = places.programme
        snapshot.workingURL = workingURL
        snapshot.nowPlaying = titles.current
        snapshot.outputDevice = speaker.route.device
        snapshot.volume = speaker.volume
        snapshot.isMuted = speaker.isMuted
        snapshot.loudness = speaker.loudness?.reading?.loudness
        snapshot.loudnessGain = speaker.loudness?.decibels
        snapshot.equaliser = speaker.equaliser
        snapshot.heardDuration = speaker.heardDuration
        snapshot.tally = tally.until(now)
        snapshot.rate = speaker.rate
        snapshot.drift = navigator.drift.partsPerMillion
        snapshot.scan = navigator.scanDirection
        snapshot.onAir = titles.onAir
        snapshot.recordings = recordings.all
        snapshot.at = now
        let place = navigator.now
        intake.describe(&snapshot, heard: place.time, at: place.position)
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
    var soundAhead: Duration { navigator.soundAhead }

    func intakeDidOpen(_ info: StreamInfo) {
        intakeDidUpdate(info)
        titles.met(serverName: info.serverName)
        recorder?.met(serverName: info.serverName)
        step(.streamOpened(info))
        if intake.takeHandOver() { navigator.begin(at: intake.timeline.written) }
    }

    func intakeDidUpdate(_ info: StreamInfo) { speaker.joinsExactly = info.presentation != nil }
}

extension Player: NavigatorClient {
    func navigatorDidJump(to packet: Int64) {
        intake.timeline.giveMetadataBack()
        titles.jumped(over: intake.timeline.takeMetadata(upTo: packet))
    }

    func navigatorDidDrop(_ duration: Duration) {
        loop.post { [weak self] in self.map { $0.notify(.didDropHeld(duration, $0.snapshot())) } }
    }
}

extension Player: SpeakerClient {
    func speakerDidPlay(_ duration: Duration) { tally.add(heard: duration) }

    func speakerGaveAll() { finishIfComplete() }

    /// Publishes the titles that are heard now, and arms the timer for the next one.
    func speakerDidHear(_ place: Speaker.Place, at now: MonotonicInstant) {
        // Heard sound makes room for more sound. Usually the arrival of bytes makes the player work at the end of the
        // turn; a paused stream brings no bytes, so the work is requested here.
        if navigator.didHear() || intake.isPaused { needsService() }
        let metadata = titles.takeAfterJump() + intake.timeline.takeMetadata(upTo: place.packet)
        for metadata in metadata where titles.heard(metadata, at: now, position: MediaTime(flicks: place.time)) {
            speaker.title = mixerTitle
            speaker.titleDidBegin()
            notify(.nowPlayingDidChange(snapshot()))
        }
        scheduleTitle()
    }

    func speakerDidMeasure(_ state: DeadAirDetector.State) {
        onAir?(.air(state.air))
        guard state.isQuietMoment else { return }
        // The sound was given to the output and is heard later.
        loop.schedule(after: speaker.given(at: loop.now)) { [weak self] in self?.onAir?(.quietMoment) }
    }

    func speakerDidChangeVolume() { notify(.volumeDidChange(snapshot())) }

    func speakerDidChangeRoute(_ reason: PlaybackNotification.RouteChangeReason) {
        notify(.outputRouteDidChange(reason, snapshot()))
    }
}
