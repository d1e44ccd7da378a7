import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioText

/// Follows the titles of one station: chooses whether to read them from the stream or the status page, reconnects when
/// the stream ends, and reports records of tracks and gaps. It belongs to the loop's thread.
final class StationFollower {
    /// The objects and settings that all followers share.
    struct Context {
        let loop: EventLoop
        let pool: TransferPool
        let worker: BlockingWorker
        let userAgent: String
        /// Returns a random number from 0 to 1.
        let chance: () -> Double
        let moment: () -> LogMoment
        let rules: TitleRuleSet
        var source = FollowedSource.stream
        /// The servers whose pages are read; nil if status pages are not used.
        var servers: StatusServers?
        var pace = PagePace()
    }

    /// The state of the follower's connection.
    enum State: Hashable {
        case idle, waitingForTurn, connecting, following, waiting
    }

    /// A change of the connection that is reported: the station can be followed, or can no longer be followed for a
    /// reason.
    enum Change: Hashable {
        case came
        case went(String)
    }

    /// What a follower reports at one time: records for the log, and changes of its state.
    struct News {
        var records: [TitleRecord] = []
        /// The station's state, to be stored for the next run; nil if it has not changed.
        var state: StationState?
        var change: Change?
        /// True if the station wants to connect and waits for ``begin()``.
        var wantsTurn = false
    }

    let station: TitleStation
    private(set) var state = State.idle
    /// Number of titles shown so far.
    private(set) var titles = 0
    private(set) var trial = PageTrial()
    /// The feed of the server's status page; nil if status pages are not used.
    private(set) var page: PageFeed?
    private lazy var stream = StreamFeed(station, in: context, charset: charset) { [weak self] in
        self?.streamDidReceive($0)
    }
    private let charset: StationCharset
    private let context: Context
    private var detector: TrackDetector
    /// When the station was last observed, in milliseconds since 1970. Not updated while the station is followed.
    private var lastSeen: Int64?
    /// True if a title was shown since the current connection began.
    private var isTitled = false
    /// The time at which the station connects again; nil if no attempt is planned.
    private var wakeUp: MonotonicInstant?
    private var timer: LoopTimer?
    /// Changes that are collected until they are reported with the next records.
    private var news = News()
    /// True if the state to be stored for the next run has changed since the last report.
    private var hasNewState = true
    private let didReceive: (StationFollower, News) -> Void

    /// - Parameters:
    ///   - before: the state that was stored when the station was last followed; nil if it never was.
    ///   - reason: why the station was not followed since then.
    init(
        _ station: TitleStation, before: StationState?, reason: String, in context: Context,
        didReceive: @escaping (StationFollower, News) -> Void
    ) {
        self.station = station
        self.context = context
        self.didReceive = didReceive
        charset = StationCharset(declared: station.station.charset)
        let now = context.moment()
        detector = TrackDetector(
            at: now, open: before?.open.map(\.track) ?? [], recent: before?.recent ?? [],
            seenUntil: before?.seenUntil.map { LogMoment(wall: $0, asSeenFrom: now) }, reason: reason)
        lastSeen = before?.seenUntil
        timer = context.loop.makeTimer { [weak self] in self?.timeIsUp() }
        guard context.servers != nil else { return }
        page = PageFeed(station, in: context, charset: charset) { [weak self] in self?.pageDidReceive($0) }
    }

    deinit { timer?.cancel() }

    /// Returns the station's state, to be stored for the next run.
    func kept(at now: LogMoment) -> StationState {
        let isFollowed = state == .following
        var kept = StationState(
            id: station.id, name: station.station.name, seenUntil: isFollowed ? now.wall : lastSeen,
            open: detector.open(at: now))
        kept.isFollowed = isFollowed
        kept.recent = detector.recentlyEnded
        return kept
    }

    /// True if the station is followed and has shown a title since the current connection began.
    var isNamed: Bool { state == .following && isTitled }
    /// True if the station's titles are read from the status page now.
    var isOnPage: Bool { state == .following && isPageSource }
    var isStreamOpen: Bool { stream.isOpen }
    var bytes: Int { stream.bytes }
    private var isPageSource: Bool { page?.isSource == true }

    /// Connects. Called by ``ConnectQueue``, which spreads the connections of all stations over time.
    func begin() {
        // While titles are read from the page, the stream is opened only for a comparison of its titles with the
        // page's.
        if isPageSource, trial.check != nil, !stream.isOpen { return stream.open(lastSeen: page?.lastSeen) }
        guard state == .idle || state == .waitingForTurn else { return }
        guard context.source == .status, let page else {
            guard !station.station.urls.isEmpty else { return }
            state = .connecting
            return stream.open(lastSeen: page?.lastSeen)
        }
        state = .connecting
        for url in station.station.urls where !page.isOpen { page.open(url) }
        guard !page.isOpen else { return }
        state = .waiting
        news.change = .went("no address with a status page")
        push([])
    }

    /// Stops following the station for good.
    func stop() {
        stream.close()
        page?.close()
        trial = PageTrial()
        timer?.cancel()
        if state == .following { lose("stopped", at: context.moment()) }
        state = .idle
    }

    /// Connects at once if the station's certificate was refused, perhaps because the wall clock was wrong.
    func clockWasSet() {
        guard wakeUp != nil, stream.wasInsecure else { return }
        wakeUp = context.loop.now
        rearm()
    }

    /// Records a gap from `begin` to `now`, in which the process did not run.
    func wasSuspended(from begin: LogMoment, until now: LogMoment) {
        guard state == .following else { return }
        let records = detector.overlook("process stopped", from: begin, until: now)
        guard !records.isEmpty else { return }
        hasNewState = true
        push(records)
    }

    // MARK: The stream

    /// Handles an event of the stream: records its titles, unless titles are read from the page, and connects again
    /// after its end.
    private func streamDidReceive(_ event: TitleFeedEvent) {
        let now = context.moment()
        switch event {
        case .opened: appear(at: now)
        case .title(let title):
            if isShown(title, at: now) { show(title.track, from: title.source, skipped: title.skipped, at: now) }
        case .ended(let reason, let since):
            // If titles are read from the page, the stream was open only for a comparison, which now ends without a
            // verdict.
            if isPageSource { return endCheck(at: now.monotonic) }
            let wasFollowed = state == .following
            if wasFollowed { lose(reason, at: now.earlier(at: since ?? now.monotonic)) }
            hasNewState = true
            news.change = .went(reason)
            state = .waiting
            wakeUp = now.monotonic.advanced(by: stream.nextWait(wasFollowed: wasFollowed))
            rearm()
            push([])
        }
    }

    /// Returns whether to record a title of the stream: false while titles are read from the page. Also passes the
    /// title to the comparison with the page.
    private func isShown(_ title: FeedTitle, at now: LogMoment) -> Bool {
        guard context.source == .auto, title.isComparable else { return true }
        trial.soundTrack = title.track
        if !isPageSource, trial.check == nil { lookAtPage() }
        trial.check?.sound(shows: title.track, at: now.monotonic)
        if isPageSource { page?.wantsNews() }
        return !isPageSource
    }

    private func lookAtPage() {
        guard trial.avoidUntil == nil, let url = stream.url else { return }
        trial.check = PageCheck(tolerance: context.pace.tolerance)
        page?.open(url)
    }

    // MARK: The page

    /// Handles an event of the status page: records its titles if they are read from the page, and switches to the
    /// stream if the page can no longer be read.
    private func pageDidReceive(_ event: TitleFeedEvent) {
        let now = context.moment()
        switch event {
        case .opened: break
        case .title(let title):
            if isPageSource, title.isNew || state != .following {
                appear(at: now)
                show(title.track, from: title.source, at: now)
            }
            if let asked = title.asked { trial.check?.page(shows: title.track, asked: asked) }
            judge(at: now)
        case .ended(let reason, let since):
            if context.source == .status { return pageIsAway(reason, since: since, at: now) }
            let wasSource = isPageSource
            leavePage(at: now)
            if wasSource { turnToStream(reason, since: since, at: now) }
            rearm()
        }
    }

    /// Acts on the verdict of the comparison: reads titles from the page, or gives the page up.
    private func judge(at now: LogMoment) {
        switch trial.check?.verdict {
        case nil: return
        case .undecided?: page?.wantsNews()
        case .agrees?:
            page?.believe()
            endCheck(at: now.monotonic)
        case .isStale?:
            // If titles were read from the page, the stream's title now replaces the page's.
            let track = isPageSource ? trial.soundTrack : nil
            leavePage(at: now, isStale: true)
            if let track { show(track, from: .inBand, at: now) }
            rearm()
        }
    }

    private func leavePage(at now: LogMoment, isStale: Bool = false) {
        guard let rest = page?.leave(isStale: isStale) else { return }
        trial = PageTrial(soundTrack: trial.soundTrack, avoidUntil: now.monotonic.advanced(by: rest))
    }

    /// Reads the titles from the stream again, because the page was given up.
    private func turnToStream(_ reason: String, since: MonotonicInstant?, at now: LogMoment) {
        if stream.isOpen {
            // The stream is open for a comparison. Its current title is recorded now, because the stream does not send
            // it again.
            if let since { stream.wasSeen(at: since) }
            if let track = trial.soundTrack { show(track, from: .inBand, at: now) }
            return
        }
        // Until the stream is connected, the station is not observed.
        lose(reason, at: since.map { now.earlier(at: $0) } ?? now)
        hasNewState = true
        news.change = .went(reason)
        state = .waitingForTurn
        news.wantsTurn = true
        push([])
    }

    /// Records that the station is not observed, because its status page, the only source of titles, cannot be read.
    /// The page will be requested again.
    private func pageIsAway(_ reason: String, since: MonotonicInstant?, at now: LogMoment) {
        guard state != .waiting else { return }
        if state == .following { lose(reason, at: since.map { now.earlier(at: $0) } ?? now) }
        state = .waiting
        hasNewState = true
        news.change = .went(reason)
        rearm()
        push([])
    }

    // MARK: Comparing again

    /// Ends a comparison that has lasted too long or, if none is in progress and it is time, begins the next.
    private func checkTimeIsUp(at now: MonotonicInstant) {
        guard let due = trial.checkAt, due <= now else { return }
        if trial.check != nil { return endCheck(at: now) }
        guard page?.beginsCheck() == true else {
            // Another station of the same server is being compared with its page, so this comparison begins later.
            trial.checkAt = now.advanced(by: .seconds(5 + 25 * context.chance()))
            return
        }
        trial.check = PageCheck(tolerance: context.pace.tolerance)
        trial.soundTrack = nil
        trial.checkAt = now.advanced(by: PageTrial.patience)
        news.wantsTurn = true
    }

    private func endCheck(at now: MonotonicInstant) {
        page?.endsCheck()
        trial.check = nil
        if isPageSource {
            stream.close()
            let wait = context.pace.checkEvery.spread(by: PagePace.jitter, chance: context.chance())
            trial.checkAt = now.advanced(by: wait)
        }
        rearm()
    }

    /// Begins a comparison with the page again once the wait after giving the page up is over.
    private func avoidanceIsOver(at now: MonotonicInstant) {
        guard let until = trial.avoidUntil, until <= now else { return }
        trial.avoidUntil = nil
        guard stream.isOpen, let track = trial.soundTrack else { return }
        lookAtPage()
        trial.check?.sound(shows: track, at: now)
    }

    // MARK: The station

    private func appear(at now: LogMoment) {
        guard state == .connecting || (state == .waiting && context.source == .status) else { return }
        state = .following
        hasNewState = true
        news.change = .came
        stream.wasSeen(at: now.monotonic)
        push(detector.see(at: now))
    }

    private func lose(_ reason: String, at moment: LogMoment) {
        detector.lose(reason, at: moment)
        lastSeen = moment.wall
        isTitled = false
    }

    private func show(_ track: TrackInfo, from source: TitleSource, skipped: Int = 0, at now: LogMoment) {
        titles += 1 + skipped
        isTitled = true
        stream.wasSeen(at: now.monotonic)
        let records = detector.show(track, from: source, skipped: skipped, at: now)
        hasNewState = true
        rearm()
        push(records)
    }

    /// Does whatever the timer was set for: ends tracks, connects again, or begins or ends a comparison with the page.
    private func timeIsUp() {
        let now = context.moment()
        let records = detector.expire(at: now)
        if let wakeUp, wakeUp <= now.monotonic {
            self.wakeUp = nil
            state = .waitingForTurn
            news.wantsTurn = true
        }
        checkTimeIsUp(at: now.monotonic)
        avoidanceIsOver(at: now.monotonic)
        rearm()
        if !records.isEmpty { hasNewState = true }
        push(records)
    }

    private func rearm() {
        guard let next = [wakeUp, detector.deadline, trial.checkAt, trial.avoidUntil].compactMap(\.self).min() else {
            timer?.disarm()
            return
        }
        // The timer is set 1 ms later, because a track expires only after its deadline and not at the deadline itself.
        timer?.rearm(at: next.advanced(by: .milliseconds(1)))
    }

    private func push(_ records: [TitleRecord]) {
        var pushed = news
        news = News()
        pushed.records = records
        if hasNewState { pushed.state = kept(at: context.loop.moment) }
        hasNewState = false
        didReceive(self, pushed)
    }
}
