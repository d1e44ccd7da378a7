import RadioHTTP
import RadioLoop

/// The servers whose pages are followed, each once. It belongs to the loop's thread.
final class StatusServers {
    /// Connections that are kept between two requests; a server's own is opened again where there are more.
    static let maximumConnections = 512

    /// One station's interest in a mount.
    final class Subscription {
        let server: ServerStatusFollower
        private let number: Int
        private weak var servers: StatusServers?

        fileprivate init(_ server: ServerStatusFollower, _ number: Int, _ servers: StatusServers) {
            (self.server, self.number, self.servers) = (server, number, servers)
        }

        /// Told again when the page is read next, whether something has changed or not.
        func wantsNews() { server.wantsNews(number) }

        /// Whether this station may compare the page with the sound now: one of a server at a time.
        func beginsCheck() -> Bool {
            guard let servers else { return false }
            return servers.checking.insert(server.server).inserted
        }

        func endsCheck() { servers?.checking.remove(server.server) }

        func cancel() {
            server.leave(number)
            if server.isEmpty { servers?.servers[server.server] = nil }
        }
    }

    private let surroundings: ServerStatusFollower.Surroundings
    fileprivate var servers: [String: ServerStatusFollower] = [:]
    fileprivate var checking: Set<String> = []

    /// - Throws: ``TransferError/resources(_:)``.
    init(
        loop: EventLoop, userAgent: String, pace: PagePace = PagePace(), chance: @escaping () -> Double
    ) throws(TransferError) {
        surroundings = ServerStatusFollower.Surroundings(
            loop: loop, pool: try TransferPool(loop: loop, maximumIdleConnections: Self.maximumConnections),
            userAgent: userAgent, chance: chance, pace: pace)
    }

    var count: Int { servers.count }
    /// Of the pages that came.
    var bytes: Int { servers.values.reduce(0) { $0 + $1.bytes } }

    /// Nil where the address is none that a server with a page could answer.
    func follow(_ url: String, _ tell: @escaping (PageNews) -> Void) -> Subscription? {
        guard let address = PageAddress(url) else { return nil }
        let server = servers[address.server] ?? ServerStatusFollower(server: address.server, in: surroundings)
        guard let number = server.follow(address.target, tell) else { return nil }
        servers[address.server] = server
        return Subscription(server, number, self)
    }
}
