import RadioFormats
import RadioLoop
import RadioText

/// Reads a station's titles from its server's status page.
final class PageFeed: TitleFeed {
    private let station: TitleStation
    private let context: StationFollower.Context
    private let charset: StationCharset
    private let didReceive: (TitleFeedEvent) -> Void
    private var subscription: StatusSubscription?
    private var trust = PageTrust()
    /// The track that the page showed last, and the bytes from which it was read.
    private var shown: (raw: [UInt8], track: TrackInfo)?
    private(set) var lastSeen: MonotonicInstant?
    /// True if the server had a status page when the page was last reported.
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
    /// True if the station's titles are read from the page and not from the stream.
    var isSource: Bool { trust.isSource }

    /// Begins to look for the status page of the stream address `url`. Afterwards ``isOpen`` is false if no page can be
    /// followed for this address.
    func open(_ url: String) {
        subscription = context.servers?.follow(url) { [weak self] in self?.didReceive($0) }
        // With the source `status`, titles come from the page only, and no comparison with the stream comes first.
        if context.source == .status { trust.isSource = true }
    }

    func close() {
        subscription?.endsCheck()
        subscription?.cancel()
        (subscription, shown, lastSeen) = (nil, nil, nil)
    }

    /// Makes the page the source of the station's titles, because it shows the same titles as the stream.
    func believe() { trust.isSource = true }

    /// Closes the feed and returns how long to wait before the page is opened again.
    /// - Parameter isStale: true if the page shows other titles than the stream.
    func leave(isStale: Bool = false) -> Duration {
        close()
        return trust.leave(context.pace.avoidance, isWanting: isStale || !isThere)
    }

    /// Requests that the next reading of the page is reported even if the mount's title has not changed.
    func wantsNews() { subscription?.wantsNews() }

    /// Reserves the server for a comparison of page and stream. Returns false while another station of the server is
    /// compared.
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
        // `since`, the last reading of the page, may be later than `lastSeen`, because readings without a change are
        // not reported.
        let last = since ?? lastSeen
        shown = nil
        didReceive(.ended(reason: reason, since: last))
    }
}
