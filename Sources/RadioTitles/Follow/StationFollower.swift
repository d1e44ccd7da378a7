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
    }

    enum State: Hashable {
        case idle, waitingForTurn, connecting, following, waiting
    }

    let station: TitleStation
    private(set) var state = State.idle
    private(set) var lastError: StreamError?
    private(set) var bytes = 0
    private(set) var titles = 0
    /// It came, or went and why.
    enum Change: Hashable {
        case came
        case went(String)
    }

    /// Whether a restart must know something else than was told last.
    private var hasNews = true
    private var wantsTurn = false
    private var change: Change?

    private let surroundings: Surroundings
    private var folder: TrackFolder
    private var schedule = FollowSchedule()
    private var opener: StreamOpener?
    private var address = 0
    private var followingSince: LogMoment?
    /// When it was seen last, while it is not.
    private var lastSeen: Int64?
    private var lastByte = MonotonicInstant.now
    private var evidence = CharsetEvidence()
    /// What comes in segments comes ahead of its time.
    private var segments = SegmentPace()
    private var isTitled = false
    private var timer: LoopTimer?
    private let report: (StationFollower, [TitleRecord]) -> Void

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
        let now = surroundings.moment()
        folder = TrackFolder(
            at: now, open: before?.open.map(\.track) ?? [],
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
        return kept
    }

    /// A title was shown since the station is followed.
    var isNamed: Bool { state == .following && isTitled }

    /// Connects; the logger says when, so that not all do at once.
    func begin() {
        guard state == .idle || state == .waitingForTurn else { return }
        let urls = station.station.urls
        guard !urls.isEmpty else {
            lastError = .badAddress("\(station.station.name) has no address")
            return
        }
        state = .connecting
        var request = StreamRequest(url: urls[address % urls.count])
        request.headers = station.station.headers
        request.userAgent = surroundings.userAgent
        request.wantsTitlesOnly = true
        request.hls.quality = .low
        segments = SegmentPace()
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

    /// No more, for good.
    func stop() {
        opener?.cancel()
        opener = nil
        timer?.cancel()
        if state == .following { lose("stopped", at: surroundings.moment()) }
        state = .idle
    }

    private func lose(_ reason: String, at moment: LogMoment) {
        folder.lose(reason, at: moment)
        lastSeen = moment.wall
        followingSince = nil
        isTitled = false
    }

    // MARK: MediaStreamClient

    func streamOpened(_ info: StreamInfo) {
        lastError = nil
        surroundings.loop.post { [weak self] in self?.seen() }
    }

    func streamBrought(_ element: StreamElement) {
        switch element {
        case .metadata(let metadata):
            let due = segments.due(at: .now)
            surroundings.loop.post { [weak self] in self?.show(metadata, due: due) }
        case .format(let format): segments.sampleRate = format.sampleRate
        case .packet(let packet): segments.received(samples: packet.sampleCount, at: .now)
        case .discontinuity, .end: break
        }
    }

    var soundAhead: Duration { segments.ahead(at: .now) }

    func streamNamed(packetCount: Int) {}

    func streamReceived(bytes: Int) {
        self.bytes += bytes
        lastByte = .now
    }

    func streamEnded(with error: StreamError?) {
        guard opener != nil else { return }
        opener = nil
        early = []
        let error = error ?? .connectionLost("\(station.station.name) ended")
        lastError = error
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

    private func seen() {
        guard opener != nil, state == .connecting else { return }
        state = .following
        hasNews = true
        change = .came
        let now = surroundings.moment()
        followingSince = now
        lastByte = now.monotonic
        report(self, folder.see(at: now))
    }

    private func show(_ metadata: TimedMetadata, due: MonotonicInstant?) {
        guard opener != nil else { return }
        seen()
        if let due, due > .now {
            if early.count == Self.maximumEarly { early.removeFirst() }
            early.append((due, metadata))
            return rearm()
        }
        show(metadata)
    }

    private func show(_ metadata: TimedMetadata) {
        let read = TitleReader.track(in: metadata, charset: station.station.charset, evidence: &evidence)
        guard let read else { return }
        titles += 1
        isTitled = true
        let track = surroundings.rules.apply(to: read, station: station.names).track
        let records = folder.show(track, from: Self.source(of: metadata), at: surroundings.moment())
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
        rearm()
        if !records.isEmpty { hasNews = true }
        report(self, records)
    }

    private func rearm() {
        guard let next = [wakeUp, folder.deadline, early.first?.due].compactMap(\.self).min() else {
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
