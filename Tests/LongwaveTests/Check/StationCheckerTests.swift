import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStreams
import Synchronization
import TestSupport
import Testing

@testable import Longwave

/// A `StationChecker` checks stations on this computer. Its limits are so long that the tests pass even if the computer
/// stands still for ten seconds.
@Suite struct StationCheckerTests {
    static let patient = StationChecker.Settings(timeout: .seconds(90))

    /// Checks stations and returns the results in their order.
    static func check(
        _ stations: [Station], settings: StationChecker.Settings = patient
    ) throws -> (found: [StationHealth?], tally: StationChecker.Tally) {
        let loop = try EventLoop()
        let checker = try StationChecker(loop: loop, settings: settings)
        var found: [StationHealth?] = stations.map { _ in nil }
        var isOver = false
        checker.start(stations) { place, health in
            #expect(found[place] == nil)
            found[place] = health
        } completion: {
            isOver = true
        }
        #expect(loop.turn(within: .seconds(120)) { isOver })
        return (found, checker.tally)
    }

    private static func one(_ url: String) throws -> AddressHealth {
        let found = try check([Station(name: "One", urls: [url])]).found
        return try #require(found[0]?.addresses[0])
    }

    @Test func aStationWithTitles() throws {
        let station = try IcyServer(.mp3, title: "Artist - Title")
        defer { station.stop() }
        let health = try Self.one(station.url)
        #expect(health.isAlive && health.codecName == "MP3" && health.bitRate == 128_000 && health.hasTitles)
        #expect(health.title?.artist == "Artist" && health.title?.title == "Title")
        #expect(health.decoded.last?.sampleRate == 44_100 && health.decoded.last?.channelCount == 2)
        #expect(health.redirects.hops.map(\.status) == [200] && health.problems.isEmpty)
        #expect(health.firstByteAt != nil && health.firstSoundAt != nil)
    }

    /// A station that sends only empty metadata blocks counts as a station with metadata.
    @Test func emptyBlocksAreEnough() throws {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(6)
        let station = try IcyServer(.mp3, settings: settings)
        defer { station.stop() }
        let health = try Self.one(station.url)
        #expect(health.isAlive && health.hasTitles && health.title == nil)
    }

    /// The first metadata block comes after more sound than a check receives. The check does not wait for it.
    @Test func aTitleIsNotWaitedForTooLong() throws {
        var server = IcyServer.Settings()
        server.metaint = 1 << 20
        let station = try IcyServer(.mp3, title: "Far", settings: server)
        defer { station.stop() }
        var settings = Self.patient
        settings.titlePatience = .milliseconds(100)
        let found = try Self.check([Station(name: "One", urls: [station.url])], settings: settings).found
        let health = try #require(found[0]?.playing)
        #expect(health.hasTitles && health.title == nil)
    }

    @Test func aac() throws {
        let sound = try Sample.aac.read()
        let server = try LoopbackServer { $0.play(sound, headers: ["Content-Type: audio/aac"]) }
        defer { server.stop() }
        let health = try Self.one(server.url())
        #expect(health.codecName == "AAC" && !health.hasTitles && (health.bitRate ?? 0) > 0)
        #expect(health.info?.isFinite == false)
    }

    @Test func aTransportStream() throws {
        let frames = Samples.adtsPackets(try Sample.aac.read())
        var maker = TransportStreamMaker()
        maker.tables([.init(0x100, 0x0F)])
        for (index, frame) in frames.enumerated() { maker.pes(0x100, pts: UInt64(index) * 2090, frame) }
        let bytes = maker.take()
        let server = try LoopbackServer { $0.play(bytes, headers: ["Content-Type: video/mp2t"]) }
        defer { server.stop() }
        let health = try Self.one(server.url())
        #expect(health.isAlive && health.codecName == "AAC" && health.problems.isEmpty, "\(health.problems)")
    }

    @Test func aShortFileIsEnough() throws {
        let sound = try Array(Sample.mp3.read().prefix(4000))
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg"], body: sound) }
        defer { server.stop() }
        #expect(try Self.one(server.url()).isAlive)
    }

    @Test func redirectsAndLists() throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/moved": connection.redirect(to: "/list.pls", status: "301 Moved Permanently")
            case "/list.pls": connection.reply(text: "[playlist]\nFile1=http://\(connection.request["Host"] ?? "")/a\n")
            // The address is in a list that the station's address returned. Its redirect does not change the station's
            // address.
            case "/a": connection.redirect(to: "/b", status: "308 Permanent Redirect")
            default: connection.play(sound)
            }
        }
        defer { server.stop() }
        let health = try Self.one(server.url("/moved"))
        #expect(health.isAlive && health.redirects.permanentURL == server.url("/list.pls"))
        #expect(health.redirects.hops.count == 2 && health.info?.url == server.url("/b"))
    }

    @Test func segments() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 2, loops: true)
        origin.add("radio", HlsChannel(.live(window: 5), targetDuration: 2, programme: programme))
        origin.advance(seconds: 12)
        let health = try Self.one(origin.url("/radio.m3u8"))
        #expect(health.isAlive && health.codecName == "MP3" && health.info?.presentation != nil)
        #expect(health.bitRate == 128_000 && health.redirects.permanentURL == nil)
        // A check of an HLS station fetches the playlist and one or two segments.
        #expect(origin.paths.count { $0.hasPrefix("/radio/") } <= 4)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var script: LoopbackServer.Script
        var check: @Sendable (PlaybackError?) -> Bool
    }

    static let dead: [Row] = [
        Row(testDescription: "404", script: { $0.reply(status: "404 Not Found", text: "no") }) {
            if case .stream(.notFound(404, _))? = $0 { true } else { false }
        },
        Row(testDescription: "a page", script: { $0.reply(text: "<!DOCTYPE html><html><body>Hi</body></html>") }) {
            if case .stream(.notSound)? = $0 { true } else { false }
        },
        Row(
            testDescription: "ADPCM in a WAV file",
            script: { $0.reply(headers: ["Content-Type: audio/x-wav"], body: QuietSound().wave(formatTag: 0x11)) }
        ) {
            guard case .stream(.unsupported(let text))? = $0 else { return false }
            return text.hasSuffix("holds IMA ADPCM")
        },
        Row(testDescription: "redirects without end", script: { $0.redirect(to: "/again", status: "301 Moved") }) {
            if case .stream(.protocolViolation)? = $0 { true } else { false }
        },
        Row(testDescription: "nothing", script: { $0.reply() }) {
            if case .stream(.notSound)? = $0 { true } else { false }
        },
        Row(
            testDescription: "sound that is none",
            script: {
                $0.sendEndlessly(Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 0x5A, count: 65_536))
            }
        ) {
            if case .stream(.notSound)? = $0 { true } else { false }
        },
    ]

    @Test(arguments: dead) func whatDoesNotPlay(_ row: Row) throws {
        let server = try LoopbackServer(script: row.script)
        defer { server.stop() }
        let health = try Self.one(server.url())
        #expect(!health.isAlive && row.check(health.error), "\(String(describing: health.error))")
    }

    @Test func silenceEndsInTime() throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        let loop = try EventLoop.byHand()
        let checker = try StationChecker(loop: loop, settings: Self.patient)
        var found: StationHealth?
        checker.start([Station(name: "One", urls: [server.url()])], report: { found = $1 }, completion: {})
        #expect(loop.turn { server.requests.count == 1 })
        loop.pass(Self.patient.timeout)
        let error = found?.addresses[0]?.error
        guard case .stream(.timedOut)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func everyAddressCounts() throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            if connection.request.path == "/good" {
                connection.play(sound)
            } else {
                connection.reply(status: "410 Gone", text: "gone")
            }
        }
        defer { server.stop() }
        let stations = [
            Station(name: "Both", urls: [server.url("/bad"), server.url("/good")]),
            Station(name: "None", urls: [server.url("/bad"), server.url("/bad2")]), Station(name: "Empty", urls: []),
        ]
        let (found, tally) = try Self.check(stations)
        #expect(found[0]?.isAlive == true && found[0]?.playing?.url == server.url("/good"))
        #expect(found[0]?.dead.map(\.url) == [server.url("/bad")])
        #expect(found[1]?.isAlive == false && found[1]?.dead.count == 2)
        #expect(found[2]?.isAlive == false && found[2]?.isComplete == true)
        #expect(tally == tallied(3, alive: 1, dead: 2))
    }

    private func tallied(_ stations: Int, alive: Int, dead: Int) -> StationChecker.Tally {
        var tally = StationChecker.Tally()
        (tally.stations, tally.alive, tally.dead) = (stations, alive, dead)
        return tally
    }

    /// No more stations are checked at the same time than allowed, and each is checked once.
    @Test func notTooManyAtATime() throws {
        let sound = try Array(Sample.mp3.read().prefix(32_000))
        let most = Mutex((now: 0, most: 0))
        let server = try LoopbackServer { connection in
            most.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            connection.begin()
            // The check needs more sound than these bytes, so it cannot end yet.
            connection.send(Array(sound.prefix(8000)))
            connection.pause(milliseconds: 20)
            most.withLock { $0.now -= 1 }
            connection.send(Array(sound.dropFirst(8000)))
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        var settings = Self.patient
        settings.maximumAtOnce = 5
        let stations = (0..<40).map { Station(name: "\($0)", urls: [server.url("/\($0)")]) }
        let (found, tally) = try Self.check(stations, settings: settings)
        #expect(tally.alive == 40 && found.allSatisfy { $0?.isAlive == true })
        #expect(server.requests.count == 40 && Set(server.requests.map(\.path)).count == 40)
        #expect(most.withLock { $0.most } <= 5)
    }

    @Test func stopReportsWhatIsKnown() throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            if connection.request.path == "/good" { connection.play(sound) } else { connection.neverAnswer() }
        }
        defer { server.stop() }
        let loop = try EventLoop.byHand()
        let checker = try StationChecker(loop: loop, settings: Self.patient)
        var found: [Int: StationHealth] = [:]
        var isOver = false
        let stations = [
            Station(name: "Done", urls: [server.url("/good")]),
            Station(name: "Half", urls: [server.url("/good"), server.url("/never")]),
            Station(name: "Never", urls: [server.url("/never")]),
        ]
        checker.start(stations) {
            found[$0] = $1
        } completion: {
            isOver = true
        }
        let hasBoth = loop.turn(untilElsewhere: {
            found[0] != nil && server.requests.count == 4 && server.connectionCount == 2
        })
        #expect(hasBoth)
        checker.stop()
        loop.pass(Self.patient.timeout * 2)
        #expect(found[0]?.isAlive == true)
        #expect(found[1]?.isComplete == false && found[1]?.isAlive == true)
        #expect(found[2] == nil && !isOver)
    }
}
