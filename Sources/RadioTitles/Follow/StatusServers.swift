import RadioFormats
import RadioHTTP
import RadioLoop

/// The followers of servers' status pages, one for each ``StatusPlace``. Used only on the loop's thread.
final class StatusServers {
    /// Maximum number of idle connections that are kept open. With more servers, some connections are opened anew for
    /// each request.
    static let maximumConnections = 512
    /// Maximum number of connections to one host at a time. One host may have many streaming servers behind it.
    static let maximumHostConnections = 2
    /// Maximum number of places in ``absent``. At the maximum, all are forgotten, and pages are looked for there again.
    static let maximumAbsent = 8192

    let context: ServerStatusFollower.Context
    private var servers: [StatusPlace: ServerStatusFollower] = [:]
    /// Places without a page, each with the time until which the place is not tried again.
    private var absent: [StatusPlace: MonotonicInstant] = [:]
    /// The servers that have a station whose stream is being compared with the page. Only one station of a server is
    /// compared at a time.
    private var checking: Set<String> = []

    /// - Throws: ``TransferError/resources(_:)``.
    init(
        loop: EventLoop, userAgent: String, pace: PagePace = PagePace(), chance: @escaping () -> Double
    ) throws(TransferError) {
        context = ServerStatusFollower.Context(
            loop: loop,
            pool: try TransferPool(
                loop: loop, maximumIdleConnections: Self.maximumConnections,
                maximumHostConnections: Self.maximumHostConnections),
            userAgent: userAgent, chance: chance, pace: pace)
    }

    var count: Int { servers.count }
    /// Total size in bytes of the pages received, including those of servers that are no longer followed.
    var bytes: Int { servers.values.reduce(formerBytes) { $0 + $1.bytes } }
    private var formerBytes = 0

    /// Follows the mount of a stream's address. Returns nil if the address is not an HTTP or HTTPS URL, or if the
    /// server's page already has the maximum number of followed mounts (``ServerStatusFollower/maximumMounts``).
    func follow(_ url: String, didReceive: @escaping (PageNews) -> Void) -> StatusSubscription? {
        guard let address = PageAddress(url) else { return nil }
        let subscription = StatusSubscription(address, self, didReceive: didReceive)
        return subscription.begin() ? subscription : nil
    }

    // MARK: For subscriptions

    func server(at place: StatusPlace) -> ServerStatusFollower {
        if let server = servers[place] { return server }
        let server = ServerStatusFollower(place, in: context)
        servers[place] = server
        return server
    }

    func left(_ server: ServerStatusFollower) {
        guard server.isEmpty, servers[server.place] === server else { return }
        servers[server.place] = nil
        formerBytes += server.bytes
    }

    func isAbsentFromNowOn(_ place: StatusPlace) {
        guard absent.count < Self.maximumAbsent else { return absent = [:] }
        // The place is skipped for half of ``ServerStatusFollower/rest``. The station that found no page waits longer,
        // so it tries the place again after its wait.
        absent[place] = context.loop.now.advanced(by: ServerStatusFollower.rest / 2)
    }

    func isAbsent(_ place: StatusPlace) -> Bool {
        guard let until = absent[place] else { return false }
        if until > context.loop.now { return true }
        absent[place] = nil
        return false
    }

    func beginsCheck(_ server: String) -> Bool { checking.insert(server).inserted }
    func endsCheck(_ server: String) { checking.remove(server) }
}
