import RadioFormats
import RadioLoop
import RadioText

/// Titles of a station on its server's page.
final class PageFeed: TitleFeed {
    private let station: TitleStation
    private let context: StationFollower.Context
    private let charset: StationCharset
    private let didReceive: (TitleFeedEvent) -> Void
    private var subscription: StatusSubscription?
    private var trust = PageTrust()
    /// What the page shows, by the bytes it was read from.
    private var shown: (raw: [UInt8], track: TrackInfo)?
    private(set) var lastSeen: MonotonicInstant?
    /// The server has a page.
    private var isThere = false

    init(
        _ station: TitleStation, in context: StationFollower.Context, charset: StationCharset,
        didReceive: @escaping (TitleFeedEvent) -> Void
    ) {
        self.station = station
        self.context = context
        self.charset = charset
        self.didReceive = didReceive
    }

    var isOpen: Bool { subscription != nil }
    /// The page tells the titles, not the sound.
    var isSource: Bool { trust.isSource }

    /// Looks for the page of this address' server; ``isOpen`` says whether there may be one.
    func open(_ url: String) {
        subscription = context.servers?.follow(url) { [weak self] in self?.didReceive($0) }
        // The server's follower finds the page, and asks again by itself.
        if context.source == .status { trust.isSource = true }
    }

    func close() {
        subscription?.endsCheck()
        subscription?.cancel()
        (subscription, shown, lastSeen) = (nil, nil, nil)
    }

    /// The page says what the sound does.
    func believe() { trust.isSource = true }

    /// Closes it; for how long it is left alone.
    /// - Parameter isStale: it shows something else than the sound.
    func leave(isStale: Bool = false) -> Duration {
        close()
        return trust.leave(context.pace.avoidance, isWanting: isStale || !isThere)
    }

    /// Says what the page shows when it is read next, new or not.
    func wantsNews() { subscription?.wantsNews() }

    /// Whether this station may compare the page with the sound now: one of a host at a time.
    func beginsCheck() -> Bool { subscription?.beginsCheck() == true }

    func endsCheck() { subscription?.endsCheck() }

    private func didReceive(_ news: PageNews) {
        guard isOpen else { return }
        switch news {
        case .shows(let mount, let asked): show(mount, asked: asked)
        case .gone(let since):
            guard isSource || trust.isMissing() else { return wantsNews() }
            end("not on the status page", since: since, isThere: true)
        case .away(let since, let reason): end(reason, since: since, isThere: true)
        case .none(let reason): end(reason, since: nil, isThere: false)
        }
    }

    private func show(_ mount: MountStatus, asked: MonotonicInstant) {
        lastSeen = context.moment().monotonic
        trust.isThere()
        let isNew = shown?.raw != mount.raw || shown == nil
        let track = isNew ? read(mount) : shown!.track
        shown = (mount.raw, track)
        didReceive(.title(FeedTitle(track: track, source: .statusPage, isNew: isNew, asked: asked)))
    }

    private func read(_ mount: MountStatus) -> TrackInfo {
        let names = StationNames([station.station.name, mount.serverName], slogans: [mount.description])
        let track = mount.track(charset: charset.declared, names: names, evidence: &charset.evidence)
        return context.rules.apply(to: track, station: station.names).track
    }

    private func end(_ reason: String, since: MonotonicInstant?, isThere: Bool) {
        self.isThere = isThere
        // The page is told of when something on it changes, and seen more often than that.
        let last = since ?? lastSeen
        shown = nil
        didReceive(.ended(reason: reason, since: last))
    }
}
