import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStreams
import Synchronization
import TestSupport
import Testing

/// After a fault of the network or of a server, the sound returns, and the player sends only as many requests as its
/// policy allows.
@Suite struct NetworkFaultTests {
    /// A policy whose timeouts are longer than the delays of a test server on a busy computer.
    static let patient: PlaybackPolicy = {
        var policy = PlaybackPolicy.listener
        policy.headersTimeout = .seconds(60)
        policy.freezeTimeout = .seconds(60)
        policy.firstSoundTimeout = .seconds(60)
        return policy
    }()

    private static func player(_ policy: PlaybackPolicy = patient) throws -> ObservedPlayer {
        try ObservedPlayer(PlaybackConfiguration(output: .null, policy: policy))
    }

    private static func station(
        burst: Duration, _ sample: Sample = .mp3, metaint: Int? = 8192
    ) throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.isLive = true
        settings.burst = burst
        settings.metaint = metaint
        return try IcyServer(sample, title: "Title", settings: settings)
    }

    /// Returns the number of requests that the policy's retry delays allow in `time`: one at once, one 0.25 s later,
    /// one 0.5 s later, and then one per second. The delays vary by 10%.
    private static func allowed(_ time: Duration) -> Int { 4 + Int(time.inSeconds / 0.9) + 1 }

    // MARK: What a restarting source answers

    struct Answer: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// How many requests get this bad response before the server sends sound again.
        var count = 2
        /// The minimum time from the first request with the bad response to the first request that gets sound again.
        var wait: Duration = .zero
        /// The player's timeout for the headers, or nil for the patient policy's.
        var headersTimeout: Duration?
        var isExpected: @Sendable (StreamError) -> Bool
        var script: LoopbackServer.Script

        init(
            _ description: String, count: Int = 2, wait: Duration = .zero, headersTimeout: Duration? = nil,
            expect: @escaping @Sendable (StreamError) -> Bool, script: @escaping LoopbackServer.Script
        ) {
            testDescription = description
            self.count = count
            self.wait = wait
            self.headersTimeout = headersTimeout
            isExpected = expect
            self.script = script
        }
    }

    static let answers = [
        Answer("404", expect: { if case .notFound(404, _) = $0 { true } else { false } }) {
            $0.reply(status: "404 Not Found", text: "no such mount")
        },
        Answer("401", expect: { if case .accessDenied(401, _) = $0 { true } else { false } }) {
            $0.reply(status: "401 Unauthorized", text: "who are you")
        },
        Answer(
            "503 with Retry-After", count: 1, wait: .seconds(2),
            expect: { if case .serverError(503, _, .seconds(2)?) = $0 { true } else { false } }
        ) {
            $0.reply(status: "503 Service Unavailable", headers: ["Retry-After: 2"], text: "later")
        },
        Answer("a captive portal", expect: { if case .notSound = $0 { true } else { false } }) {
            $0.reply(
                headers: ["Content-Type: text/html"],
                text: "<!DOCTYPE html><html><body>" + String(repeating: "Please log in. ", count: 400)
                    + "</body></html>")
        },
        Answer("a captive portal that says it is MP3", expect: { if case .notSound = $0 { true } else { false } }) {
            $0.reply(
                headers: ["Content-Type: audio/mpeg"],
                text: "<html><body>" + String(repeating: "Please log in. ", count: 400) + "</body></html>")
        },
        Answer("garbage", count: 1, expect: { if case .notSound = $0 { true } else { false } }) {
            $0.reply(headers: ["Content-Type: audio/mpeg"], body: BadAnswersTests.noise(400_000))
        },
        Answer("an empty body", expect: { if case .notSound = $0 { true } else { false } }) {
            $0.reply(headers: ["Content-Type: audio/mpeg"])
        },
        Answer("nothing but a closed connection", expect: { if case .connectionLost = $0 { true } else { false } }) {
            $0.finish()
        },
        Answer(
            "no answer at all", count: 1, headersTimeout: .seconds(2),
            expect: { if case .timedOut = $0 { true } else { false } }
        ) { $0.neverAnswer() },
        Answer(
            "a redirect loop", count: 11, wait: .seconds(2),
            expect: { if case .protocolViolation = $0 { true } else { false } }
        ) { $0.redirect(to: "/again") },
    ]

    /// A radio server that restarts answers some requests with a bad response. The player reports the expected error,
    /// retries until it gets sound, and does not play the bad response.
    @Test(arguments: answers) func aRestartingSourceIsWaitedFor(_ answer: Answer) async throws {
        let sound = try Sample.mp3.read()
        let count = Counter()
        let server = try LoopbackServer { connection in
            let number = count.next()
            if (2..<2 + answer.count).contains(number) { return answer.script(connection) }
            connection.begin()
            connection.send(Array(sound.prefix(24_000)))
            if number == 1 { return }
            while connection.isOpen { connection.send(sound, inPiecesOf: 1600, every: 100) }
        }
        defer { server.stop() }
        var policy = Self.patient
        if let timeout = answer.headersTimeout { policy.headersTimeout = timeout }
        let player = try await Self.player(policy).playing(server.url("/radio"))
        defer { player.shutDown() }
        let broken = await player.told {
            if case .willRetry(let error, _, _, _) = $0 { answer.isExpected(error) } else { false }
        }
        #expect(broken != nil, "\(player.story)")
        // Four seconds are more than the first connection sent, so sound of the last connection is heard.
        #expect(await player.heard(.seconds(4)), "\(player.story)")
        #expect(await player.settles { $0.status == .playing }, "\(player.story)")
        #expect(player.first { if case .didFail = $0 { true } else { false } } == nil, "\(player.story)")
        let times = count.times
        try #require(times.count >= answer.count + 2, "\(player.story)")
        // In the row with a timeout, a busy computer may make the player time out once more, so the number of requests
        // may be larger.
        #expect(times.count == answer.count + 2 || answer.headersTimeout != nil, "\(player.story)")
        #expect(times[1].duration(to: times[1 + answer.count]) >= answer.wait)
    }

    /// After a reconnection, the server redirects the player to sound of another codec or sample rate. The player plays
    /// it.
    @Test(arguments: [(Sample.mp3, Sample.aac), (.aac, .mp3), (.mp3, .mp3Mono48), (.mp3Mpeg2, .aacMono48)])
    func aRedirectToAnotherCodecGoesOn(_ first: Sample, _ second: Sample) async throws {
        @Sendable func type(_ sample: Sample) -> String {
            "Content-Type: audio/\(sample.codec == .aac ? "aac" : "mpeg")"
        }
        let (one, two) = (try first.read(), try second.read())
        let pace = two.count / Int(second.seconds) / 10
        let count = Counter()
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/two":
                connection.begin(headers: [type(second)])
                connection.send(Array(two.prefix(pace * 15)))
                connection.send(Array(two.dropFirst(pace * 15)), inPiecesOf: pace, every: 100)
                while connection.isOpen { connection.send(two, inPiecesOf: pace, every: 100) }
            default:
                guard count.next() == 1 else { return connection.redirect(to: "/two") }
                connection.begin(headers: [type(first)])
                connection.send(Array(one.prefix(one.count / 4)))
            }
        }
        defer { server.stop() }
        let player = try await Self.player().playing(server.url("/radio"))
        defer { player.shutDown() }
        #expect(
            await player.settles {
                $0.stream?.pcm?.sampleRate == second.sampleRate && $0.stream?.format?.codec == second.codec
            },
            "\(player.story)")
        let before = await player.manager.snapshot.heardDuration
        #expect(await player.heard(before + .milliseconds(1500)), "\(player.story)")
        #expect(await player.settles { $0.status == .playing }, "\(player.story)")
        #expect(await player.manager.snapshot.joins.joined == 0, "\(player.story)")
    }

    // MARK: The connection

    @Test(arguments: [false, true]) func itIsAwayForASecond(_ isReset: Bool) async throws {
        // The burst fills 14 seconds of buffer, which last longer than a busy computer stalls.
        let station = try Self.station(burst: .seconds(14))
        defer { station.stop() }
        let player = try await Self.player().playing(station.url)
        defer { player.shutDown() }
        try await pass(.seconds(1))
        if isReset { station.drop(reset: true) }
        try station.leave()
        try await pass(.seconds(1))
        station.comeBack()
        #expect(await player.joins { $0.joined == 1 }, "\(player.story)")
        let snapshot = await player.manager.snapshot
        #expect(snapshot.stallCount == 0 && snapshot.joins.appended == 0, "\(player.story)")
    }

    /// The server is away for longer than the buffered sound lasts. The player reports a stall. After the server's
    /// return, the player appends the new sound to the old.
    @Test func itIsAwayUntilSilenceAndLonger() async throws {
        let station = try Self.station(burst: .seconds(2))
        defer { station.stop() }
        let player = try await Self.player().playing(station.url)
        defer { player.shutDown() }
        let mark = player.mark
        let left = MonotonicInstant.now
        try station.leave()
        #expect(await player.stalled(from: mark) != nil, "\(player.story)")
        try await pass(.seconds(3))
        let tries = player.entries.dropFirst(mark).filter {
            if case .willRetry = $0.notification { true } else { false }
        }
        #expect(tries.count <= Self.allowed(left.duration(to: .now)), "\(player.story)")
        let second = player.mark
        station.comeBack()
        #expect(await player.told(.playing, from: second) != nil, "\(player.story)")
        let joins = await player.manager.snapshot.joins
        #expect(joins.appended == 1 && joins.joined == 0)
    }

    @Test func aFrozenConnectionIsLeft() async throws {
        let station = try Self.station(burst: .seconds(1))
        defer { station.stop() }
        var policy = Self.patient
        policy.freezeTimeout = .seconds(2)
        let player = try await Self.player(policy).playing(station.url)
        defer { player.shutDown() }
        station.freeze()
        let retry = await player.told { if case .willRetry(.timedOut, _, _, _) = $0 { true } else { false } }
        #expect(retry != nil, "\(player.story)")
        #expect(await player.stalled() != nil, "\(player.story)")
        let mark = player.mark
        station.thaw()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await eventually { station.connectionCount == 1 })
    }

    /// A server sends sound at four fifths of real time. The player alternates between buffering and playing, and
    /// buffers longer each time. It keeps the connection.
    @Test func aTrickleIsPlayedInPieces() async throws {
        let station = try Self.station(burst: .milliseconds(500))
        defer { station.stop() }
        let player = try await Self.player().playing(station.url)
        defer { player.shutDown() }
        station.trickle(bytesPerSecond: 12_800)
        var mark = player.mark
        for gathered in [0.5, 1, 2] {
            let stall = try #require(await player.stalled(from: mark, within: .seconds(60)), "\(player.story)")
            mark = player.entries.firstIndex { $0.at >= stall.at } ?? mark
            let again = try #require(await player.told(.playing, from: mark), "\(player.story)")
            mark = player.entries.firstIndex { $0.at >= again.at } ?? mark
            // The sound that was buffered between the stall and the new start of playing. 0.1 s is subtracted, because
            // one or two frames may still be on their way to the output.
            let end = again.snapshot.loadedTimeRanges.last?.end.seconds ?? 0
            #expect(end - stall.snapshot.currentTime.seconds > gathered - 0.1, "\(player.story)")
        }
        #expect(station.requests.count == 1, "\(player.story)")
        #expect(player.first { if case .willRetry = $0 { true } else { false } } == nil, "\(player.story)")
    }

    /// A server without a burst drops the player's connection. The player reconnects and keeps the new connection,
    /// although this connection delivers sound only in real time and little sound is buffered.
    @Test func aServerWithoutABurstIsReconnected() async throws {
        let station = try Self.station(burst: .zero)
        defer { station.stop() }
        var policy = Self.patient
        policy.firstSoundTimeout = .seconds(12)
        let player = try await Self.player(policy).playing(station.url)
        defer { player.shutDown() }
        let mark = player.mark
        station.drop()
        #expect(await player.told(from: mark) { if case .willRetry = $0 { true } else { false } } != nil)
        let before = await player.manager.snapshot.heardDuration
        // The player hears 13 seconds of sound, longer than the policy's timeout for the first sound of a connection
        // (12 s).
        #expect(await player.heard(before + .seconds(13)), "\(player.story)")
        #expect(station.requests.count == 2, "\(player.story)")
    }

    /// A server accepts each connection, sends one second of sound and closes. The player does not send more requests
    /// than its policy allows.
    @Test func aServerThatClosesAtOnceIsNotHammered() async throws {
        let sound = Array(try Sample.mp3.read().prefix(16_000))
        let server = try LoopbackServer { connection in
            connection.begin()
            connection.send(sound)
        }
        defer { server.stop() }
        let player = try Self.player()
        defer { player.shutDown() }
        let began = MonotonicInstant.now
        await player.play(server.url("/radio"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        #expect(await eventually(within: .seconds(60)) { server.requests.count >= 7 }, "\(player.story)")
        let requests = server.requests.count
        #expect(requests <= Self.allowed(began.duration(to: .now)), "\(requests) requests")
    }

    // MARK: Addresses

    @Test func allAddressesAreTriedAndTheOneThatWorksIsRemembered() async throws {
        let gone = try LoopbackServer { $0.reply(status: "404 Not Found", text: "gone") }
        defer { gone.stop() }
        let portal = try LoopbackServer { $0.reply(headers: ["Content-Type: text/html"], text: "<html>Log in</html>") }
        defer { portal.stop() }
        let station = try Self.station(burst: .seconds(2))
        defer { station.stop() }
        let closed = try ClosedPort()
        defer { withExtendedLifetime(closed) {} }
        let refused = "http://127.0.0.1:\(closed.port)/"
        let urls = [
            "http://name.invalid/radio", refused, gone.url("/radio"), portal.url("/radio"), station.url,
        ]
        let item = PlaybackItem(Station(name: "Radio", urls: urls))
        let player = try Self.player()
        defer { player.shutDown() }
        await player.manager.play(item)
        #expect(await player.told(.playing, within: .seconds(60)) != nil, "\(player.story)")
        #expect(await player.settles { $0.workingURL == station.url }, "\(player.story)")
        #expect(gone.requests.count == 1 && portal.requests.count == 1)
        // The connection breaks. The player reconnects to the address that worked before.
        station.drop()
        #expect(await player.joins { $0.joined == 1 }, "\(player.story)")
        #expect(gone.requests.count == 1 && portal.requests.count == 1)
        // The listener plays another item and returns to the first. The player begins with the address of the first
        // item that worked before.
        await player.manager.play(PlaybackItem(url: station.url))
        let mark = player.mark
        await player.manager.play(item)
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(gone.requests.count == 1 && portal.requests.count == 1)
        // A new player also begins with this address if the item names the address as its preferred one.
        var known = item
        known.preferredURL = station.url
        let second = try Self.player()
        defer { second.shutDown() }
        await second.manager.play(known)
        #expect(await second.told(.playing) != nil, "\(second.story)")
        #expect(gone.requests.count == 1 && portal.requests.count == 1)
    }
}

/// Numbers the requests of a server from 1 and records when they arrived.
private final class Counter: Sendable {
    private let value = Mutex<[MonotonicInstant]>([])
    var times: [MonotonicInstant] { value.withLock { $0 } }

    func next() -> Int {
        value.withLock {
            $0.append(.now)
            return $0.count
        }
    }
}
