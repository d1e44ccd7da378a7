import RadioFormats
import RadioLoop

/// Follows the mount of one station on status pages: tries one ``StatusPlace`` after another until a page lists the
/// mount, and reports changes of the mount. It belongs to the loop's thread.
final class StatusSubscription {
    private let target: String
    private let places: [StatusPlace]
    private let servers: StatusServers
    private let didReceive: (PageNews) -> Void
    /// The index in ``places`` of the place being tried or used; -1 before the first place.
    private var index = -1
    /// The follower of the place at ``index``.
    private(set) var server: ServerStatusFollower?
    /// The mount's number in ``server``.
    private var number = 0
    /// The index in ``places`` of the first place with a page that does not list the mount; nil if there is none so
    /// far.
    private var fallback: Int?
    /// True once the search for a page is over and no other place is tried.
    private var isSettled = false
    /// True while the server is reserved for a comparison of this station.
    private var isChecking = false
    private var retry: LoopTimer?
    private var isOver = false

    init(_ address: PageAddress, _ servers: StatusServers, didReceive: @escaping (PageNews) -> Void) {
        target = address.target
        places = StatusPlace.all(for: address)
        self.servers = servers
        self.didReceive = didReceive
    }

    deinit { retry?.cancel() }

    /// Begins to look for the status page that lists the mount. Returns false if the page's ``ServerStatusFollower``
    /// already follows the maximum number of mounts.
    func begin() -> Bool {
        (index, fallback, isSettled) = (-1, nil, false)
        if moveOn() { return server != nil }
        // No place is left to try: all were found to have no page a short time ago.
        servers.context.loop.post { [weak self] in self?.findsNothing() }
        return true
    }

    /// Requests that the next reading of the page is reported even if the mount's title has not changed.
    func wantsNews() { server?.wantsNews(number) }

    /// Reserves the server for a comparison of page and stream. Returns false while another station of the server is
    /// compared.
    func beginsCheck() -> Bool {
        if !isChecking { isChecking = servers.beginsCheck(places[0].server) }
        return isChecking
    }

    /// Ends the reservation of the server, if it is reserved for this station.
    func endsCheck() {
        guard isChecking else { return }
        isChecking = false
        servers.endsCheck(places[0].server)
    }

    func cancel() {
        leave()
        retry?.cancel()
        retry = nil
        isOver = true
    }

    // MARK: Places

    private func leave() {
        guard let server else { return }
        self.server = nil
        server.leave(number)
        servers.left(server)
    }

    private func follow(_ place: StatusPlace) {
        leave()
        let new = servers.server(at: place)
        guard let number = new.follow(target, { [weak self] in self?.received($0) }) else { return }
        (server, self.number) = (new, number)
    }

    /// Tries the next place that may have a page. Returns false if no such place is left.
    private func moveOn() -> Bool {
        for next in places.indices.dropFirst(index + 1) {
            let place = places[next]
            // The page of a single stream is not tried at a place whose page of all mounts could be read.
            let isKnown = place.stream != nil && fallback.map { places[$0].prefix == place.prefix } ?? false
            guard !isKnown, !servers.isAbsent(place) else { continue }
            index = next
            follow(place)
            return true
        }
        return false
    }

    /// Passes a report about the mount to the station's feed. If the mount is not on the page, another place may be
    /// tried first.
    private func received(_ news: PageNews) {
        switch news {
        case .shows: isSettled = true
        case .gone:
            if !isSettled, fallback == nil { fallback = index }
            if !isSettled, settlesElsewhere() { return }
        case .none:
            servers.isAbsentFromNowOn(places[index])
            if !isSettled, settlesElsewhere() { return }
            return findsNothing()
        case .away: break
        }
        didReceive(news)
    }

    /// Tries the next place or, after the last one, the place at ``fallback``. Returns false if neither is left.
    private func settlesElsewhere() -> Bool {
        if moveOn() { return true }
        isSettled = true
        guard let fallback, fallback != index else { return false }
        index = fallback
        follow(places[fallback])
        return true
    }

    private func findsNothing() {
        guard !isOver else { return }
        leave()
        retry = servers.context.loop.schedule(
            after: ServerStatusFollower.rest.spread(by: PagePace.jitter, chance: servers.context.chance())
        ) { [weak self] in _ = self?.begin() }
        didReceive(.none(reason: ServerStatusFollower.noPage))
    }
}
