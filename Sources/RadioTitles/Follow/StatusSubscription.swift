import RadioFormats
import RadioLoop

/// One station's interest in its mount: looks for the page that tells of it, place after place, and is told what that says. It
/// belongs to the loop's thread.
final class StatusSubscription {
    private let target: String
    private let places: [StatusPlace]
    private unowned let servers: StatusServers
    private let didReceive: (PageNews) -> Void
    /// The place that is looked at, and who does.
    private var index = -1
    private(set) var server: ServerStatusFollower?
    private var number = 0
    /// The first place with a page, which did not have the mount.
    private var fallback: Int?
    /// No other place is looked at.
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

    /// False where there are too many.
    func begin() -> Bool {
        (index, fallback, isSettled) = (-1, nil, false)
        if moveOn() { return server != nil }
        // Known not to have one.
        servers.context.loop.post { [weak self] in self?.findsNothing() }
        return true
    }

    /// Told again when the page is read next, whether something has changed or not.
    func wantsNews() { server?.wantsNews(number) }

    /// Whether this station may compare the page with the sound now: one of a host at a time.
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

    /// Looks at the next place that may have a page; false where none is left.
    private func moveOn() -> Bool {
        for next in places.indices.dropFirst(index + 1) {
            let place = places[next]
            // A server's page of all mounts is there: it has none of a single one.
            let isKnown = place.stream != nil && fallback.map { places[$0].prefix == place.prefix } ?? false
            guard !isKnown, !servers.isAbsent(place) else { continue }
            index = next
            follow(place)
            return true
        }
        return false
    }

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

    /// Goes to the next place, or back to the one with a page; false where that is this one, or there is none.
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
