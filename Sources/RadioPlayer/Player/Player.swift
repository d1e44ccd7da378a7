import RadioAudio
import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioStreams

/// Joins a stream and an output under a ``PlaybackMachine``. It belongs to the loop's thread; several may live at once.
///
/// Streams and outputs call from inside their libraries' callbacks. There only bytes are stored and decoded; everything
/// that decides is posted to the end of the turn.
final class Player {
    let loop: EventLoop
    let pool: TransferPool
    let worker: BlockingWorker
    let system: any AudioOutputSystem
    let policy: PlaybackPolicy
    let userAgent: String?
    /// Gets every notification.
    var onNotification: ((PlaybackNotification) -> Void)?

    var machine: PlaybackMachine
    private(set) var timeline: Timeline
    private(set) var join: StreamJoin
    private(set) var renderer: Renderer
    var titles = TitleTimeline()
    /// The title that a jump passed over and landed in.
    var titleAfterJump: Timeline.HeldMetadata?
    var item: PlaybackItem?
    /// Told with everything else, and nothing of the player's.
    var queuePlace = QueuePlace()
    /// Looks for another address of a station; nil where there is nowhere to look.
    var addressFinder: PlaybackManager.AddressFinder?
    /// Tells answers for this item from those for the ones before.
    var addressSearch = 0
    var streamDescription: StreamDescription?
    var volume: Double
    var isMuted = false
    /// Of the item.
    var gain = SoundGain()
    var outputDevice: String?
    /// What is known of devices that are gone: see `Player+Devices`.
    var lostDevice = LostDevice()

    var stream: (any MediaStream)?
    var streamInfo: StreamInfo?
    var requestPace = RequestPace()
    /// Tells what a closed stream posted before it was closed from what the open one posts.
    var streamGeneration = 0
    var isStreamPaused = false
    /// As the machine knows it: it is told after it heard of the connection and its bytes.
    var isPauseSaid = false
    /// The rendition of the sound that the listener chose for this item.
    var renditionName: String?
    /// Where the next connection begins, until the stream has come there; nil: where the sound ends that is held.
    var startTime: MediaTime?
    /// It has been held back once: it does not keep real time, as a station does.
    var isStreamFast = false
    /// The packet that a jump went to: what is before it is not going to be played.
    var firstWanted: Int64 = 0
    var streamComfort = StreamComfort.none
    /// The listener is where the station is: did not go back, and made no pause since.
    var followsEdge = true
    /// When sound was left out last, for the latency to be low, and the stalls until then.
    var caughtUp: (at: MonotonicInstant, stalls: Int)?
    /// When the stream was sent to the live edge for it.
    var askedForEdge: MonotonicInstant?
    /// Where the sound of a stream of segments belongs.
    var places = SoundPlaces()
    /// A stream of segments waits until some of what it brought is heard.
    var doesStreamHoldBack = false
    /// Packets of a finite item that a new connection brings again.
    var packetsToSkip: Int64 = 0
    /// The machine knows that this connection brings sound.
    var isSoundReceivedSaid = false
    var hasEndElement = false
    var itemLength = ItemLength()
    /// How long the item is; nil for a station, and before anything of it is known.
    var itemDuration: MediaTime? {
        guard hasFiniteItem else { return nil }
        return streamInfo?.duration ?? itemLength.duration(isComplete: hasEndElement)
    }

    /// The lane that gets sound; during a hand-over `finishing` is still heard.
    var lane: OutputLane?
    var finishing: OutputLane?

    private var isServicePosted = false
    var hasNewBytes = false
    private var deadlineTimer: LoopTimer!
    /// Asks for timing when nothing else does.
    var timingTimer: LoopTimer!
    var titleTimer: LoopTimer!
    var endTimer: LoopTimer!
    /// When the end of the old output's sound has been heard.
    var handoverTimer: LoopTimer!
    /// When a new connection must be taken as it is, or the end of the sound given away.
    var joinTimer: LoopTimer!
    /// Between two looks for a device that was there and could not be opened.
    var deviceTimer: LoopTimer!
    /// Where the last heard moment was, for what is left when the output is gone.
    var lastHeard: (time: Int64, packet: Int64) = (0, -1)
    /// With which packet it goes on where an output is lost: the one after what was heard last, or what a jump went to.
    var nextUnheard: Int64 = 0
    /// Frames consumed of this item, as time.
    var heardDuration = Duration.zero
    var tally = PlaybackTally()

    init(
        loop: EventLoop, pool: TransferPool, worker: BlockingWorker, system: any AudioOutputSystem,
        configuration: PlaybackConfiguration
    ) {
        self.loop = loop
        self.pool = pool
        self.worker = worker
        self.system = system
        policy = configuration.policy
        userAgent = configuration.userAgent
        volume = configuration.volume
        titles.rules = configuration.titleRules
        let seed = UInt64(bitPattern: MonotonicInstant.now.nanoseconds)
        machine = PlaybackMachine(policy: configuration.policy, seed: seed)
        timeline = Timeline(maximumBytes: configuration.policy.timelineBytes)
        join = StreamJoin(timeline: timeline)
        renderer = Renderer(timeline: timeline)
        deadlineTimer = loop.makeTimer { [unowned self] in step(.tick) }
        timingTimer = loop.makeTimer { [unowned self] in askForTiming() }
        titleTimer = loop.makeTimer { [unowned self] in updateHeard() }
        endTimer = loop.makeTimer { [unowned self] in endWasHeard() }
        handoverTimer = loop.makeTimer { [unowned self] in finishHandoverWhenHeard() }
        joinTimer = loop.makeTimer { [unowned self] in postService() }
        deviceTimer = loop.makeTimer { [unowned self] in lookForDevice() }
    }

    deinit {
        for timer in [deadlineTimer, timingTimer, titleTimer, endTimer, handoverTimer, joinTimer, deviceTimer] {
            timer?.cancel()
        }
        stream?.cancel()
        lane?.output.close()
        finishing?.output.close()
    }

    // MARK: Commands

    /// - Parameters:
    ///   - working: an address of the item that brought sound, as far as is known.
    ///   - hasAlternative: whether another item is played where this one fails.
    func play(_ item: PlaybackItem, working: String? = nil, hasAlternative: Bool = false) {
        self.item = item
        gain.begin()
        renditionName = nil
        addressSearch += 1
        let urls = item.urls
        let first = (working ?? item.preferredURL).flatMap { urls.firstIndex(of: $0) } ?? 0
        let mayHaveMoved = addressFinder != nil && item.station.directoryID != nil
        step(
            .play(
                addressCount: urls.count, first: first, mayHaveMoved: mayHaveMoved, hasAlternative: hasAlternative))
        notify(.itemDidChange(snapshot()))
    }

    func resume(atLiveEdge: Bool) { step(.resume(atLiveEdge: atLiveEdge)) }
    func pause() { step(.pause) }
    func stop() { step(.stop) }

    func setVolume(_ volume: Double) {
        self.volume = min(max(volume, 0), 1)
        lane?.output.setVolume(self.volume)
        finishing?.output.setVolume(self.volume)
        notify(.volumeDidChange(snapshot()))
    }

    func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        lane?.output.setMuted(isMuted)
        finishing?.output.setMuted(isMuted)
        notify(.volumeDidChange(snapshot()))
    }

    func setGain(decibels: Double) {
        if lane == nil { gain.begin(decibels: decibels) } else { gain.set(decibels: decibels) }
    }

    // MARK: The machine

    /// Steps the machine and does what it wants. Never from inside a library's callback.
    func step(_ event: PlaybackEvent) {
        let now = MonotonicInstant.now
        let actions = machine.handle(event, at: now)
        tally.follow(machine.facts, silentSince: machine.missingSince, at: now)
        // First all that is to be done, then all that is to be told: an observer may step the machine again.
        for action in actions { perform(action) }
        for case .publish(let publication) in actions { publish(publication) }
        if let deadline = machine.nextDeadline {
            if !deadlineTimer.isArmed || deadlineTimer.deadline != deadline { deadlineTimer.rearm(at: deadline) }
        } else {
            deadlineTimer.disarm()
        }
    }

    private func perform(_ action: PlaybackAction) {
        switch action {
        case .openStream(let address): openStream(address)
        case .closeStream: closeStream()
        case .findAddress: findAddress()
        case .clearTimeline: clearTimeline()
        case .startOutput: startOutput()
        case .closeOutput: closeOutput()
        case .cork:
            followsEdge = false
            if !hasFiniteItem, !isStreamSegmented { timeline.setMaximum(to: policy.pauseBytes) }
            lane?.output.setCorked(true)
            finishing?.output.setCorked(true)
            timingTimer.disarm()
        case .uncork: uncork()
        case .jumpToLiveEdge: jumpToLiveEdge()
        case .skipHeld: goOn(with: timeline.end)
        case .publish: break
        }
    }

    // MARK: Streams

    private func clearTimeline() {
        timeline = Timeline(maximumBytes: policy.timelineBytes)
        join = StreamJoin(timeline: timeline)
        renderer = Renderer(timeline: timeline)
        streamInfo = nil
        streamDescription = nil
        hasEndElement = false
        itemLength = ItemLength()
        packetsToSkip = 0
        places.removeAll()
        startTime = nil
        lastHeard = (0, -1)
        nextUnheard = 0
        firstWanted = 0
        followsEdge = true
        caughtUp = nil
        askedForEdge = nil
        heardDuration = .zero
        joinTimer.disarm()
        titleAfterJump = nil
        titles.reset(for: item?.station)
        titleTimer.disarm()
        endTimer.disarm()
    }

    private func setStreamPaused(_ isPaused: Bool) {
        guard isPaused != isStreamPaused, let stream else { return }
        isStreamPaused = isPaused
        stream.setPaused(isPaused)
        if isPaused { join.heldBack() }
    }

    /// Bytes that were received and not heard, those aside included that may be new. What has been decoded to nothing is
    /// not ahead: a source that is held back for it would wait for ever.
    private var bytesAhead: Int {
        let held = renderer.isEmpty ? 0 : timeline.byteCount(from: max(lastHeard.packet, firstWanted))
        return held + join.newBytesAside
    }

    /// Bytes that are held ahead of what is heard while it is heard.
    private var bytesWanted: Int { isStreamSegmented ? policy.segmentBytes : policy.timelineBytes }

    /// What was held in a pause stays, and as much as ever comes after it.
    func keepPause() {
        guard timeline.maximumBytes > bytesWanted, bytesAhead > bytesWanted / 4 else { return }
        timeline.setMaximum(to: bytesAhead + bytesWanted)
    }

    /// Once it has been heard, or the listener has gone to the live edge, its room is given back.
    private func forgetPause() {
        guard timeline.maximumBytes > bytesWanted, machine.facts.intent == .playing,
            machine.facts.suppressions.isEmpty, bytesAhead <= bytesWanted / 4
        else { return }
        timeline.setMaximum(to: bytesWanted)
    }

    /// As bytes come: a connection that was held back brings all that has gathered in one turn, more than there is room for.
    func holdBackIfFull() {
        guard hasFiniteItem || isStreamFast || isStreamSegmented || machine.facts.intent == .playing else { return }
        let room = bytesWanted / (join.isSearching ? 8 : 4)
        guard bytesAhead > timeline.maximumBytes - room else { return }
        isStreamFast = true
        setStreamPaused(true)
    }

    /// Holds a source back that is faster than real time; a paused live source is never held back (the oldest goes).
    private func regulateStream() {
        holdBackIfFull()
        // A connection that is compared with what was received before may have to bring more before that is found.
        let room = join.isSearching ? bytesWanted / 16 * 3 : bytesWanted / 2
        if bytesAhead < timeline.maximumBytes - room { setStreamPaused(false) }
        forgetPause()
        if isStreamPaused != isPauseSaid {
            isPauseSaid = isStreamPaused
            step(.heldBack(isStreamPaused || doesStreamHoldBack))
        }
        let comfort = self.comfort
        if comfort != streamComfort {
            streamComfort = comfort
            let span = timeline.range
            let bytesPerSecond = Double(timeline.byteCount) / MediaTime(flicks: span.end - span.start).seconds
            let bytes = comfort.gathered == .zero ? 1 : max(Int(bytesPerSecond * comfort.gathered.inSeconds), 1)
            stream?.setWakeUpThreshold(bytes: min(bytes, 32 * 1024), patience: comfort.patience)
        }
    }

    private var comfort: StreamComfort {
        guard machine.facts.sound == .playing, !hasFiniteItem, !isStreamSegmented, let lane else { return .none }
        let span = timeline.range
        guard MediaTime(flicks: span.end - span.start) > MediaTime(seconds: 1) else { return .none }
        return StreamComfort(inHand: lane.remaining(at: .now) + MediaTime(flicks: timeline.unwritten).duration)
    }

    // MARK: Service: once a turn in which something came

    func postService() {
        guard !isServicePosted else { return }
        isServicePosted = true
        loop.post { [weak self] in self?.service() }
    }

    private func service() {
        isServicePosted = false
        if hasNewBytes {
            hasNewBytes = false
            step(.bytesReceived)
        }
        settleJoin()
        publishMetadata()
        catchUp()
        offerSound()
        if let failure = renderer.failure { step(.undecodable(failure)) }
        finishIfComplete()
        regulateStream()
    }

    /// Lets the output know of new sound, or the machine that there may be enough to start.
    func offerSound() {
        step(.held(held))
        if machine.isGivingSound { startOutput() }
    }

    /// Sound that is held and was not given to an output.
    var held: Duration {
        var duration = MediaTime(flicks: timeline.unwritten).duration
        if let format = renderer.format {
            duration += .seconds(Double(renderer.pendingFrames) / Double(format.sampleRate))
        }
        return duration
    }

    private func publishMetadata() {
        let metadata = join.takeArrived()
        guard !metadata.isEmpty else { return }
        for one in metadata { notify(.metadataReceived(titles.read(one), snapshot())) }
        scheduleTitle()
    }

    func notify(_ notification: PlaybackNotification) { onNotification?(notification) }
}
