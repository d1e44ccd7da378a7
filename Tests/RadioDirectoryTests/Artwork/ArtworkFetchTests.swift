import RadioFormats
import RadioHTTP
import RadioLoop
import Synchronization
import TestSupport
import Testing

@testable import RadioDirectory

/// Pictures that an `ArtworkCache` fetches from all kinds of servers.
@Suite struct ArtworkFetchTests {
    private static func load(
        _ change: (inout ArtworkCache.Limits) -> Void = { _ in }, _ script: @escaping LoopbackServer.Script
    ) throws -> (url: String, answer: ArtworkRig.Answer?) {
        let server = try LoopbackServer(script: script)
        defer { server.stop() }
        let rig = try ArtworkRig(change)
        let url = server.url("/logo")
        return (url, rig.find(url))
    }

    /// The bytes of a response decide whether it is a picture, and not its content type.
    @Test(arguments: ["image/png", "text/html", "audio/mpeg", "application/octet-stream"])
    func bytesSayWhatItIs(_ type: String) throws {
        let picture = Pictures.grey(40, 30)
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: \(type)"], body: picture) }
        defer { server.stop() }
        let rig = try ArtworkRig()
        let artwork = try #require(try rig.find(server.url("/logo.jpg"))?.get())
        #expect(artwork.kind == .png && artwork.width == 40 && artwork.height == 30)
        #expect(artwork.byteCount == picture.count && artwork.source == .station)
        #expect(artwork.path.hasPrefix(rig.cachePath + "/") && artwork.path.hasSuffix(".png"))
        #expect(artwork.fileURL == "file://" + artwork.path)
        #expect(try artwork.data() == picture)
        #expect(server.requests[0]["Accept"]?.hasPrefix("image/png") == true)
    }

    @Test func refusals() throws {
        let rows: [(String, LoopbackServer.Script, (String) -> ArtworkError)] = [
            (
                "a page with 200", { $0.reply(headers: ["Content-Type: image/png"], text: "<html>Not here</html>") },
                { .notUsed($0, .notAnImage) }
            ),
            ("404", { $0.reply(status: "404 Not Found", text: "no") }, { .refused($0, status: 404) }),
            ("403", { $0.reply(status: "403 Forbidden", body: Pictures.grey(2, 2)) }, { .refused($0, status: 403) }),
            ("500", { $0.reply(status: "500 Oops", text: "no") }, { .refused($0, status: 500) }),
            (
                "half an icon", { $0.reply(body: [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0]) },
                { .notUsed($0, .damaged(.ico)) }
            ),
            ("SVG", { $0.reply(text: "<svg/>") }, { .notUsed($0, .unsupported(.svg)) }),
            ("nothing", { $0.reply(body: []) }, { .notUsed($0, .notAnImage) }),
            (
                "half a header", { $0.reply(body: Array(Pictures.grey(9, 9).prefix(20))) },
                { .notUsed($0, .damaged(.png)) }
            ),
            // The first bytes show that the picture must be refused, although the server never sends the rest.
            (
                "a bomb",
                {
                    $0.begin(headers: ["Content-Type: image/png"])
                    $0.send(Pictures.png(60_000, 60_000))
                    $0.waitUntilClosed()
                }, { .notUsed($0, .tooManyPixels(width: 60_000, height: 60_000)) }
            ),
            (
                "a station's sound",
                {
                    $0.begin(headers: ["Content-Type: image/jpeg"])
                    $0.sendEndlessly([UInt8](repeating: 0x55, count: 4096))
                }, { .notUsed($0, .notAnImage) }
            ),
        ]
        for (name, script, error) in rows {
            let (url, answer) = try Self.load({ _ in }, script)
            #expect(answer == .failure(error(url)), "\(name)")
        }
    }

    @Test func tooLargeByItsLengthIsNotFetched() throws {
        let (url, answer) = try Self.load({ $0.bytes = 5000 }) { connection in
            connection.begin(headers: ["Content-Type: image/png", "Content-Length: 5001"])
            // The response states a length that is too large, so the picture is refused although the server sends no
            // bytes of it.
            connection.waitUntilClosed()
        }
        #expect(answer == .failure(.tooLarge(url, maximum: 5000)))
    }

    @Test func tooLargeWithoutALength() throws {
        let (url, answer) = try Self.load({ $0.bytes = 50_000 }) { connection in
            connection.begin(headers: ["Content-Type: image/png"])
            connection.send(Pictures.grey(10, 10))
            connection.sendEndlessly([UInt8](repeating: 0, count: 4096))
        }
        #expect(answer == .failure(.tooLarge(url, maximum: 50_000)))
    }

    @Test func aTrickleIsGivenUp() throws {
        let (url, answer) = try Self.load({ $0.time = .milliseconds(500) }) { connection in
            connection.begin(headers: ["Content-Type: image/png"])
            connection.send(Array(Pictures.grey(10, 10).prefix(40)))
            connection.sendEndlessly([0], every: 20)
        }
        #expect(answer == .failure(.timedOut(url)))
    }

    @Test func redirectsAreFollowedButNotInCircles() throws {
        let picture = Pictures.grey(8, 8)
        let server = try LoopbackServer { connection in
            if connection.request.path == "/circle" { return connection.redirect(to: "/circle") }
            if connection.followChain() { connection.reply(body: picture) }
        }
        defer { server.stop() }
        let rig = try ArtworkRig()
        #expect(try rig.find(server.url("/chain/3"))?.get().width == 8)
        guard case .failure(.transfer(_, .tooManyRedirects))? = rig.find(server.url("/circle")) else {
            Issue.record("it ended otherwise")
            return
        }
    }

    /// A redirect cannot lead to a file of this computer.
    @Test func redirectsLeadToNoFile() throws {
        let rig = try ArtworkRig()
        let path = try rig.write(Pictures.grey(8, 8), to: "secret.png")
        let server = try LoopbackServer { $0.redirect(to: "file://\(path)") }
        defer { server.stop() }
        guard case .failure(.transfer)? = rig.find(server.url("/x")) else {
            Issue.record("it ended otherwise")
            return
        }
    }

    // MARK: The copy

    @Test func aFreshPictureIsNotAskedForAndAnOldOneWithConditions() throws {
        let asked = Mutex<[[String?]]>([])
        let picture = Pictures.grey(20, 20)
        let server = try LoopbackServer { connection in
            let condition = [connection.request["If-None-Match"], connection.request["If-Modified-Since"]]
            asked.withLock { $0.append(condition) }
            if condition[0] == "\"one\"" {
                connection.reply(status: "304 Not Modified", headers: ["ETag: \"one\""])
            } else {
                let date = "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT"
                connection.reply(headers: ["ETag: \"one\"", date], body: picture)
            }
        }
        defer { server.stop() }
        let rig = try ArtworkRig()
        let first = try #require(try rig.find(server.url())?.get())
        let conditions: [String?] = ["\"one\"", "Sat, 21 Nov 2026 10:00:00 GMT"]
        for (hours, count) in [(1, 1), (22, 1), (2, 2), (20, 2), (5, 3)] {
            rig.now += Int64(hours) * 3_600_000
            #expect(try rig.find(server.url())?.get() == first)
            #expect(asked.withLock { $0.count } == count, "after \(hours) h more")
        }
        #expect(asked.withLock { $0 } == [[nil, nil], conditions, conditions])
    }

    @Test func anotherPictureTakesThePlace() throws {
        let side = Mutex(10)
        let server = try LoopbackServer { $0.reply(body: Pictures.grey(side.withLock { $0 }, 10)) }
        defer { server.stop() }
        let rig = try ArtworkRig()
        #expect(try rig.find(server.url())?.get().width == 10)
        side.withLock { $0 = 20 }
        #expect(try rig.find(server.url())?.get().width == 10)
        rig.now += 25 * 3_600_000
        #expect(try rig.find(server.url())?.get().width == 20)
        // The computer's clock was set back. All stored pictures count as old.
        side.withLock { $0 = 30 }
        rig.now -= 100 * 3_600_000
        #expect(try rig.find(server.url())?.get().width == 30)
    }

    @Test func withoutTheServerTheOldPictureIsTheOne() throws {
        let answer = Mutex("200 OK")
        let server = try LoopbackServer { $0.reply(status: answer.withLock { $0 }, body: Pictures.grey(10, 10)) }
        let rig = try ArtworkRig()
        let url = server.url()
        #expect(try rig.find(url)?.get().width == 10)
        rig.now += 25 * 3_600_000
        answer.withLock { $0 = "503 Busy" }
        #expect(try rig.find(url)?.get().width == 10)
        #expect(server.requests.count == 2)
        // After a failure, the cache does not ask this server for some minutes.
        #expect(try rig.find(url)?.get().width == 10)
        #expect(server.requests.count == 2)
        rig.now += 6 * 60_000
        #expect(try rig.find(url)?.get().width == 10)
        #expect(server.requests.count == 3)
        server.stop()
        rig.now += 6 * 60_000
        #expect(try rig.find(url)?.get().width == 10)
    }

    /// The server says that it no longer has the picture. The cache removes it.
    @Test func aPictureThatWasTakenBackIsGone() throws {
        let answer = Mutex("200 OK")
        let server = try LoopbackServer { $0.reply(status: answer.withLock { $0 }, body: Pictures.grey(10, 10)) }
        defer { server.stop() }
        let rig = try ArtworkRig()
        _ = rig.find(server.url())
        rig.now += 25 * 3_600_000
        answer.withLock { $0 = "404 Not Found" }
        #expect(rig.find(server.url()) == .failure(.refused(server.url(), status: 404)))
        #expect(
            rig.find(server.url())
                == .failure(.failedBefore(server.url(), reason: "\(ArtworkError.refused(server.url(), status: 404))")))
    }

    // MARK: Failures

    static let failures: [(String, minutes: Int)] = [("404 Not Found", 360), ("503 Busy", 5), ("429 Too Many", 5)]

    @Test(arguments: failures) func failuresAreRemembered(_ status: String, _ minutes: Int) throws {
        let isMended = Mutex(false)
        let server = try LoopbackServer { connection in
            let now = isMended.withLock { $0 } ? "200 OK" : status
            connection.reply(status: now, body: Pictures.grey(10, 10))
        }
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let rig = try ArtworkRig(folder: folder)
        guard case .failure(.refused)? = rig.find(server.url()) else {
            Issue.record("it was not refused")
            return
        }
        isMended.withLock { $0 = true }
        // A second program with the same cache folder knows of the failure, too.
        let other = try ArtworkRig(folder: folder)
        other.now = rig.now + Int64(minutes) * 60_000 - 1
        guard case .failure(.failedBefore(_, let reason))? = other.find(server.url()) else {
            Issue.record("it was asked for again")
            return
        }
        #expect(reason.contains("status \(status.prefix(3))") && server.requests.count == 1)
        other.now += 1
        #expect(try other.find(server.url())?.get().width == 10)
        #expect(server.requests.count == 2)
    }

    @Test func aPersonMayAskAgain() throws {
        let isMended = Mutex(false)
        let server = try LoopbackServer { connection in
            let status = isMended.withLock { $0 } ? "200 OK" : "404 Not Found"
            connection.reply(status: status, body: Pictures.grey(10, 10))
        }
        defer { server.stop() }
        let rig = try ArtworkRig()
        _ = rig.find(server.url())
        isMended.withLock { $0 = true }
        #expect(try rig.find([.station(server.url())], ignoresFailures: true)?.get().width == 10)
        #expect(try rig.find(server.url())?.get().width == 10)
        #expect(server.requests.count == 2)
    }

    // MARK: Several at once

    @Test func manyWhoWantItGetItOnce() throws {
        let goOn = TestSignal()
        let server = try LoopbackServer { connection in
            connection.wait(for: goOn)
            connection.reply(body: Pictures.grey(10, 10))
        }
        defer { server.stop() }
        let rig = try ArtworkRig()
        var answers: [ArtworkRig.Answer] = []
        let requests = (0..<10).map { _ in rig.cache.find([.station(server.url())], wanted: 64) { answers.append($0) } }
        rig.loop.turn(untilElsewhere: { server.requests.count == 1 })
        // Several requests wait for the same picture. A cancelled one gets no result, and the others do.
        requests[0].cancel()
        requests[5].cancel()
        goOn.raise()
        rig.loop.turn { answers.count == 8 }
        for _ in 0..<5 { rig.loop.turn(mayBlock: false) }
        #expect(answers.count == 8 && Set(answers).count == 1 && (try? answers[0].get()) != nil)
        #expect(server.requests.count == 1 && rig.cache.jobs.isEmpty)
    }

    @Test func nobodyWaitsAnyMore() throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        let rig = try ArtworkRig()
        var isTold = false
        let requests = (0..<2).map { _ in rig.cache.find([.station(server.url())], wanted: 64) { _ in isTold = true } }
        rig.loop.turn(untilElsewhere: { server.requests.count == 1 })
        for request in requests { request.cancel() }
        // All requests were cancelled, so the connection is closed.
        rig.loop.turn(untilElsewhere: { server.connectionCount == 0 })
        #expect(server.connectionCount == 0 && rig.cache.jobs.isEmpty && !isTold)
    }

    /// Several pictures are possible. They are tried in their order, and if none can be used, the first problem is
    /// reported.
    @Test func theFirstThatIsThere() throws {
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/track": connection.reply(body: Pictures.grey(20, 20))
            case "/station": connection.reply(body: Pictures.grey(30, 30))
            case _: connection.reply(status: "404 Not Found", text: "no")
            }
        }
        defer { server.stop() }
        let rig = try ArtworkRig()
        var told: [ArtworkError] = []
        rig.cache.report = { told.append($0) }
        let (track, station, none) = (server.url("/track"), server.url("/station"), server.url("/none"))
        func found(_ candidates: [ArtworkCandidate]) -> (Int, Artwork.Source)? {
            (try? rig.find(candidates, home: server.url("/live"))?.get()).map { ($0.width, $0.source) }
        }
        let embedded = ArtworkCandidate.embedded(Pictures.grey(10, 10))
        #expect(found([embedded, .track(track), .station(station), .fallback])! == (10, .embedded))
        #expect(found([.embedded([1, 2, 3]), .track(track), .station(station)])! == (20, .track))
        #expect(told == [.notUsed("the sound's own picture", .notAnImage)])
        #expect(found([.track(none), .station(station)])! == (30, .station))
        #expect(found([.track(none), .fallback])! == (256, .fallback))
        #expect(rig.find([]) == .failure(.none))
        // A title, or the station of another host, states an address of this computer. It is refused, and the test's
        // server gets no request.
        let asked = server.requests.count
        for (candidate, home) in [
            (ArtworkCandidate.track(server.url("/x")), nil), (.station(server.url("/y")), "http://a.test/"),
        ] {
            guard case .failure(.transfer(_, .badURL))? = rig.find([candidate], home: home) else {
                Issue.record("\(candidate) was fetched")
                continue
            }
        }
        #expect(server.requests.count == asked)
        #expect(
            rig.find([.embedded([]), .track("gopher://x/")])
                == .failure(.notUsed("the sound's own picture", .notAnImage)))
    }

    /// The headers of a picture's station are sent to the station's own host and port only.
    @Test(arguments: [true, false]) func theStationsHeaders(isHome: Bool) throws {
        let server = try LoopbackServer { $0.reply(body: Pictures.grey(20, 20)) }
        defer { server.stop() }
        let other = try LoopbackServer { $0.reply(body: Pictures.grey(30, 30)) }
        defer { other.stop() }
        let rig = try ArtworkRig()
        var station = Station(name: "x", urls: [server.url("/live")])
        station.headers = ["X-Key": "1", "User-Agent": "own"]
        for pictures in [server, other] {
            let answer = rig.find(
                [.station(pictures.url("/a.png"))], home: isHome ? server.url("/live") : nil, station: station)
            #expect((try? answer?.get()) != nil)
        }
        #expect(server.requests.map { $0["X-Key"] } == ["1"] && server.requests.map { $0["User-Agent"] } == ["own"])
        #expect(other.requests.map { $0["X-Key"] } == [nil] && other.requests.first?["User-Agent"] != "own")
    }
}
