import RadioHTTP
import RadioLoop

/// The servers whose pages are followed, each once. It belongs to the loop's thread.
final class StatusServers {
    /// Connections that are kept between two requests; a server's own is opened again where there are more.
    static let maximumConnections = 512
    /// To one host at a time: many servers may stand behind one.
    static let maximumHostConnections = 2
    /// Places that are known to have no page; more are looked at again.
    static let maximumAbsent = 8192

    let context: ServerStatusFollower.Context
    private var servers: [StatusPlace: ServerStatusFollower] = [:]
    private var absent: [StatusPlace: MonotonicInstant] = [:]
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
    /// Of the pages that came, also of servers that are not followed any more.
    var bytes: Int { servers.values.reduce(formerBytes) { $0 + $1.bytes } }
    private var formerBytes = 0

    /// Nil where the address is none that a server with a page could answer.
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
        // Before whoever found out looks again.
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
