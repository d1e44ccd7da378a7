import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioText

/// Follows the titles of one station for as long as it lives: opens its addresses in turn, comes back after each end, and tells
/// what happened as records. It belongs to the loop's thread.
final class StationFollower: MediaStreamClient {
    /// What all followers share.
    struct Surroundings {
        let loop: EventLoop
        let pool: TransferPool
        let worker: BlockingWorker
        let userAgent: String
        /// From 0 to 1.
        let chance: () -> Double
        let moment: () -> LogMoment
        let rules: TitleRuleSet
        var source = FollowedSource.stream
        /// Nil where pages are not looked at.
        var servers: StatusServers?
        var pace = PagePace()
    }

    enum State: Hashable {
        case idle, waitingForTurn, connecting, following, waiting
    }

    let station: TitleStation
    var state = State.idle
    private(set) var lastError: StreamError?
    private(set) var bytes = 0
    private(set) var titles = 0
    /// It came, or went and why.
    enum Change: Hashable {
        case came
        case went(String)
    }

    /// Whether a restart must know something else than was told last.
    var hasNews = true
    var wantsTurn = false
    var change: Change?

    let surroundings: Surroundings
    private var folder: TrackFolder
    private var schedule = FollowSchedule()
    private var opener: StreamOpener?
    private var address = 0
    private var followingSince: LogMoment?
    /// When it was seen last, while it is not.
    private var lastSeen: Int64?
    /// When something of it came last.
    private var lastByte = MonotonicInstant.now
    var evidence = CharsetEvidence()
    /// What comes in segments comes ahead of its time.
    private var segments = SegmentPace()
    /// What the station calls itself: its name in the list, and what its server says.
    private var names: StationNames
    /// Where the sound is, after lists and redirects.
    private(set) var streamURL: String?
    var page = PageUse()
    var playlist: PlaylistTrust
    /// Its segments are not fetched.
    var isOnPlaylist = false
    private var isTitled = false
    private var timer: LoopTimer?
    let report: (StationFollower, [TitleRecord]) -> Void

    /// - Parameters:
    ///   - before: what was known of the station when it was followed last.
    ///   - reason: why it was not followed since then.
    init(
        _ station: TitleStation, before: StationState?, reason: String, in surroundings: Surroundings,
        report: @escaping (StationFollower, [TitleRecord]) -> Void
    ) {
        self.station = station
        self.surroundings = surroundings
        self.report = report
        names = StationNames([station.station.name])
        playlist = PlaylistTrust(patience: surroundings.pace.playlistPatience)
        let now = surroundings.moment()
        folder = TrackFolder(
            at: now, open: before?.open.map(\.track) ?? [], recent: before?.recent ?? [],
            seenUntil: before?.seenUntil.map { LogMoment(wall: $0, asSeenFrom: now) }, reason: reason)
        lastSeen = before?.seenUntil
        timer = surroundings.loop.makeTimer { [weak self] in self?.timeIsUp() }
    }

    deinit { timer?.cancel() }

    /// What the next run must know.
    func kept(at now: LogMoment) -> StationState {
        let isFollowed = state == .following
        var kept = StationState(
            id: station.id, name: station.station.name, seenUntil: isFollowed ? now.wall : lastSeen,
            open: folder.open(at: now))
        kept.isFollowed = isFollowed
        kept.recent = folder.recentlyEnded
        return kept
    }

    /// A title was shown since the station is followed.
    var isNamed: Bool { state == .following && isTitled }

    /// Connects; the logger says when, so that not all do at once.
    func begin() {
        if wantsSoundForCheck { return openSound() }
        guard state == .idle || state == .waitingForTurn else { return }
        if surroundings.source == .status { return beginPage() }
        guard !station.station.urls.isEmpty else {
            lastError = .badAddress("\(station.station.name) has no address")
            return
        }
        state = .connecting
        openSound()
    }

    private func openSound() {
        let urls = station.station.urls
        var request = StreamRequest(url: urls[address % urls.count])
        request.headers = station.station.headers
        request.headerHosts = station.station.headerHosts
        request.userAgent = surroundings.userAgent
        request.wantsTitlesOnly = true
        request.hls.quality = .low
        // What was known when it was there last.
        isOnPlaylist = playlist.isTrusted
        request.hls.isPlaylistOnly = isOnPlaylist
        segments = SegmentPace()
        // Of the sound before. For a comparison it is opened beside the page, where the station is seen.
        lastByte = page.lastSeen ?? .now
        let opener = StreamOpener(
            loop: surroundings.loop, pool: surroundings.pool, worker: surroundings.worker, request: request,
            client: self)
        self.opener = opener
        opener.start()
    }

    /// Whether there is something new to keep, once.
    func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Whether it wants to connect and waits for ``begin()``, once.
    func takeTurn() -> Bool {
        defer { wantsTurn = false }
        return wantsTurn
    }

    /// What has changed, once.
    func takeChange() -> Change? {
        defer { change = nil }
        return change
    }

    var isSoundOpen: Bool { opener != nil }

    func closeSound() {
        opener?.cancel()
        opener = nil
    }

    /// Its sound is opened when its turn comes.
    func turnToSound() {
        state = .waitingForTurn
        wantsTurn = true
        rearm()
        report(self, [])
    }

    /// It was seen then, without its sound.
    func wasSeen(at instant: MonotonicInstant) { lastByte = max(lastByte, instant) }

    /// No more, for good.
    func stop() {
        closeSound()
        stopPage()
        timer?.cancel()
        if state == .following { lose("stopped", at: surroundings.moment()) }
        state = .idle
    }

    /// The process did not run for a time.
    func wasHeld(from begin: LogMoment, until now: LogMoment) {
        guard state == .following else { return }
        let records = folder.overlook("process stopped", from: begin, until: now)
        guard !records.isEmpty else { return }
        hasNews = true
        report(self, records)
    }

    func lose(_ reason: String, at moment: LogMoment) {
        folder.lose(reason, at: moment)
        lastSeen = moment.wall
        followingSince = nil
        isTitled = false
    }

    // MARK: MediaStreamClient

    func streamOpened(_ info: StreamInfo) {
        lastError = nil
        streamURL = info.url
        names = StationNames([station.station.name, info.serverName])
        surroundings.loop.post { [weak self] in
            guard let self, isSoundOpen else { return }
            seen(at: surroundings.moment())
        }
    }

    func streamBrought(_ element: StreamElement) {
        switch element {
        case .metadata(let metadata):
            let due = segments.due(at: .now)
            surroundings.loop.post { [weak self] in self?.show(metadata, due: due) }
        case .format(let format): segments.sampleRate = format.sampleRate
        case .packet(let packet): segments.received(samples: packet.sampleCount, at: .now)
        case .position, .discontinuity, .end: break
        }
    }

    func setMediaWanted(_ isWanted: Bool) { opener?.setMediaWanted(isWanted) }

    /// So much of a segment was not fetched, and had its turn.
    func passed(_ duration: Duration) {
        segments.received(duration, at: .now)
        lastByte = .now
    }

    var soundAhead: Duration { segments.ahead(at: .now) }

    func streamNamed(packetCount: Int) {}

    func streamReceived(bytes: Int) {
        self.bytes += bytes
        // A playlist may come again and again with nothing new in it.
        if !isOnPlaylist { lastByte = .now }
    }

    func streamEnded(with error: StreamError?) {
        guard opener != nil else { return }
        opener = nil
        early = []
        let error = error ?? .connectionLost("\(station.station.name) ended")
        lastError = error
        if soundEndedDuringCheck() { return }
        let now = surroundings.moment()
        if state == .following {
            schedule.seen(for: followingSince?.duration(to: now) ?? .zero)
            // It fell silent before it was given up.
            lose(error.summary, at: now.earlier(at: lastByte))
        }
        hasNews = true
        if change == .came { change = nil } else { change = .went(error.summary) }
        address += 1
        state = .waiting
        // Another address of the same programme may be there now.
        let isRound = address % max(station.station.urls.count, 1) == 0
        let wait = isRound ? schedule.wait(after: error, chance: surroundings.chance()) : .milliseconds(250)
        wakeUp = now.monotonic.advanced(by: wait)
        rearm()
        report(self, [])
    }

    // MARK: -

    private var wakeUp: MonotonicInstant?
    /// Titles whose sound is not due yet.
    private var early: [(due: MonotonicInstant, metadata: TimedMetadata)] = []
    private static let maximumEarly = 64

    func seen(at now: LogMoment) {
        guard state == .connecting || (state == .waiting && surroundings.source == .status) else { return }
        state = .following
        hasNews = true
        change = .came
        followingSince = now
        lastByte = now.monotonic
        report(self, folder.see(at: now))
    }

    private func show(_ metadata: TimedMetadata, due: MonotonicInstant?) {
        guard opener != nil else { return }
        seen(at: surroundings.moment())
        if let due, due > .now {
            if early.count == Self.maximumEarly { early.removeFirst() }
            early.append((due, metadata))
            return rearm()
        }
        show(metadata)
    }

    private func show(_ metadata: TimedMetadata) {
        let now = surroundings.moment()
        let read = TitleReader.track(
            in: metadata, charset: station.station.charset, names: names, evidence: &evidence)
        weigh(metadata, as: read)
        guard let read else { return }
        let track = surroundings.rules.apply(to: read, station: station.names).track
        guard metadata.kind != .icy || soundShowed(track, at: now) else { return }
        showTrack(track, from: Self.source(of: metadata), at: now)
    }

    func showTrack(_ track: TrackInfo, from source: TitleSource, at now: LogMoment) {
        titles += 1
        isTitled = true
        wasSeen(at: now.monotonic)
        let records = folder.show(track, from: source, at: now)
        hasNews = true
        rearm()
        report(self, records)
    }

    private func timeIsUp() {
        let now = surroundings.moment()
        while let first = early.first, first.due <= now.monotonic {
            early.removeFirst()
            show(first.metadata)
        }
        let records = folder.expire(at: now)
        if let wakeUp, wakeUp <= now.monotonic {
            self.wakeUp = nil
            state = .waitingForTurn
            wantsTurn = true
        }
        checkTimeIsUp(at: now.monotonic)
        avoidanceIsOver(at: now.monotonic)
        rearm()
        if !records.isEmpty { hasNews = true }
        report(self, records)
    }

    func rearm() {
        let deadlines = [wakeUp, folder.deadline, early.first?.due, page.checkAt, page.avoidUntil]
        guard let next = deadlines.compactMap(\.self).min() else {
            timer?.disarm()
            return
        }
        // A deadline is the last moment at which nothing has happened yet.
        timer?.rearm(at: next.advanced(by: .milliseconds(1)))
    }

    private static func source(of metadata: TimedMetadata) -> TitleSource {
        switch metadata.kind {
        case .icy, .id3: .inBand
        case .extinf, .dateRange: .playlist
        }
    }
}
