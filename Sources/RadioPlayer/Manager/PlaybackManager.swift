import RadioAudio
import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioStreams

/// The player: one queue, one stream at a time, one output, and what is known of all of it.
///
/// It lives on one event loop, which is the actor's executor. The loop starts a thread by itself at the first call, unless
/// a program gave it one with ``run(_:)``.
/// Notifications go to synchronous observers first (``observe(_:)``), then to ``notifications()``.
public actor PlaybackManager {
    /// The player of the program. It starts with default settings; see ``configure(_:)``.
    public static let shared: PlaybackManager = {
        do { return try PlaybackManager() } catch { fatalError("no event loop: \(error)") }
    }()

    /// Where everything of this player runs.
    package nonisolated let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let streams: NotificationHub.Streams
    private var configuration: PlaybackConfiguration
    private let hub: NotificationHub
    private let worker: BlockingWorker
    private var pool: TransferPool?
    private var recorder: PacketRecorder?
    /// Called with what the recorder of the configuration tells.
    package var onRecording: ((RecordingEvent) -> Void)?
    private var system: (any AudioOutputSystem)?
    /// The output that takes over as soon as its server has answered.
    private var nextSystem: (any AudioOutputSystem)?
    private var outputCount = 0
    private var systemWatch: SystemWatch?
    private var player: Player?
    /// Nil unless the configuration wants them.
    private var neighbours: WarmNeighbours?
    /// What is played, in order.
    public private(set) var queue = PlaybackQueue() {
        didSet {
            player?.queuePlace = QueuePlace(queue)
            if isPresentStarted { followNeighbours() }
        }
    }
    /// How long each item is heard at most; nil: to its end.
    private var itemLimit: Duration?
    private var limitTimer: LoopTimer?
    /// Of the queue, the entry that was started last. The present one may be another: the queue changes, and what plays goes on.
    private var startedID: PlaybackQueue.Entry.ID?
    /// An item's end is not told as a status yet, as the next one follows in this turn.
    private var isEndUntold = false
    /// How much softer than its volume the sound is, in decibels.
    private var fade: Double?
    /// How many ask for silence.
    private var interruptionCount = 0
    /// How often was asked for something else than what plays.
    private var wishCount = 0
    /// Of stations with several addresses, the one that brought sound in this run.
    private var workingURLs: [[String]: String] = [:]
    private var addressFinder: AddressFinder?
    private var bufferTimer: LoopTimer?
    private var bufferObservers = 0
    package private(set) var isShutDown = false
    /// Made when somebody observes.
    private var timeWatch: TimeObservers?
    private var levelWatch: LevelObservers?
    private var endings: [Int: @Sendable () -> Void] = [:]
    private var endingCount = 0

    /// - Throws: `LoopError` when the system gives no descriptors.
    public init(_ configuration: PlaybackConfiguration = PlaybackConfiguration()) throws {
        let loop = try EventLoop(startsItself: true)
        self.loop = loop
        self.configuration = configuration
        let hub = NotificationHub()
        streams = hub.streams
        self.hub = hub
        worker = BlockingWorker(loop: loop)
    }

    /// Other settings, while nothing plays: stops first.
    public func configure(_ configuration: PlaybackConfiguration) {
        stop()
        player = nil
        neighbours = nil
        closeOutputs()
        self.configuration = configuration
    }

    /// Closes the outputs. The disk's thread may still be writing what they handed to it.
    private func closeOutputs() {
        nextSystem?.shutDown()
        nextSystem = nil
        system?.shutDown()
        system = nil
        recorder?.finish()
        recorder = nil
    }

    // MARK: The thread

    /// Makes the calling thread the loop's, calls `body` on it, and returns after ``shutDown()``: for a program whose main
    /// thread has nothing else to do. Where the loop has a thread already, `body` is called there.
    public nonisolated func run(_ body: @escaping @Sendable (isolated PlaybackManager) -> Void) {
        loop.run { self.assumeIsolated { $0.isShutDown ? $0.loop.stop() : body($0) } }
    }

    /// Stops, lets go of the sound server and the network, ends all streams of notifications and then the loop.
    public func shutDown() {
        guard !isShutDown else { return }
        isShutDown = true
        let recordings = player?.recordings
        // What is pending is settled, and read.
        stop()
        recordings?.finish()
        player = nil
        neighbours = nil
        systemWatch = nil
        bufferTimer?.cancel()
        limitTimer?.cancel()
        closeOutputs()
        pool?.shutDown()
        pool = nil
        (timeWatch, levelWatch) = (nil, nil)
        streams.finish()
        for end in endings.values { end() }
        endings = [:]
        loop.stop()
    }

    var timeObservers: TimeObservers {
        if let timeWatch { return timeWatch }
        let new = TimeObservers(loop: loop) { [weak self] in
            self?.assumeIsolated { $0.snapshot } ?? PlaybackSnapshot()
        }
        timeWatch = new
        return new
    }

    var levelObservers: LevelObservers {
        if let levelWatch { return levelWatch }
        let new = LevelObservers(loop: loop) { [weak self] measures in
            self?.assumeIsolated { $0.player?.speaker.measuresLevels = measures }
        } levels: { [weak self] in
            self?.assumeIsolated { $0.player?.speaker.takeLevels() }
        }
        levelWatch = new
        return new
    }

    /// Calls `body` at the end of the player: at once where that is over.
    /// - Returns: what ``forget(_:)`` takes; nil where it was called.
    package func whenShutDown(_ body: @escaping @Sendable () -> Void) -> Int? {
        guard !isShutDown else {
            body()
            return nil
        }
        endingCount += 1
        endings[endingCount] = body
        return endingCount
    }

    package func forget(_ ending: Int) { endings[ending] = nil }

    // MARK: Playing

    /// Plays one item: a station from its live edge, a file from its start.
    public func play(_ item: PlaybackItem) { play([item]) }

    /// Plays the items in turn: a finite one until its end, a station until ``next()``.
    public func play(_ items: [PlaybackItem], startingAt index: Int = 0) {
        endInterruptions()
        queue = renewed(items, startingAt: index)
        if let item = queue.current { start(item) }
        notify(.queueDidChange(snapshot))
    }

    /// After a pause, goes on where the sound stopped if that is still held, else at the newest sound. After a stop,
    /// a failure or an end, starts the queue's current item. Does nothing if the queue is empty.
    /// - Parameter atLiveEdge: goes on at the newest sound in any case.
    public func play(atLiveEdge: Bool = false) {
        endInterruptions()
        guard let player, player.item != nil, isPresentStarted || !isAtRest else {
            if let item = queue.current { start(item) }
            return
        }
        wishCount += 1
        player.resume(atLiveEdge: atLiveEdge)
    }

    /// The queue's present item is the one that was started last.
    var isPresentStarted: Bool { queue.currentEntry.map(isStarted) ?? false }

    /// Nothing plays or is about to.
    package var isAtRest: Bool {
        switch snapshot.status {
        case .stopped, .ended, .failed: true
        case .playing, .paused, .waitingToPlay: false
        }
    }

    /// Whether an entry of the queue is the one that plays, is paused or was last.
    func isStarted(_ entry: PlaybackQueue.Entry) -> Bool { entry.id == startedID }

    /// Silences within 20 ms and keeps on receiving, within the policy's bound.
    public func pause() { player?.pause() }

    /// Pauses what plays or waits to play, else plays.
    public func toggle() {
        if snapshot.intent == .playing, snapshot.timeControlStatus != .paused { pause() } else { play() }
    }

    /// Silences within 20 ms and lets go of the connection and the output.
    public func stop() {
        wishCount += 1
        player?.stop()
    }

    /// Goes on at a position of the item, one of the snapshot's `seekableTimeRanges`: what is held in memory, and of what comes
    /// in segments (HTTP Live Streaming) all that the server has: the whole of a programme on demand, the window of a station.
    /// Paused it stays paused.
    /// - Parameter tolerance: how far from `time` the sound may go on where that is sooner: with what is held, instead of what must be
    ///   fetched first, or with the first sound that a server brings. Zero: it is exact to the sample, as far as the stream's format is.
    ///   ``PlaybackNotification/didJump(from:to:_:_:)`` tells where a jump to what is held leads, else `time`.
    public func seek(to time: MediaTime, tolerance: Duration = .zero) throws(SeekError) {
        guard let player else { throw .nothingPlays }
        wishCount += 1
        try player.navigator.seek(to: time, tolerance: tolerance)
    }

    /// Goes back or forward from what is heard, as far as there is something to be heard: no further back than what is kept, and
    /// forward of a station to its live edge.
    public func seek(by offset: Duration) throws(SeekError) {
        guard let player else { throw .nothingPlays }
        wishCount += 1
        try player.navigator.seek(by: MediaTime(offset))
    }

    /// Goes on with what was recorded at a date, counted since 1970-01-01T00:00:00Z: as the station tells (EXT-X-PROGRAM-DATE-TIME,
    /// RFC 8216 §4.3.2.6), or, of one that is no stream of segments, with what was received then.
    public func seek(toDate date: MediaTime) throws(SeekError) {
        guard let player else { throw .nothingPlays }
        wishCount += 1
        try player.navigator.seek(toDate: date)
    }

    /// Goes on with the beginning of a title, or as near to it as is kept (``PlaybackPolicy/timeshift``). Where a playlist
    /// dates the programme (EXT-X-DATERANGE), that is started over.
    /// - Parameter offset: titles from the one that is heard: 0 is its own beginning, −1 the one before, 1 the next.
    public func seek(toTitle offset: Int) throws(SeekError) {
        guard let player else { throw .nothingPlays }
        wishCount += 1
        try player.seek(toTitle: offset)
    }

    /// Goes on in another rendition of the sound, one of the snapshot's `renditions`, from the same moment on. It holds for
    /// the item.
    public func select(_ rendition: Rendition) throws(SeekError) {
        guard let player else { throw .nothingPlays }
        try player.select(rendition: rendition.name)
    }

    /// Fast forward or rewind: pieces of sound of 0.4 s, four seconds apart and after two seconds twelve, until ``endScan()`` or another call
    /// that moves or stops the sound, or until there is no more: forward, a station goes on at its live edge then.
    public func beginScan(_ direction: ScanDirection) throws(SeekError) {
        guard let player else { throw .nothingPlays }
        wishCount += 1
        try player.navigator.beginScan(direction)
    }

    /// The sound goes on where fast forward or rewind has come to.
    public func endScan() { player?.navigator.endScan() }

    /// Lets the sound go by faster or slower without changing its pitch, from the next frame on that the output is given. It holds for
    /// items to come, too, but a live station sets it to 1 where nothing is left to catch up with. Slower than 1 falls behind, as a pause does.
    /// What is written as it comes keeps its own time.
    /// - Parameter rate: 0.5…3; beyond that the nearest. 1: as it was made.
    public func setRate(_ rate: Double) {
        configuration.rate = rate
        player?.navigator.setRate(rate)
    }

    /// How ``setRate(_:)`` keeps the pitch, from the next frame on that the output is given. It holds for items to come, too.
    public func setTimePitchAlgorithm(_ algorithm: TimePitchAlgorithm) {
        configuration.timePitchAlgorithm = algorithm
        player?.speaker.timePitchAlgorithm = algorithm
    }

    /// What is held of what plays, to be decoded beside the sound that is heard.
    /// - Parameter range: positions of the item; nil: all that is held.
    /// - Returns: nil where nothing of it is held.
    package func heldSound(of range: MediaTimeRange?) -> HeldSound? { player?.heldSound(of: range) }

    /// Records what plays, beside its sound: the packets as they come. ``PlaybackNotification/recordingDidChange(_:_:)`` tells when it
    /// has a file, and when it is over: at its limits, when ``endRecording(_:)`` is called, or when something else is played.
    @discardableResult
    public func record(_ options: RecordingOptions) throws(RecordingError) -> Recording {
        guard let player else { throw .nothingPlays }
        return try player.record(options, rules: configuration.titleRules)
    }

    /// Ends a recording, by its `id`. One that is over stays as it is.
    public func endRecording(_ id: Recording.ID) { player?.recordings.end(id) }

    /// The next item of the queue; nothing at its end, unless the queue is repeated. Where what plays is of a queue before, that is
    /// the present one.
    public func next() {
        endInterruptions()
        go(following { $0.next() })
    }

    /// What follows in the queue: the present entry itself where it was not started yet, because the queue was changed.
    private func following(_ step: (inout PlaybackQueue) -> PlaybackItem?) -> PlaybackItem? {
        startedID == nil || isPresentStarted ? step(&queue) : queue.current
    }

    /// The end of what plays is followed by something.
    private var isFollowed: Bool {
        var queue = queue
        return (startedID == nil || isPresentStarted ? queue.advance() : queue.current) != nil
    }

    /// The item before; the current one again at the queue's beginning, unless the queue is repeated.
    public func previous() {
        endInterruptions()
        go(queue.previous() ?? queue.current)
    }

    /// Plays an item of the queue that was made its present one.
    func go(_ item: PlaybackItem?) {
        guard let item else { return }
        start(item)
        notify(.queueDidChange(snapshot))
    }

    /// A queue of these items that is repeated as the one before.
    func renewed(_ items: [PlaybackItem], startingAt index: Int) -> PlaybackQueue {
        var new = PlaybackQueue(items, startingAt: index, after: queue)
        new.repeatMode = queue.repeatMode
        return new
    }

    /// Changes the queue, and tells of it.
    @discardableResult
    func changeQueue<Result>(_ change: (inout PlaybackQueue) -> Result) -> Result {
        let before = queue
        let result = change(&queue)
        if queue != before { notify(.queueDidChange(snapshot)) }
        return result
    }

    /// Each item of the queue is heard so long at most, then the next one is played, and after the last one nothing: for
    /// listening into many stations. Nil: each to its end.
    public func setItemLimit(_ limit: Duration?) {
        itemLimit = limit
        limitTimer?.disarm()
        if snapshot.status == .playing { watchLimit(heard: snapshot.heardDuration) }
    }

    private func watchLimit(heard: Duration) {
        guard let itemLimit else { return }
        if limitTimer == nil { limitTimer = loop.makeTimer { [weak self] in self?.assumeIsolated { $0.checkLimit() } } }
        // What is left, and not at once again where the clocks of sound and machine differ a little.
        limitTimer?.rearm(after: max(itemLimit - heard, .milliseconds(20)))
    }

    private func checkLimit() {
        guard let itemLimit, snapshot.status == .playing else { return }
        guard snapshot.heardDuration >= itemLimit else { return watchLimit(heard: snapshot.heardDuration) }
        if let item = following({ $0.goOn() }) { return go(item) }
        stop()
        let wishes = wishCount
        loop.post { [weak self] in self?.assumeIsolated { if $0.wishCount == wishes { $0.endQueue() } } }
    }

    private func endQueue() { notify(.queueDidEnd(snapshot)) }

    /// Looks for another address of a station of which none works, and calls back once on the loop: with nil where there is none.
    package typealias AddressFinder = (_ station: Station, _ found: @escaping (String?) -> Void) -> Void

    /// Who is asked when none of the addresses of a station that a directory knows (`Station.directoryID`) works: once each time that it
    /// begins, and before anything of it was heard. What is found is tried, told by `didFindAddress`, and if it plays tried first from then
    /// on; the queue is not changed.
    package func setAddressFinder(_ finder: AddressFinder?) {
        addressFinder = finder
        player?.setAddressFinder(finder)
    }

    /// Starts the queue's present item.
    private func start(_ item: PlaybackItem) {
        guard !isShutDown, let player = readyPlayer() else { return }
        wishCount += 1
        startedID = queue.currentEntry?.id
        var item = item
        let working = workingURLs[item.station.urls]
        // It was found elsewhere: nobody need look for it again.
        if let working, !item.urls.contains(working) { item.foundURLs = [working] }
        let warm = neighbours?.take(queue.currentEntry)
        player.play(
            item, working: warm?.url ?? working, hasAlternative: queue.hasAlternative, warm: warm?.intake)
    }

    /// Receives the stations next to the one that is heard.
    private func followNeighbours() {
        guard let neighbours, player?.machine.facts.status == .playing else { return }
        neighbours.follow(queue) { workingURLs[$0.station.urls] }
    }

    private func makeRecorder() -> PacketRecorder? {
        let recorder = configuration.makeRecorder(loop: loop)
        recorder?.onEvent = { [weak self] event in self?.assumeIsolated { $0.onRecording?(event) } }
        return recorder
    }

    private func readyPlayer() -> Player? {
        if let player { return player }
        guard let pool = try? transferPool() else { return nil }
        let system = readySystem()
        recorder = makeRecorder()
        let new = Player(
            loop: loop, pool: pool, worker: worker, system: system, configuration: configuration, recorder: recorder)
        new.onNotification = { [weak self] notification in self?.assumeIsolated { $0.received(notification) } }
        watch(system)
        new.setAddressFinder(addressFinder)
        new.speaker.measuresLevels = levelWatch?.isEmpty == false
        new.speaker.timePitchAlgorithm = configuration.timePitchAlgorithm
        if let fade { new.speaker.setFade(decibels: fade) }
        if interruptionCount > 0 { new.step(.interruptionBegan(.application)) }
        if configuration.rate != 1 { new.navigator.setRate(configuration.rate) }
        new.queuePlace = QueuePlace(queue)
        player = new
        if configuration.warmNeighbours > 0, recorder == nil {
            neighbours = WarmNeighbours(configuration.warmNeighbours, tools: new.tools)
        }
        if systemWatch == nil {
            systemWatch = SystemWatch(
                loop: loop,
                onNetwork: { [weak self] in self?.assumeIsolated { $0.player?.step(.networkReturned) } },
                onWake: { [weak self] in self?.assumeIsolated { $0.woke() } })
        }
        return new
    }

    private func watch(_ system: any AudioOutputSystem) {
        system.onEvent = { [weak self] event in self?.assumeIsolated { $0.player?.systemChanged(event) } }
    }

    private func readySystem() -> any AudioOutputSystem {
        let system = system ?? configuration.output.makeSystem(loop: loop)
        self.system = system
        return system
    }

    /// What fetches for the player and for the other parts of its radio; made when it is first needed. On the loop.
    package nonisolated func transferPool() throws(TransferError) -> TransferPool {
        nonisolated(unsafe) var answer: Result<TransferPool, TransferError>!  // Of the loop, as the caller is.
        assumeIsolated { manager in answer = manager.readyPool() }
        return try answer.get()
    }

    private func readyPool() -> Result<TransferPool, TransferError> {
        guard !isShutDown else { return .failure(.resources("the player was shut down")) }
        if let pool { return .success(pool) }
        do throws(TransferError) {
            let new = try TransferPool(loop: loop)
            pool = new
            return .success(new)
        } catch { return .failure(error) }
    }

    /// Stations whose address is remembered; a program that plays more begins anew.
    private static let maximumWorkingURLs = 256

    private func rememberAddress(_ snapshot: PlaybackSnapshot) {
        guard let item = snapshot.item, item.urls.count > 1, let url = snapshot.workingURL else { return }
        let urls = item.station.urls
        if workingURLs.count >= Self.maximumWorkingURLs { workingURLs = [:] }
        workingURLs[urls] = url
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .statusDidChange(let snapshot):
            rememberAddress(snapshot)
            if snapshot.status == .playing {
                if isPresentStarted { queue.succeed() }
                watchLimit(heard: snapshot.heardDuration)
                if isPresentStarted { followNeighbours() }
            } else if isAtRest {
                neighbours?.leave()
            }
        // It was set for the item before.
        case .itemDidChange: limitTimer?.disarm()
        default: break
        }
        let wishes = wishCount
        if case .statusDidChange(let snapshot) = notification {
            isEndUntold = snapshot.status == .ended && isFollowed
            if isEndUntold { return }
        }
        notify(notification)
        // After the observers: what they want comes first.
        if case .didPlayToEnd = notification { goOnLater(unlessWishedSince: wishes) { $0.advance() } }
        if case .didFail(let error, _) = notification { goOnLater(unlessWishedSince: wishes) { $0.fail(error) } }
    }

    /// Goes on in the queue at the end of the turn, unless something else was wanted by then.
    private func goOnLater(
        unlessWishedSince wishes: Int, _ step: @escaping @Sendable (inout PlaybackQueue) -> PlaybackItem?
    ) {
        loop.post { [weak self] in
            self?.assumeIsolated { manager in
                if manager.wishCount == wishes, let item = manager.following(step) { return manager.go(item) }
                if manager.isEndUntold, manager.snapshot.status == .ended {
                    manager.notify(.statusDidChange(manager.snapshot))
                }
                manager.isEndUntold = false
                if manager.wishCount == wishes { manager.endQueue() }
            }
        }
    }

    // MARK: Interruptions

    /// Silent at once, until ``endInterruption()`` was called as often, or somebody plays something: then that is heard. A pause stays
    /// one, and what is started by the queue itself waits, too.
    public func beginInterruption() {
        interruptionCount += 1
        if interruptionCount == 1 { player?.step(.interruptionBegan(.application)) }
    }

    /// Goes on where the sound stopped if the listener still wants it, and nobody else asks for silence.
    public func endInterruption() {
        guard interruptionCount > 0 else { return }
        interruptionCount -= 1
        if interruptionCount == 0 { player?.step(.interruptionEnded(.application)) }
    }

    /// Whoever plays something wants to hear it.
    func endInterruptions() {
        interruptionCount = min(interruptionCount, 1)
        endInterruption()
    }

    // MARK: The machine

    /// The machine is about to sleep: silent at once, until ``systemDidWake()``.
    public func systemWillSleep() { player?.step(.interruptionBegan(.sleep)) }

    private func woke() {
        // Their connections are as old as the sleep was long.
        neighbours?.leave()
        player?.step(.woke)
    }

    /// The machine has woken: goes on at the live edge if the listener still wants sound.
    public func systemDidWake() {
        woke()
        player?.step(.interruptionEnded(.sleep))
    }

    // MARK: Volume

    /// A call has set the volume.
    package private(set) var isVolumeSet = false

    /// 0…1, on the sound server's side; before the first item it holds from the first sound on. This change is told by
    /// `volumeDidChange`, as a mixer's is.
    public func setVolume(_ volume: Double) {
        configuration.volume = min(max(volume, 0), 1)
        isVolumeSet = true
        if let player { player.speaker.setVolume(volume) } else { notify(.volumeDidChange(snapshot)) }
    }

    public func setMuted(_ muted: Bool) { player?.speaker.setMuted(muted) }

    /// Makes the present item louder or softer, in decibels, apart from the volume: stations are not equally loud. Another item begins
    /// without. Heard as soon as what is on its way to the sound server was (two seconds at most). Peaks that would be too loud are bent.
    public func setGain(decibels: Double) { player?.speaker.setGain(decibels: decibels) }

    /// Makes the sound softer than its volume, which stays as it is, also from one item to the next. Heard as ``setGain(decibels:)``.
    /// - Parameter decibels: nil or 0: as loud as its volume.
    package func setFade(decibels: Double?) {
        fade = decibels
        player?.speaker.setFade(decibels: decibels)
    }

    // MARK: Devices

    /// The devices that the sound server has now, in its order; none where the output is a file or nowhere. Connects to the server if
    /// need be. The answer comes on the loop.
    package func listOutputDevices(_ answer: @escaping (Result<[OutputDevice], AudioOutputError>) -> Void) {
        guard !isShutDown else { return loop.post { answer(.failure(.noServer("the player was shut down"))) } }
        readySystem().listDevices(answer)
    }

    /// The same for tasks.
    public func outputDevices() async throws -> [OutputDevice] {
        try await withCheckedThrowingContinuation { continuation in
            listOutputDevices { continuation.resume(with: $0) }
        }
    }

    /// How patient the player is with the items that begin from now on; the present one keeps what it began with.
    package func setPolicy(_ policy: PlaybackPolicy) {
        configuration.policy = policy
        player?.nextPolicy = policy
        neighbours?.tools.policy = policy
    }

    /// Lets the sound come out elsewhere: on another device, of another server, in a file or nowhere. What plays goes on with the
    /// sound that was not heard yet, and with the volume and mute that hold, from the first sample on.
    ///
    /// The old output plays until the new one's server has answered; then ``PlaybackNotification/outputRouteDidChange(_:_:)`` tells of the
    /// new device, and the status is `waitingToPlay` until sound is heard there. A device that does not exist is waited for, as
    /// `waitingToPlay(.noOutputDevice)`, where sound was heard before; else it is an error as at the start of playing. A file that
    /// cannot be written is always one. A pause stays one.
    public func setOutput(_ output: PlaybackConfiguration.Output) {
        guard !isShutDown else { return }
        configuration.output = output
        guard player != nil else { return closeOutputs() }
        outputCount += 1
        let number = outputCount
        // It answers whoever still waits for its devices.
        let former = nextSystem.take()
        former?.shutDown()
        let next = output.makeSystem(loop: loop)
        nextSystem = next
        next.listDevices { [weak self] _ in self?.assumeIsolated { $0.takeNextSystem(number) } }
    }

    /// - Parameter number: which of the outputs that were asked for; another one may have been since.
    private func takeNextSystem(_ number: Int) {
        guard number == outputCount, let player, let next = nextSystem.take() else { return }
        let (old, oldRecorder) = (system, recorder)
        system = next
        recorder = makeRecorder()
        watch(next)
        player.use(next, recorder: recorder)
        old?.onEvent = nil
        old?.shutDown()
        oldRecorder?.finish()
    }

    // MARK: Knowing

    /// The whole state now.
    public var snapshot: PlaybackSnapshot {
        if let player { return player.snapshot() }
        var idle = PlaybackSnapshot()
        idle.volume = configuration.volume
        idle.rate = configuration.rate
        idle.queue = QueuePlace(queue)
        return idle
    }

    /// Calls `observer` on the loop at every notification, before any other subscriber, until the observation is
    /// cancelled or released. It should return soon: the loop waits for it.
    public func observe(_ observer: @escaping (PlaybackNotification) -> Void) -> PlaybackObservation {
        hub.observe(observer)
    }

    /// Calls `observer` with `bufferDidChange`'s snapshot once a second, until the observation is cancelled or released.
    public func observeBuffer(_ observer: @escaping (PlaybackSnapshot) -> Void) -> PlaybackObservation {
        bufferObservers += 1
        if bufferTimer == nil {
            bufferTimer = loop.makeTimer { [weak self] in self?.assumeIsolated { $0.postBuffer() } }
        }
        bufferTimer?.rearm(after: .seconds(1))
        let inner = hub.observe { if case .bufferDidChange(let snapshot) = $0 { observer(snapshot) } }
        return PlaybackObservation { [weak self] in
            inner.cancel()
            self?.assumeIsolated { $0.bufferObservers -= 1 }
        }
    }

    private func postBuffer() {
        guard bufferObservers > 0 else { return }
        if player != nil, snapshot.intent != .stopped { notify(.bufferDidChange(snapshot)) }
        bufferTimer?.rearm(after: .seconds(1))
    }

    /// The present state, as `statusDidChange`, and every notification from then on. A subscriber that does not keep up gets the newest
    /// of each kind; ends and failures are never left out: where more than 64 of them wait, the sequence ends. The loop never waits for it.
    public nonisolated func notifications() -> AsyncStream<PlaybackNotification> {
        let (stream, mailbox) = streams.open()
        guard !streams.state.withLock({ $0.isFinished }) else { return stream }
        loop.postStarting { [weak self, weak mailbox] in
            guard let self, let mailbox else { return }
            self.assumeIsolated { manager in
                _ = mailbox.put(.statusDidChange(manager.snapshot))
                manager.streams.add(mailbox)
            }
        }
        return stream
    }

    /// Notifications that slow subscribers lost so far.
    public nonisolated var droppedNotifications: UInt64 { streams.state.withLock { $0.dropped } }

    private func notify(_ notification: PlaybackNotification) {
        hub.post(notification)
        timeWatch?.received(notification)
    }
}
