import RadioFormats
import RadioLoop

/// One station's interest in its mount: looks for the page that lists the mount, place after place, and reports its
/// news. It belongs to the loop's thread.
final class StatusSubscription {
    private let target: String
    private let places: [StatusPlace]
    private unowned let servers: StatusServers
    private let didReceive: (PageNews) -> Void
    /// The index of the place that is looked at; -1 before the first one.
    private var index = -1
    /// The follower of that place.
    private(set) var server: ServerStatusFollower?
    /// The mount's number at the follower.
    private var number = 0
    /// The first place that has a page, though without the mount.
    private var fallback: Int?
    /// True if no other place is looked at.
    private var isSettled = false
    private var retry: LoopTimer?
    private var isOver = false

    init(_ address: PageAddress, _ servers: StatusServers, didReceive: @escaping (PageNews) -> Void) {
        target = address.target
        places = StatusPlace.all(for: address)
        self.servers = servers
        self.didReceive = didReceive
    }

    deinit { retry?.cancel() }

    /// Begins to look for a page. Returns false if the server's follower has too many mounts.
    func begin() -> Bool {
        (index, fallback, isSettled) = (-1, nil, false)
        if moveOn() { return server != nil }
        // All places are known to have no page.
        servers.context.loop.post { [weak self] in self?.findsNothing() }
        return true
    }

    /// Reports the next reading of the page even if nothing changed.
    func wantsNews() { server?.wantsNews(number) }

    /// Returns whether this station may compare the page with its stream now: one station of a host at a time.
    func beginsCheck() -> Bool { servers.beginsCheck(places[0].server) }

    func endsCheck() { servers.endsCheck(places[0].server) }

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

    /// Looks at the next place that may have a page. Returns false if none is left.
    private func moveOn() -> Bool {
        for next in places.indices.dropFirst(index + 1) {
            let place = places[next]
            // A server that has a page of all mounts has no page of a single stream.
            let isKnown = place.stream != nil && fallback.map { places[$0].prefix == place.prefix } ?? false
            guard !isKnown, !servers.isAbsent(place) else { continue }
            index = next
            follow(place)
            return true
        }
        return false
    }

    /// Passes news on, unless another place is to be looked at first.
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

    /// Goes to the next place, or back to the place that has a page. Returns false if that is the current place or
    /// there is none.
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
