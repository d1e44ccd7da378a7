import RadioFormats
import RadioHTTP
import RadioLoop
import RadioText
import Synchronization
import TestSupport
import Testing

@testable import RadioTitles

/// A follower of the status page of one server, which the test plays on this computer.
@Suite struct ServerStatusFollowerTests {
    private let loop: EventLoop

    init() throws {
        loop = try .byHand()
    }

    /// What the follower has reported about one mount, as words.
    private final class Told {
        var news: [String] = []
        func tell(_ one: PageNews) {
            switch one {
            case .shows(let mount, _):
                var evidence = CharsetEvidence()
                news.append(mount.track(evidence: &evidence).text)
            case .gone: news.append("gone")
            case .away(_, let reason): news.append("away: \(reason)")
            case .none(let reason): news.append(reason)
            }
        }
    }

    /// The followers of all servers, as the logger uses them. Subscriptions to mounts last until the end of the test.
    private final class Followed {
        let servers: StatusServers
        let server: LoopbackServer
        private var subscriptions: [StatusSubscription] = []

        init(_ loop: EventLoop, _ server: LoopbackServer) throws {
            self.server = server
            servers = try StatusServers(
                loop: loop, userAgent: "Longwave/0.1 (test)", pace: ServerStatusFollowerTests.pace, chance: { 0 })
        }

        func follow(_ mount: String, _ tell: @escaping (PageNews) -> Void) {
            let subscription = servers.follow(server.url(mount), didReceive: tell)
            #expect(subscription != nil)
            if let subscription { subscriptions.append(subscription) }
        }
    }

    private func turn(until condition: () -> Bool) -> Bool {
        loop.turn(passing: .milliseconds(20), untilElsewhere: condition)
    }

    /// Half a second passes between two requests for a page.
    private static let pace: PagePace = {
        var pace = PagePace()
        pace.period = .milliseconds(500)
        return pace
    }()

    private static func page(_ titles: [String: String]) -> String {
        let sources = titles.sorted { $0.key < $1.key }.map {
            #"{"listenurl":"http://localhost:8000\#($0.key)","server_name":"x","title":"\#($0.value)","dummy":null}"#
        }
        return #"{"icestats":{"server_id":"Icecast 2.4.4","source":[\#(sources.joined(separator: ","))]}}"#
    }

    @Test func `one request tells of all mounts`() throws {
        let server = try LoopbackServer { connection in
            #expect(connection.request["User-Agent"] == "Longwave/0.1 (test)")
            connection.reply(
                headers: ["Content-Type: application/json"],
                text: Self.page(["/a": "X - A", "/b": "X - B", "/c": "-"]))
        }
        defer { server.stop() }
        let follower = try Followed(loop, server)
        let told = ["/a", "/b", "/c", "/d"].map { _ in Told() }
        for (mount, told) in zip(["/a", "/b?x=1", "/c", "/d"], told) {
            follower.follow(mount, told.tell)
        }
        #expect(turn { told.allSatisfy { !$0.news.isEmpty } })
        #expect(told.map(\.news) == [["X - A"], ["X - B"], [""], ["gone"]])
        #expect(server.requests.map(\.target) == ["/status-json.xsl"])
        // A later subscriber gets the state at once.
        let late = Told()
        follower.follow("/b", late.tell)
        #expect(turn { late.news == ["X - B"] })
        #expect(server.requests.count == 1)
    }

    @Test func `one station of a server is compared at a time`() throws {
        let server = try LoopbackServer { $0.reply(text: "") }
        defer { server.stop() }
        let servers = try Followed(loop, server).servers
        let stations = try ["/a", "/b", "/c"].map { mount in
            try #require(servers.follow(server.url(mount), didReceive: { _ in }))
        }
        #expect(stations[0].beginsCheck() && !stations[1].beginsCheck())
        // Stations are compared in turn. A station that is not compared now cannot end the comparison of another.
        stations[1].endsCheck()
        #expect(!stations[2].beginsCheck())
        stations[0].endsCheck()
        #expect(stations[2].beginsCheck())
        for station in stations { station.cancel() }
    }

    /// Changed titles and missing mounts are reported, and unchanged titles are not. All requests use one connection.
    @Test func `changes, and what has not changed`() throws {
        let answered = Mutex(0)
        let server = try LoopbackServer { connection in
            let number = answered.withLock { count in
                count += 1
                return count
            }
            let headers = ["ETag: \"\(number)\"", "Last-Modified: Sat, 21 Nov 2026 12:00:00 GMT"]
            switch number {
            case 1: connection.reply(headers: headers, text: Self.page(["/a": "X - A", "/b": "X - B"]))
            case 2:
                #expect(connection.request["If-None-Match"] == "\"1\"")
                #expect(connection.request["If-Modified-Since"] == "Sat, 21 Nov 2026 12:00:00 GMT")
                connection.reply(status: "304 Not Modified", headers: [])
            case _: connection.reply(headers: headers, text: Self.page(["/a": "X - C"]))
            }
        }
        defer { server.stop() }
        let follower = try Followed(loop, server)
        let (a, b) = (Told(), Told())
        follower.follow("/a", a.tell)
        follower.follow("/b", b.tell)
        #expect(turn { a.news.count == 2 && b.news.count == 2 })
        #expect(a.news == ["X - A", "X - C"] && b.news == ["X - B", "gone"])
        #expect(server.requests.count == 3 && server.acceptedCount == 1)
    }

    @Test func `the page of each kind of server is found`() throws {
        let rows: [(path: String, body: String, mount: String)] = [
            (
                "/statistics?json=1",
                #"{"totalstreams":1,"activestreams":1,"streams":[{"id":1,"streamstatus":1,"streampath":"\/s","songtitle":"X - A"}]}"#,
                "/s"
            ),
            ("/stats?sid=1&json=1", #"{"streamstatus":1,"songtitle":"X - A","streampath":"\/s"}"#, "/;"),
            ("/7.html", "<html><body>1,1,1,1,1,128,X - A</body></html>", "/;stream.mp3"),
        ]
        for row in rows {
            let server = try LoopbackServer { connection in
                if connection.request.target == row.path {
                    // SHOUTcast answers only clients that call themselves a browser.
                    #expect(connection.request["User-Agent"]?.hasPrefix("Mozilla/5.0 (compatible; Longwave") == true)
                    connection.reply(text: row.body)
                } else if connection.request.target == "/status-json.xsl" {
                    connection.reply(status: "404 Not Found", text: "no")
                } else {
                    // Like SHOUTcast 1, the server sends its sound for any other path.
                    connection.begin(
                        statusLine: "ICY 200 OK", headers: ["Content-Type: audio/mpeg", "icy-metaint: 8192"])
                    connection.sendEndlessly([UInt8](repeating: 0, count: 4096), every: 5)
                }
            }
            defer { server.stop() }
            let follower = try Followed(loop, server)
            let told = Told()
            follower.follow(row.mount, told.tell)
            #expect(turn { told.news == ["X - A"] }, "\(row.path): \(told.news) \(server.requests.map(\.target))")
        }
    }

    @Test func `a server without a page is told once, and left alone`() throws {
        let server = try LoopbackServer { $0.reply(status: "404 Not Found", text: "<html>no</html>") }
        defer { server.stop() }
        let follower = try Followed(loop, server)
        let told = Told()
        follower.follow("/a", told.tell)
        #expect(turn { !told.news.isEmpty })
        #expect(told.news == ["no status page"] && server.requests.count == 4)
        let late = Told()
        follower.follow("/b", late.tell)
        #expect(turn { late.news == ["no status page"] })
        #expect(server.requests.count == 4)
    }

    @Test func `a page without end, and one that redirects for ever`() throws {
        let endless = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: application/json"])
            connection.sendEndlessly([UInt8](repeating: UInt8(ascii: " "), count: 65_536))
        }
        defer { endless.stop() }
        let circle = try LoopbackServer { $0.redirect(to: $0.request.target) }
        defer { circle.stop() }
        let told = [Told(), Told()]
        let followers = try [Followed(loop, endless), Followed(loop, circle)]
        for (follower, told) in zip(followers, told) { follower.follow("/a", told.tell) }
        #expect(turn { told.allSatisfy { !$0.news.isEmpty } })
        #expect(told[0].news == ["no status page"] && told[1].news == ["away: protocol error"])
        #expect(circle.requests.count == 1 + ServerStatusFollower.maximumRedirects)
    }

    /// The page's server is away. This is reported after the second failure, the requests continue, and a wait in
    /// Retry-After is kept.
    @Test func `outages`() throws {
        let answered = Mutex(0)
        let isBack = TestSignal()
        let server = try LoopbackServer { connection in
            let number = answered.withLock { count in
                count += 1
                return count
            }
            // libcurl repeats a request itself if a connection that it used before breaks.
            switch number {
            case 1: connection.reply(text: Self.page(["/a": "X - A"]))
            case 2: connection.reset()
            case _ where !isBack.isRaised:
                connection.reply(status: "503 Busy", headers: ["Retry-After: 3"], text: "later")
            case _: connection.reply(text: Self.page(["/a": "X - A"]))
            }
        }
        defer { server.stop() }
        let follower = try Followed(loop, server)
        let told = Told()
        follower.follow("/a", told.tell)
        #expect(turn { told.news.count == 2 })
        #expect(told.news == ["X - A", "away: server error, 503"])
        let away = loop.now
        isBack.raise()
        #expect(turn { told.news.count == 3 })
        #expect(told.news.last == "X - A" && away.duration(to: loop.now) >= .seconds(2.9))
    }

    @Test func `a follower without mounts asks nothing`() throws {
        let server = try LoopbackServer { $0.reply(text: Self.page(["/a": "X - A"])) }
        defer { server.stop() }
        let servers = try StatusServers(loop: loop, userAgent: "x", chance: { 0 })
        let told = Told()
        let one = try #require(servers.follow(server.url("/a"), didReceive: told.tell))
        let two = try #require(servers.follow(server.url("/b"), didReceive: { _ in }))
        #expect(servers.count == 1 && one.beginsCheck() && !two.beginsCheck())
        one.endsCheck()
        #expect(two.beginsCheck() && servers.follow("file:///x", didReceive: { _ in }) == nil)
        #expect(turn { told.news == ["X - A"] })
        one.cancel()
        two.cancel()
        #expect(servers.count == 0)
    }
}
