import RadioFormats
import RadioLoop

/// Follows the mount of one station: tries one place after another until a page lists the mount, and reports news about
/// the mount. It belongs to the loop's thread.
final class StatusSubscription {
    private let target: String
    private let places: [StatusPlace]
    private unowned let servers: StatusServers
    private let didReceive: (PageNews) -> Void
    /// The index in ``places`` of the place being tried or used; -1 before the first place.
    private var index = -1
    /// The follower of the place at ``index``.
    private(set) var server: ServerStatusFollower?
    /// The mount's number in ``server``.
    private var number = 0
    /// The index in ``places`` of the first place that has a page, though without the mount.
    private var fallback: Int?
    /// True once the search is over and no other place is tried.
    private var isSettled = false
    /// True while this station has the server's claim for a comparison.
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
        // All places are known to have no page.
        servers.context.loop.post { [weak self] in self?.findsNothing() }
        return true
    }

    /// Requests a report of the next reading of the page even if the mount has not changed.
    func wantsNews() { server?.wantsNews(number) }

    /// Claims the server for a comparison of page and stream. Returns false while another station has the claim.
    func beginsCheck() -> Bool {
        if !isChecking { isChecking = servers.beginsCheck(places[0].server) }
        return isChecking
    }

    /// Gives the claim up, if this station has it.
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
            // A place that has a page of all mounts needs no page of a single stream.
            let isKnown = place.stream != nil && fallback.map { places[$0].prefix == place.prefix } ?? false
            guard !isKnown, !servers.isAbsent(place) else { continue }
            index = next
            follow(place)
            return true
        }
        return false
    }

    /// Passes news on to the station's feed, unless another place is to be tried first.
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

    /// Tries the next place or, after the last one, returns to ``fallback``. Returns false if there is no place left to
    /// try and no other place to return to.
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
