import RadioAudio
import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioStreams

/// The player: plays the items of one queue, one stream at a time, through one output.
///
/// The player lives on one event loop, which is the actor's executor. The loop starts its own thread at the first call,
/// unless the program provides one with ``run(_:)``. Notifications go to synchronous observers first (``observe(_:)``),
/// then to ``notifications()``.
public actor PlaybackManager {
    /// The program's default player. It has default settings until ``configure(_:)``.
    public static let shared: PlaybackManager = {
        do { return try PlaybackManager() } catch { fatalError("no event loop: \(error)") }
    }()

    /// The event loop on which all work of this player runs.
    package nonisolated let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let streams: NotificationHub.Streams
    private var configuration: PlaybackConfiguration
    private let hub: NotificationHub
    let worker: BlockingWorker
    private var pool: TransferPool?
    /// Called with the events of the recorder that the configuration asks for.
    package var onRecording: ((RecordingEvent) -> Void)?
    private var outputs = Outputs()
    private var systemWatch: SystemWatch?
    private(set) lazy var driver = QueueDriver(self)
    /// What a player that is made later still has to carry out of the last call of ``dim(to:from:over:)``.
    private var dimming: (factor: Float, start: Float?, duration: Duration) = (1, nil, .zero)
    /// Whether the first item begins muted, because ``setMuted(_:)`` was called before.
    private var beginsMuted = false
    /// The number of interruptions that ``beginInterruption()`` began and that have not ended.
    private var interruptionCount = 0
    private var announcer: Announcer?
    private var addressFinder: AddressFinder?
    private var followed = FollowedProgramme()
    private weak var loudnessMemory: (any LoudnessMemory)?
    private var bufferClock: BufferClock?
    package private(set) var isShutDown = false
    /// The observers of the heard position; nil until the first one is added.
    private var timeWatch: TimeObservers?
    private var levelWatch: LevelObservers?
    private var endings = Endings()

    /// The programme that snapshots contain, and how its dead air is found.
    private struct FollowedProgramme {
        var place: ProgrammePlace?
        var air: (limits: DeadAirDetector.Limits, onChange: (AirChange) -> Void)?
    }

    /// What is called when the player shuts down.
    private struct Endings {
        var count = 0
        var bodies: [Int: @Sendable () -> Void] = [:]
    }

    /// The sound server and files that the sound goes to.
    private struct Outputs {
        var system: (any AudioOutputSystem)?
        /// The output system that replaces ``system`` as soon as the new system's sound server has listed its devices
        /// or has failed to; nil if no change is under way.
        var next: (any AudioOutputSystem)?
        var recorder: PacketRecorder?

        /// Closes the outputs and the recorder. Blocks until their files are written.
        func close() {
            next?.shutDown()
            system?.shutDown()
            recorder?.finish()
        }
    }

    /// - Throws: `LoopError` if the system provides no file descriptors.
    public init(_ configuration: PlaybackConfiguration = PlaybackConfiguration()) throws {
        self.init(configuration, loop: try EventLoop(startsItself: true))
    }

    /// - Parameter system: the system of the first outputs; nil for the configuration's.
    package init(
        _ configuration: PlaybackConfiguration, loop: EventLoop, system: sending (any AudioOutputSystem)? = nil
    ) {
        self.loop = loop
        self.configuration = configuration
        let hub = NotificationHub()
        streams = hub.streams
        self.hub = hub
        worker = BlockingWorker(loop: loop)
        outputs.system = system
    }

    /// Stops the player and replaces its settings.
    public func configure(_ configuration: PlaybackConfiguration) {
        stop()
        announcer = nil
        driver.use(nil)
        closeOutputs()
        self.configuration = configuration
    }

    private func closeOutputs() {
        announcer?.stop()
        let old = outputs
        outputs = Outputs()
        old.close()
    }

    var player: Player? { driver.player }
    /// The items to play, in order.
    public var queue: PlaybackQueue { driver.queue }

    // MARK: The thread

    /// Runs the loop on the calling thread, calls `body` there, and returns after ``shutDown()``.
    ///
    /// Use this in a program whose main thread has nothing else to do. If the loop already has a thread, that thread
    /// calls `body`.
    public nonisolated func run(_ body: @escaping @Sendable (isolated PlaybackManager) -> Void) {
        loop.run { self.assumeIsolated { $0.isShutDown ? $0.loop.stop() : body($0) } }
    }

    /// Stops playing, disconnects from the sound server and the network, ends all notification streams, and ends the
    /// loop.
    public func shutDown() {
        guard !isShutDown else { return }
        isShutDown = true
        let recordings = player?.recordings
        // A new connection's packets may still wait for the decision how they continue the old sound. `stop()` makes
        // that decision, so that the recordings get the packets.
        stop()
        recordings?.finish()
        announcer = nil
        driver.use(nil)
        (systemWatch, onClockSet) = (nil, nil)
        bufferClock = nil
        closeOutputs()
        pool?.shutDown()
        pool = nil
        (timeWatch, levelWatch) = (nil, nil)
        streams.finish()
        for end in endings.bodies.values { end() }
        endings = Endings()
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

    /// Calls `body` when the player shuts down, or at once if the player is already shut down.
    ///
    /// - Returns: the argument for ``forget(_:)``; nil if `body` was called already.
    package func whenShutDown(_ body: @escaping @Sendable () -> Void) -> Int? {
        guard !isShutDown else {
            body()
            return nil
        }
        endings.count += 1
        endings.bodies[endings.count] = body
        return endings.count
    }

    package func forget(_ ending: Int) { endings.bodies[ending] = nil }

    // MARK: Playing

    /// Plays one item: a station from its live edge, a file from its start.
    public func play(_ item: PlaybackItem) { play([item]) }

    /// Plays the items one after another: a finite item until its end, a station until ``next()``.
    public func play(_ items: [PlaybackItem], startingAt index: Int = 0) {
        endInterruptions()
        driver.play(items, startingAt: index)
    }

    /// After a pause, continues where the sound stopped, or with the oldest sound that is still kept if the sound there
    /// was dropped. After a stop, a failure or an end, starts the queue's current item. Does nothing if the queue is
    /// empty.
    ///
    /// - Parameter atLiveEdge: whether a station continues at its newest sound instead.
    public func play(atLiveEdge: Bool = false) {
        endInterruptions()
        driver.resume(atLiveEdge: atLiveEdge)
    }

    /// Whether the queue's current item is the one that was started last.
    package var isPresentStarted: Bool { driver.isPresentStarted }

    /// Ends the recording that the configuration asks for. ``onRecording`` then gets its last event, once the disk has
    /// written everything.
    /// - Parameter isWhole: whether the item has ended, so that its last title is complete.
    /// - Returns: false if nothing is being recorded.
    package func endConfiguredRecording(isWhole: Bool) -> Bool {
        guard let recorder = outputs.recorder, recorder.isRecording else { return false }
        recorder.endWithAll(.asked, isWhole: isWhole)
        return true
    }

    /// Whether no item plays, is paused or waits to play.
    package var isAtRest: Bool { driver.isAtRest }

    /// Fades the sound out and silences it, within 0.1 s. The station is still received, within the policy's limits.
    public func pause() { player?.pause() }

    /// Pauses an item that plays or waits to play; otherwise plays.
    public func toggle() {
        if snapshot.intent == .playing, snapshot.timeControlStatus != .paused { pause() } else { play() }
    }

    /// Fades the sound out, within 0.3 s, and closes the connection and the output.
    public func stop() {
        announcer?.stop()
        driver.stop()
    }

    /// Continues at another position of the item, within one of the snapshot's `seekableTimeRanges`.
    ///
    /// The ranges cover the sound in memory and on the tape, or all of a file that can be read from any position. For a
    /// stream in segments (HTTP Live Streaming) they also cover all sound that the server has: a whole broadcast on
    /// demand, or the newest sound of a station. A paused player stays paused.
    /// - Parameter tolerance: how far from `time` the sound may continue if that is faster: with sound in memory or on
    ///   the tape instead of fetched sound, or with the first sound that the server sends. Zero means exact to the
    ///   sample, as far as the stream's format allows. ``PlaybackNotification/didJump(from:to:_:_:)`` gives the actual
    ///   position after a jump to sound in memory or on the tape; for fetched sound, it gives `time`.
    ///
    /// After its end, a finite item plays again from `time`.
    public func seek(to time: MediaTime, tolerance: Duration = .zero) throws(SeekError) {
        guard let player = driver.wish() else { throw .nothingPlays }
        if try driver.playAgain(from: time, tolerance) { return }
        try player.navigator.seek(to: time, tolerance: tolerance)
    }

    /// Moves backward or forward from the heard position, at most to the limits of the sound that can be played.
    ///
    /// The limit backward is the oldest sound that is kept or that the server can send. The limit forward is the item's
    /// end, or a station's live edge.
    public func seek(by offset: Duration) throws(SeekError) {
        guard let player = driver.wish() else { throw .nothingPlays }
        if offset <= .zero, try driver.playAgain(from: max(snapshot.currentTime + MediaTime(offset), .zero)) { return }
        try player.navigator.seek(by: MediaTime(offset))
    }

    /// Continues with the sound recorded at a date, counted since 1970-01-01T00:00:00Z.
    ///
    /// The date is the station's own (EXT-X-PROGRAM-DATE-TIME, RFC 8216 §4.3.2.6). For a stream that does not come in
    /// segments, the date is the time of reception.
    public func seek(toDate date: MediaTime) throws(SeekError) {
        guard let player = driver.wish() else { throw .nothingPlays }
        try player.navigator.seek(toDate: date)
    }

    /// Continues at the beginning of a title, or with the oldest sound of the title that is kept
    /// (``PlaybackPolicy/timeshift``).
    ///
    /// A broadcast whose dates the HLS playlist gives (EXT-X-DATERANGE) counts as a title, and continues from its own
    /// beginning.
    /// - Parameter offset: which title: 0 is the title that is heard now, −1 the title before it, 1 the title after it.
    public func seek(toTitle offset: Int) throws(SeekError) {
        guard let player = driver.wish() else { throw .nothingPlays }
        try player.seek(toTitle: offset)
    }

    /// Continues in another rendition of the sound, one of the snapshot's `renditions`, from the same moment. The
    /// choice applies until another item plays.
    public func select(_ rendition: Rendition) throws(SeekError) {
        guard let player else { throw .nothingPlays }
        try player.select(rendition: rendition.name)
    }

    /// Starts fast forward or rewind: plays excerpts of 0.4 s that are 4 s apart, and 12 s apart once fast forward or
    /// rewind has lasted two seconds.
    ///
    /// The scan ends with ``endScan()``, with another call that moves or stops the sound, or when there is no more
    /// sound. At the end of a fast forward, a station continues at its live edge.
    public func beginScan(_ direction: ScanDirection) throws(SeekError) {
        guard let player = driver.wish() else { throw .nothingPlays }
        try player.navigator.beginScan(direction)
    }

    /// Ends fast forward or rewind. The sound continues from the position reached.
    public func endScan() { player?.navigator.endScan() }

    /// Changes the speed of the sound without changing its pitch. Sound that is already queued at the output keeps its
    /// speed.
    ///
    /// The rate applies to later items, too. For a live station, a rate above 1 returns to 1 when the sound has caught
    /// up with the newest sound. Below 1 the sound falls behind, as in a pause. The rate has no effect while packets
    /// are written to files without decoding.
    /// - Parameter rate: 0.5…3, limited to this range; 1 is normal speed. 0 pauses like ``pause()``, and the rate stays
    ///   as it is.
    public func setRate(_ rate: Double) {
        guard rate != 0 else { return pause() }
        configuration.rate = rate
        player?.navigator.setRate(rate)
    }

    /// Sets how ``setRate(_:)`` keeps the pitch, for later items, too. Sound that is already queued at the output does
    /// not change.
    public func setTimePitchAlgorithm(_ algorithm: TimePitchAlgorithm) {
        configuration.timePitchAlgorithm = algorithm
        player?.speaker.timePitchAlgorithm = algorithm
    }

    /// Returns the current item's sound that is in memory or on the tape, for decoding while the item plays.
    /// - Parameter range: positions of the item; nil for all sound in memory and on the tape.
    /// - Returns: nil if no sound of the range is in memory or on the tape.
    package func heldSound(of range: MediaTimeRange?) -> HeldSound? { player?.heldSound(of: range) }

    /// The sound of the current item as it is received; nil before the first item. Read it with a `TimelineTap`.
    package var timeline: Timeline? { player?.intake.timeline }

    /// Called on the loop after sound has arrived in ``timeline``, at most once a turn.
    package var onArrival: (() -> Void)? { didSet { player?.onArrival = onArrival } }

    /// Records the playing item while it is heard. Its packets are written as they arrive, without decoding.
    ///
    /// ``PlaybackNotification/recordingDidChange(_:_:)`` reports when the recording has a file and when it is over: at
    /// its limits, after ``endRecording(_:)``, or when something else is played.
    @discardableResult
    public func record(_ options: RecordingOptions) throws(RecordingError) -> Recording {
        try record(options, from: nil)
    }

    func record(_ options: RecordingOptions, from start: Int64?) throws(RecordingError) -> Recording {
        guard let player else { throw .nothingPlays }
        return try player.record(options, rules: configuration.titleRules, from: start)
    }

    /// Ends a recording. Does nothing if the recording is over.
    public func endRecording(_ id: Recording.ID) { player?.recordings.end(id) }

    /// Plays the next item of the queue.
    ///
    /// At the end of the queue, does nothing unless the queue repeats. If the queue was changed and its current item is
    /// not the playing item, plays the current item.
    public func next() {
        endInterruptions()
        driver.next()
    }

    /// Plays the previous item. At the queue's beginning, a file that plays continues from its start, and a station that
    /// plays continues unchanged, unless the queue repeats.
    public func previous() {
        endInterruptions()
        if !driver.previous(), snapshot.stream?.duration != nil { skipToBeginning() }
    }

    /// Limits how long each item is heard. After that time the next item plays; after the last item the queue ends.
    ///
    /// Use this to listen to many stations briefly. Nil removes the limit.
    public func setItemLimit(_ limit: Duration?) { driver.setItemLimit(limit) }

    /// Looks for another address of a station whose own addresses all fail. Calls `found` once on the loop, with nil if
    /// there is none.
    package typealias AddressFinder = (_ station: Station, _ found: @escaping (String?) -> Void) -> Void

    /// Sets the finder of another address for stations that a directory knows (`Station.directoryID`).
    ///
    /// The player calls the finder when none of a station's addresses works: once each time the item begins, and only
    /// before any of its sound was heard. The player tries the found address and reports it with `didFindAddress`. If
    /// the address plays, it is tried first from then on. The queue does not change.
    package func setAddressFinder(_ finder: AddressFinder?) {
        addressFinder = finder
        player?.setAddressFinder(finder)
    }

    /// Receives an item while another item is heard, so that a later `play` of the same item is heard at once.
    ///
    /// Only one item is received in this way; a second call replaces the first, whose `completion` is not called.
    /// - Parameter completion: called once on the loop: with nil as soon as the item can be played at once, otherwise
    ///   with the reason why the item cannot be received.
    package func prepare(_ item: PlaybackItem, completion: @escaping (PlaybackError?) -> Void) {
        driver.prepare(item, completion: completion)
    }

    /// Cancels ``prepare(_:completion:)``.
    package func cancelPreparation() { driver.cancelPreparation() }

    private func makeRecorder() -> PacketRecorder? {
        let recorder = configuration.makeRecorder(loop: loop)
        recorder?.onEvent = { [weak self] event in self?.assumeIsolated { $0.onRecording?(event) } }
        return recorder
    }

    /// Makes the driver's player. Does nothing if the transfer pool cannot be made.
    func makePlayer() {
        guard let pool = try? transferPool() else { return }
        let system = readySystem()
        let recorder = makeRecorder()
        outputs.recorder = recorder
        let new = Player(
            loop: loop, pool: pool, worker: worker, system: system, configuration: configuration, recorder: recorder)
        driver.use(new, warmNeighbours: recorder == nil ? configuration.warmNeighbours : 0)
        watch(system)
        new.setAddressFinder(addressFinder)
        new.speaker.measuresLevels = levelWatch?.isEmpty == false
        new.speaker.timePitchAlgorithm = configuration.timePitchAlgorithm
        useProgramme(on: new)
        new.onArrival = onArrival
        if dimming != (1, nil, .zero) {
            new.speaker.dim(to: dimming.factor, from: dimming.start, over: dimming.duration)
            dimming = (dimming.factor, nil, .zero)
        }
        if let ducking = announcer?.ducking, ducking != 1 { new.speaker.duck(to: ducking, over: .zero) }
        new.sound.equaliser = configuration.equaliser
        new.sound.memory = loudnessMemory
        new.sound.loudness = configuration.loudness
        if beginsMuted { new.speaker.setMuted(true) }
        beginsMuted = false
        watchSystem()
        if interruptionCount > 0 { new.step(.interruptionBegan(.application)) }
        if configuration.rate != 1 { new.navigator.setRate(configuration.rate) }
    }

    /// Called when the wall clock was set, and after the computer has slept.
    package var onClockSet: (() -> Void)? { didSet { watchSystem() } }

    private func watchSystem() {
        guard systemWatch == nil, !isShutDown else { return }
        systemWatch = SystemWatch(
            loop: loop,
            onNetwork: { [weak self] in self?.assumeIsolated { $0.player?.step(.networkReturned) } },
            onWake: { [weak self] in self?.assumeIsolated { $0.woke() } },
            onClockSet: { [weak self] in self?.assumeIsolated { $0.clockWasSet() } })
    }

    private func clockWasSet() {
        player?.step(.clockWasSet)
        announcer?.clockWasSet()
        onClockSet?()
    }

    private func watch(_ system: any AudioOutputSystem) {
        system.onEvent = { [weak self] event in
            self?.assumeIsolated {
                $0.player?.systemChanged(event)
                $0.announcer?.forEachPlayer { $0.systemChanged(event) }
            }
        }
    }

    private func readySystem() -> any AudioOutputSystem {
        let system = outputs.system ?? configuration.output.makeSystem(loop: loop)
        outputs.system = system
        return system
    }

    /// Returns the transfer pool, which the player shares with the other parts of the program that use its loop. The
    /// first call creates it. Call this on the loop.
    package nonisolated func transferPool() throws(TransferError) -> TransferPool {
        nonisolated(unsafe) var answer: Result<TransferPool, TransferError>!  // Used on the loop only.
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

    // MARK: Interruptions

    /// Silences the sound at once.
    ///
    /// The interruption lasts until ``endInterruption()`` was called as often as this method, or until a method such as
    /// ``play(_:)`` or ``next()`` requests an item. A paused player stays paused. An item that follows automatically in
    /// the queue also stays silent until the interruption ends.
    public func beginInterruption() {
        interruptionCount += 1
        guard interruptionCount == 1 else { return }
        announcer?.stop()
        player?.step(.interruptionBegan(.application))
    }

    /// Ends one interruption. After the last interruption, the sound continues where it stopped if the listener still
    /// wants sound.
    public func endInterruption() {
        guard interruptionCount > 0 else { return }
        interruptionCount -= 1
        if interruptionCount == 0 { player?.step(.interruptionEnded(.application)) }
    }

    /// Ends all interruptions, because somebody has requested an item and wants to hear it.
    func endInterruptions() {
        interruptionCount = min(interruptionCount, 1)
        endInterruption()
    }

    // MARK: Announcements

    /// Plays an announcement over what plays, after those that came before. Returns when it was received and waits for
    /// its turn.
    public func announce(_ announcement: Announcement) async throws(AnnouncementError) {
        let error = await withCheckedContinuation { continuation in
            announce(announcement) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    /// Plays an announcement. Calls `answer` on the loop, with nil when it was received and waits for its turn.
    package func announce(_ announcement: Announcement, then answer: @escaping (AnnouncementError?) -> Void) {
        guard !isShutDown else { return answer(.stopped) }
        let announcer =
            announcer
            ?? Announcer(loop: loop) { [weak self] in
                nonisolated(unsafe) var player: Player?  // Used on the loop only.
                self?.assumeIsolated { player = $0.makeAnnouncementPlayer() }
                return player
            } duck: { [weak self] factor, duration in
                self?.assumeIsolated { $0.player?.speaker.duck(to: factor, over: duration) }
            }
        self.announcer = announcer
        announcer.add(announcement, then: answer)
    }

    private func makeAnnouncementPlayer() -> Player? {
        let system = readySystem()
        guard system.mixes, outputs.recorder == nil, let pool = try? transferPool() else { return nil }
        var configuration = configuration
        configuration.volume = snapshot.volume
        configuration.policy.timeshift = .zero
        configuration.crossfade = .zero
        watch(system)
        let new = Player(loop: loop, pool: pool, worker: worker, system: system, configuration: configuration)
        new.speaker.setMuted(snapshot.isMuted)
        return new
    }

    // MARK: Sleep of the computer

    /// Silences the sound at once until ``systemDidWake()``, because the computer is about to sleep.
    public func systemWillSleep() {
        announcer?.stop()
        player?.step(.interruptionBegan(.sleep))
    }

    private func woke() {
        driver.systemDidWake()
        player?.step(.woke)
    }

    /// Continues at the live edge after the computer has woken, if the listener still wants sound.
    public func systemDidWake() {
        woke()
        player?.step(.interruptionEnded(.sleep))
    }

    // MARK: Programmes

    /// A change in the loudness of the sound before any gain.
    package enum AirChange: Hashable, Sendable {
        case air(DeadAirDetector.Air)
        /// A quiet moment is heard.
        case quietMoment
    }

    /// The programme that plays; nil if none plays.
    package var programme: ProgrammePlace? { followed.place }

    /// Sets the programme that snapshots contain, and how its dead air is found. Nil ends both.
    package func setProgramme(
        _ place: ProgrammePlace?, limits: DeadAirDetector.Limits? = nil, onAir: @escaping (AirChange) -> Void = { _ in }
    ) {
        followed = FollowedProgramme(place: place, air: limits.map { ($0, onAir) })
        if let player { useProgramme(on: player) }
    }

    private func useProgramme(on player: Player) {
        player.places.programme = followed.place
        player.speaker.airLimits = followed.air?.limits
        player.onAir = followed.air?.onChange
    }

    /// Publishes and counts that another source of the programme plays.
    package func sourceDidChange() {
        player?.countSwitch()
        notify(.sourceDidChange(snapshot))
    }

    /// Watches the items of a programme's source, which does not play now. Nil if nothing can be played.
    package func watch(
        _ items: [PlaybackItem], startingAt index: Int, limits: DeadAirDetector.Limits,
        onChange: @escaping (SourceWatch.Health) -> Void
    ) -> SourceWatch? {
        driver.watch(items, startingAt: index, limits: limits, onChange: onChange)
    }

    /// Takes over the sound of a watch when the next item begins, if it is the watch's item.
    package func offer(_ watch: SourceWatch?) { driver.offered = watch }

    // MARK: Volume

    /// Whether ``setVolume(_:)`` was called.
    package private(set) var isVolumeSet = false

    /// Sets the volume on the sound server, 0…1.
    ///
    /// Before the first item, the volume applies from the first sound on. `volumeDidChange` reports the change, as it
    /// does for a change in a mixer.
    public func setVolume(_ volume: Double) {
        configuration.volume = min(max(volume, 0), 1)
        isVolumeSet = true
        announcer?.forEachPlayer { $0.speaker.setVolume(volume) }
        if let player { player.speaker.setVolume(volume) } else { notify(.volumeDidChange(snapshot)) }
    }

    /// Mutes the sound, or ends the muting. If no item was played yet, the first item begins with this setting.
    public func setMuted(_ muted: Bool) {
        announcer?.forEachPlayer { $0.speaker.setMuted(muted) }
        if let player { return player.speaker.setMuted(muted) }
        beginsMuted = muted
        notify(.volumeDidChange(snapshot))
    }

    /// Makes the current item louder or softer, in decibels. This evens out stations of different loudness without
    /// changing the volume.
    ///
    /// The next item begins without gain. The change is heard at once, except at another speed and in files, where it is
    /// heard after the sound that is already queued. A limiter keeps peaks below full scale.
    public func setGain(decibels: Double) { player?.speaker.setGain(decibels: decibels) }

    /// Changes the loudness of this and later items' sound evenly, in addition to the volume, which does not change.
    /// - Parameters:
    ///   - factor: the factor that the sound has in the end; 1 leaves it as it is, 0 is silence.
    ///   - start: the factor that the sound has at first; nil for the present one.
    ///   - duration: how long the change takes.
    package func dim(to factor: Float, from start: Float? = nil, over duration: Duration = .zero) {
        dimming = player == nil ? (factor, start, duration) : (factor, nil, .zero)
        player?.speaker.dim(to: factor, from: start, over: duration)
    }

    /// Sets how long the sound of two items overlaps when another item is played, 0…12 s.
    public func setCrossfade(_ duration: Duration) {
        configuration.crossfade = min(max(duration, .zero), .seconds(12))
        player?.speaker.crossfade = configuration.crossfade
    }

    /// The range of ``setLoudness(_:)`` in LUFS.
    public static let loudnesses = -30.0...(-8.0)

    /// Plays all stations and files equally loud, from now on.
    ///
    /// While an item plays, its loudness is measured (EBU R 128). A constant gain from −12 to 9 dB evens it out, in
    /// addition to the gain of ``setGain(decibels:)``. If the item was heard before, or its tags state its loudness, the
    /// gain applies from the first sound. Otherwise, it moves by 0.5 dB a second during the first half minute. Later it
    /// changes only when a title begins. A limiter keeps peaks below full scale.
    /// - Parameter target: the loudness in LUFS, limited to ``loudnesses``; −16 is usual. Nil leaves the sound as it
    ///   is.
    public func setLoudness(_ target: Double?) {
        configuration.loudness = target.map {
            min(max($0, Self.loudnesses.lowerBound), Self.loudnesses.upperBound)
        }
        player?.sound.loudness = configuration.loudness
    }

    /// Sets the memory of the loudness of items, which somebody else keeps alive.
    package func use(_ memory: (any LoudnessMemory)?) {
        loudnessMemory = memory
        player?.sound.memory = memory
    }

    /// Changes the gains of bass, treble and bands of frequencies, for this and later items.
    public func setEqualiser(_ equaliser: Equaliser) {
        let isNew = snapshot.equaliser != equaliser
        configuration.equaliser = equaliser
        player?.sound.equaliser = equaliser
        player?.speaker.equaliser = equaliser
        if isNew { notify(.volumeDidChange(snapshot)) }
    }

    /// Changes the equaliser for the present item only. The next item begins with that of ``setEqualiser(_:)``.
    package func setItemEqualiser(_ equaliser: Equaliser) {
        guard let player, player.speaker.equaliser != equaliser else { return }
        player.speaker.equaliser = equaliser
        notify(.volumeDidChange(snapshot))
    }

    /// The equaliser with which items begin.
    package var equaliser: Equaliser { configuration.equaliser }

    // MARK: Devices

    /// Calls `answer` on the loop with the sound server's devices, in the server's order.
    ///
    /// The list is empty if the output is a file or there is no output. Connects to the server if necessary.
    package func listOutputDevices(_ answer: @escaping (Result<[OutputDevice], AudioOutputError>) -> Void) {
        guard !isShutDown else { return loop.post { answer(.failure(.noServer("the player was shut down"))) } }
        readySystem().listDevices(answer)
    }

    /// Returns the sound server's devices, in the server's order.
    ///
    /// The list is empty if the output is a file or there is no output. Connects to the server if necessary.
    public func outputDevices() async throws -> [OutputDevice] {
        try await withCheckedThrowingContinuation { continuation in
            listOutputDevices { continuation.resume(with: $0) }
        }
    }

    /// Sets the policy for the items that begin from now on. The policy of the current item does not change.
    package func setPolicy(_ policy: PlaybackPolicy) { configuration.policy = policy }

    /// The policy for the items that begin from now on.
    var policy: PlaybackPolicy { configuration.policy }

    /// Moves the sound elsewhere: to another device, another server, a file or nowhere. The playing item continues with
    /// the first sample that was not heard, at the same volume and mute.
    ///
    /// The old output plays until the sound server of the new output has listed its devices or cannot be reached. Then
    /// ``PlaybackNotification/outputRouteDidChange(_:_:)`` reports the new device, and the status is `waitingToPlay`
    /// until sound is heard there. If the device does not exist, the player waits for it as
    /// `waitingToPlay(.noOutputDevice)`, provided that sound was heard before; otherwise the item fails, as at the
    /// start of playing. A file that cannot be written is always an error. A paused player stays paused.
    public func setOutput(_ output: PlaybackConfiguration.Output) {
        guard !isShutDown else { return }
        configuration.output = output
        guard player != nil else { return closeOutputs() }
        // An output system that was requested earlier and is not in use yet is shut down. The shutdown also ends
        // requests that still wait for its list of devices.
        let former = outputs.next.take()
        former?.shutDown()
        let next = output.makeSystem(loop: loop)
        outputs.next = next
        nonisolated(unsafe) let wanted = next  // Used on the loop only.
        next.listDevices { [weak self] _ in self?.assumeIsolated { $0.takeNextSystem(wanted) } }
    }

    /// Switches to an output system, unless another output has been requested since.
    private func takeNextSystem(_ next: any AudioOutputSystem) {
        guard let player, next === outputs.next else { return }
        announcer?.stop()
        let old = outputs
        outputs = Outputs(system: next, recorder: makeRecorder())
        watch(next)
        player.use(next, recorder: outputs.recorder)
        old.system?.onEvent = nil
        old.close()
    }

    // MARK: Observing

    /// The whole state of the player now.
    public var snapshot: PlaybackSnapshot {
        if let player { return player.snapshot() }
        var idle = PlaybackSnapshot()
        idle.at = loop.now
        idle.volume = configuration.volume
        idle.isMuted = beginsMuted
        idle.rate = configuration.rate
        idle.equaliser = configuration.equaliser
        idle.queue = QueuePlace(queue)
        idle.programme = programme
        return idle
    }

    /// Calls `observer` on the loop at every notification, before any other subscriber, until the observation is
    /// cancelled or released.
    ///
    /// `observer` should return soon: the loop waits for it.
    public func observe(_ observer: @escaping (PlaybackNotification) -> Void) -> PlaybackObservation {
        observation(hub.observe(observer))
    }

    /// Returns an observation that may be cancelled and released on any thread.
    func observation(_ inner: PlaybackObservation) -> PlaybackObservation {
        PlaybackObservation(on: loop) { inner.cancel() }
    }

    /// Calls `observer` with the snapshot of `bufferDidChange` once a second, until the observation is cancelled or
    /// released.
    public func observeBuffer(_ observer: @escaping (PlaybackSnapshot) -> Void) -> PlaybackObservation {
        let clock = bufferClock ?? BufferClock(loop) { [weak self] in self?.assumeIsolated { $0.postBuffer() } }
        bufferClock = clock
        clock.observerCount += 1
        let inner = hub.observe { if case .bufferDidChange(let snapshot) = $0 { observer(snapshot) } }
        return PlaybackObservation(on: loop) {
            inner.cancel()
            clock.observerCount -= 1
        }
    }

    private func postBuffer() {
        if player != nil, snapshot.intent != .stopped { notify(.bufferDidChange(snapshot)) }
    }

    /// Returns a stream of all later notifications. It begins with a `statusDidChange` that describes the present
    /// state.
    ///
    /// If more than 64 notifications wait for a slow subscriber, the oldest are left out for which a newer one of the
    /// same kind waits. Ends and failures are never left out: if more than 64 of them wait, the stream ends. The loop
    /// never waits for a subscriber.
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

    /// The number of notifications that slow subscribers have lost so far.
    public nonisolated var droppedNotifications: UInt64 { streams.state.withLock { $0.dropped } }

    /// Publishes a notification.
    func notify(_ notification: PlaybackNotification) {
        hub.post(notification)
        timeWatch?.received(notification)
    }
}
