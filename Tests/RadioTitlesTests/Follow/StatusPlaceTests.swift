import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

/// Status pages in another place than the root of the server, and pages that describe only one stream.
@Suite struct StatusPlaceTests {
    static let rows: [(String, [String])] = [
        ("http://h/radio.mp3", ["", "#1"]), ("http://h", ["", "#1"]), ("http://h/;?sid=3", ["", "#3"]),
        ("http://h/listen/one/radio.mp3", ["", "/listen/one", "/listen", "#1", "/listen/one#1"]),
        ("http://h/radio/8000/radio.mp3?1700000000", ["", "/radio/8000", "/radio", "#1", "/radio/8000#1"]),
        ("http://h/stream/2/", ["", "/stream", "#2", "/stream#2"]),
        ("http://h/a/b/c/d/e", ["", "/a/b/c/d", "/a/b/c", "/a/b", "#1", "/a/b/c/d#1"]),
    ]

    @Test(arguments: rows) func places(_ url: String, _ places: [String]) throws {
        let all = StatusPlace.all(for: try #require(PageAddress(url)))
        #expect(all.map { $0.prefix + ($0.stream.map { "#\($0)" } ?? "") } == places)
        #expect(all.allSatisfy { $0.server == "http://h" })
    }

    // MARK: Servers

    private let loop: EventLoop
    private let servers: StatusServers

    init() throws {
        loop = try EventLoop()
        var pace = PagePace()
        pace.period = .milliseconds(500)
        servers = try StatusServers(loop: loop, userAgent: "x", pace: pace, chance: { 0 })
    }

    /// Follows mounts until each has a title or is reported as gone. Returns these reports and the requests that the
    /// server got.
    private func follow(
        _ mounts: [String], of pages: [String: String]
    ) throws -> (news: [String], requests: [String], connections: Int) {
        let server = try LoopbackServer { connection in
            guard let page = pages[connection.request.target] else {
                return connection.reply(status: "404 Not Found", text: "<html>no</html>")
            }
            connection.reply(headers: ["Content-Type: application/json"], text: page)
        }
        defer { server.stop() }
        var news = [String?](repeating: nil, count: mounts.count)
        let subscriptions = mounts.enumerated().map { place, mount in
            servers.follow(server.url(mount)) { told in
                switch told {
                case .shows(let mount, _): news[place] = String(decoding: mount.raw, as: UTF8.self)
                case .gone: news[place] = "gone"
                case .away(_, let reason): news[place] = "away: \(reason)"
                case .none(let reason): news[place] = reason
                }
            }
        }
        #expect(loop.turn { news.allSatisfy { $0 != nil } }, "\(news) \(server.requests.map(\.target))")
        for subscription in subscriptions { subscription?.cancel() }
        #expect(servers.count == 0)
        return (news.compactMap(\.self), server.requests.map(\.target), server.acceptedCount)
    }

    private static func icecast(_ mounts: [(url: String, title: String)]) -> String {
        let sources = mounts.map { "{\"listenurl\":\"\($0.url)\",\"title\":\"\($0.title)\"}" }
        return "{\"icestats\":{\"source\":[\(sources.joined(separator: ","))]}}"
    }

    // AzuraCast: each station has an Icecast behind `/listen/NAME/` and `/radio/PORT/` (its nginx configuration, issue
    // 8512). Icecast-KH puts the path into `listenurl`, because the proxy sends the path within the host name.
    @Test func serversBehindAPath() throws {
        let found = try follow(
            ["/listen/one/radio.mp3", "/listen/two/radio.mp3", "/radio/8010/live.aac"],
            of: [
                "/listen/one/status-json.xsl": Self.icecast([("http://h:8000/radio.mp3", "A")]),
                "/listen/two/status-json.xsl": Self.icecast([("http://h//listen/two/radio.mp3", "B")]),
                "/radio/8010/status-json.xsl": Self.icecast([("http://h:8010/x", "X"), ("http://h:8010/live.aac", "C")]
                ),
            ])
        #expect(found.news == [#"{"title":"A"}"#, #"{"title":"B"}"#, #"{"title":"C"}"#])
        // The page at the root is requested once for the three mounts together.
        #expect(
            found.requests.sorted() == [
                "/listen/one/status-json.xsl", "/listen/two/status-json.xsl", "/radio/8010/status-json.xsl",
                "/statistics?json=1", "/status-json.xsl",
            ])
        #expect(found.connections <= StatusServers.maximumHostConnections)
    }

    @Test func theRootIsEnoughForMountsThatHaveAPath() throws {
        let found = try follow(
            ["/live/one.mp3", "/live/two.mp3"],
            of: ["/status-json.xsl": Self.icecast([("http://h/live/one.mp3", "A"), ("http://h/live/two.mp3", "B")])])
        #expect(found.news == [#"{"title":"A"}"#, #"{"title":"B"}"#] && found.requests == ["/status-json.xsl"])
    }

    /// The page at the root belongs to another server, so the page in the mount's folder is used. If no page has the
    /// mount, it is reported as gone.
    @Test func aPageWithoutTheMount() throws {
        let pages = [
            "/status-json.xsl": Self.icecast([("http://h/other.mp3", "Z")]),
            "/radio/status-json.xsl": Self.icecast([("http://h/live.mp3", "A")]),
        ]
        #expect(try follow(["/radio/live.mp3"], of: pages).news == [#"{"title":"A"}"#])
        #expect(try follow(["/radio/off.mp3"], of: pages).news == ["gone"])
        let off = try follow(["/off.mp3"], of: pages)
        #expect(off.news == ["gone"] && off.requests == ["/status-json.xsl"])
    }

    // SHOUTcast 2 without public statistics, or an older version, has one page per stream (DNAS Server JSON Responses,
    // "How to Access the JSON Responses").
    @Test func aPageForEachStream() throws {
        func page(_ path: String, _ title: String, up: Int = 1) -> String {
            "{\"streamstatus\":\(up),\"songtitle\":\"\(title)\",\"streampath\":\"\(path)\"}"
        }
        let found = try follow(
            ["/;?sid=1", "/stream/2/", "/;?sid=3", "/two", "/four"],
            of: [
                "/stats?sid=1&json=1": page("/two", "A"), "/stats?sid=2&json=1": page("/b", "B"),
                "/7.html?sid=3": "<html><body>1,1,9,100,1,128,C - D</body></html>",
            ])
        // `/two` and `/four` name no stream number. The page of stream 1 contains the path `/two`; no page
        // contains `/four`.
        #expect(found.news == ["A", "B", "C - D", "A", "gone"])
        let requests = found.requests
        #expect(
            requests.count { $0 == "/stats?sid=1&json=1" } <= 2 && requests.count { $0 == "/statistics?json=1" } == 1)
    }

    @Test func nothingIsLookedForTwice() throws {
        let server = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { server.stop() }
        for _ in 0..<3 {
            var reasons: [String] = []
            let subscription = servers.follow(server.url("/a/b/c.mp3")) {
                if case .none(let reason) = $0 { reasons.append(reason) }
            }
            #expect(loop.turn { !reasons.isEmpty })
            #expect(reasons == ["no status page"])
            subscription?.cancel()
        }
        // Two forms of page are requested at five places: the root, two paths, and the single stream's page at the root
        // and at the longest path.
        #expect(server.requests.count == 10 && Set(server.requests.map(\.target)).count == 10)
    }
}
