import RadioLoop
import RadioPlayer
import RadioStreams
import TestSupport
import Testing

/// An address that is not a radio station fails within 25 seconds with one clear error, and no sound is heard.
@Suite struct BadAnswersTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var script: LoopbackServer.Script
        var isExpected: @Sendable (PlaybackError) -> Bool

        init(
            _ description: String, expect: @escaping @Sendable (PlaybackError) -> Bool,
            script: @escaping LoopbackServer.Script
        ) {
            testDescription = description
            self.script = script
            isExpected = expect
        }
    }

    static func noise(_ count: Int) -> [UInt8] {
        // A frame of MPEG audio or ADTS begins with 0xFF. Without this byte, the noise contains no frame.
        var generator = SeededGenerator(seed: 7)
        return generator.bytes(count).map { $0 == 0xFF ? 0 : $0 }
    }

    static let rows: [Row] = [
        Row("404", expect: { if case .stream(.notFound(status: 404, _)) = $0 { true } else { false } }) {
            $0.reply(status: "404 Not Found", text: "no such mount")
        },
        Row("410", expect: { if case .stream(.notFound(status: 410, _)) = $0 { true } else { false } }) {
            $0.reply(status: "410 Gone", text: "gone")
        },
        Row("401", expect: { if case .stream(.accessDenied(status: 401, _)) = $0 { true } else { false } }) {
            $0.reply(status: "401 Unauthorized", text: "who are you")
        },
        Row("403", expect: { if case .stream(.accessDenied(status: 403, _)) = $0 { true } else { false } }) {
            $0.reply(status: "403 Forbidden", text: "not in your country")
        },
        Row("500", expect: { if case .givenUp(.serverError(status: 500, _, _)) = $0 { true } else { false } }) {
            $0.reply(status: "500 Internal Server Error", text: "oops")
        },
        Row("a web page", expect: { if case .stream(.notSound) = $0 { true } else { false } }) {
            $0.reply(
                headers: ["Content-Type: text/html"],
                text: "<!DOCTYPE html><html><head><title>Radio</title></head><body>Listen!</body></html>")
        },
        Row("a web page that says it is MP3", expect: { if case .stream(.notSound) = $0 { true } else { false } }) {
            $0.reply(
                headers: ["Content-Type: audio/mpeg"],
                text: "<html><body>" + String(repeating: "Your stream is offline. ", count: 1000) + "</body></html>")
        },
        Row("garbage", expect: { if case .stream(.notSound) = $0 { true } else { false } }) {
            $0.begin()
            $0.sendEndlessly(noise(8192))
        },
        Row("an empty body", expect: { if case .stream(.notSound) = $0 { true } else { false } }) {
            $0.reply(headers: ["Content-Type: audio/mpeg"], body: [])
        },
        Row("a header of 100 MB", expect: { if case .stream(.protocolViolation) = $0 { true } else { false } }) {
            $0.sendHeaders(totalling: 100_000_000)
        },
        Row("one header line of 100 MB", expect: { if case .stream(.protocolViolation) = $0 { true } else { false } }) {
            $0.sendHeaders(totalling: 100_000_000, lineLength: 200_000)
        },
        Row("a status line of 100 MB", expect: { if case .stream(.protocolViolation) = $0 { true } else { false } }) {
            $0.send("HTTP/1.1 200 ")
            $0.sendEndlessly([UInt8](repeating: 0x78, count: 65_536))
        },
        Row(
            "the first header line is 100 MB",
            expect: { if case .stream(.protocolViolation) = $0 { true } else { false } }
        ) {
            $0.send("HTTP/1.1 200 OK\r\nX-Filler: ")
            $0.sendEndlessly([UInt8](repeating: 0x78, count: 65_536))
        },
        Row("a redirect loop", expect: { if case .stream(.protocolViolation) = $0 { true } else { false } }) {
            $0.redirect(to: "/again")
        },
        Row("no HTTP", expect: { if case .stream(.protocolViolation) = $0 { true } else { false } }) {
            $0.send("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n")
        },
        Row(
            "truncated frames",
            expect: {
                switch $0 {
                case .stream(.notSound), .undecodable, .givenUp(.notSound): true
                case .stream, .givenUp, .output: false
                }
            }
        ) { connection in
            connection.begin()
            let frames = (try? FrameCutter.cut(Sample.mp3.read())) ?? []
            connection.sendEndlessly(frames.flatMap { Array($0.prefix(100)) })
        },
        Row(
            "accepts and never answers",
            expect: { if case .givenUp(.timedOut) = $0 { true } else { false } }
        ) { $0.neverAnswer() },
        Row(
            "answers and sends nothing", expect: { if case .givenUp(.timedOut) = $0 { true } else { false } }
        ) {
            $0.begin()
            $0.neverAnswer()
        },
        Row("Speex in Ogg", expect: { isUnsupported($0, "holds Speex") }) {
            $0.begin(headers: ["Content-Type: application/ogg"])
            let head = Array("Speex   ".utf8) + [UInt8](repeating: 0, count: 72)
            var pages = Array("OggS\0\u{2}".utf8) + [UInt8](repeating: 0, count: 20) + [1, 80] + head
            pages += Array("OggS\0\0".utf8) + [UInt8](repeating: 0, count: 12) + [1, 0, 0, 0, 0, 0, 0, 0]
            pages += [1, 4, 1, 2, 3, 4]
            OggPageSums.mend(&pages)
            $0.send(pages)
            $0.sendEndlessly([UInt8](repeating: 0, count: 1000), every: 10)
        },
        Row("ADPCM in a WAV file", expect: { isUnsupported($0, "holds IMA ADPCM") }) {
            $0.reply(headers: ["Content-Type: audio/x-wav"], body: QuietSound().wave(formatTag: 0x11))
        },
        Row("ADPCM in a WAV file that says it is MP3", expect: { isUnsupported($0, "holds IMA ADPCM") }) {
            $0.begin(headers: ["Content-Type: audio/mpeg"])
            $0.send(QuietSound(bytesPerSample: 3).wave(formatTag: 0x11))
            $0.sendEndlessly(QuietSound().samples(), every: 5000)
        },
    ]

    private static func isUnsupported(_ error: PlaybackError, _ name: String) -> Bool {
        guard case .stream(.unsupported(let text)) = error else { return false }
        return text.contains(name)
    }

    /// A policy with which the player gives up after two seconds without sound, so that the tests are short.
    static let impatient: PlaybackPolicy = {
        var policy = PlaybackPolicy.listener
        policy.retry.firstDelays = [.zero]
        policy.retry.steadyDelay = .milliseconds(200)
        policy.retry.steadyPeriod = .seconds(10)
        policy.retry.maximumDelay = .seconds(1)
        policy.retry.giveUpAfter = .seconds(2)
        policy.retry.unknownHostPatience = .seconds(1)
        policy.headersTimeout = .milliseconds(700)
        policy.firstSoundTimeout = .milliseconds(1500)
        return policy
    }()

    private func player() throws -> ObservedPlayer {
        try ObservedPlayer(PlaybackConfiguration(output: .null, policy: Self.impatient))
    }

    @Test(arguments: rows) func badAnswersFailClearly(_ row: Row) async throws {
        let server = try LoopbackServer(script: row.script)
        defer { server.stop() }
        let player = try player()
        defer { player.shutDown() }
        let begin = MonotonicInstant.now
        await player.play(server.url("/radio.mp3"))
        let error = try #require(await player.failed(), "\(player.story)")
        #expect(row.isExpected(error), "\(error)")
        #expect(player.first { $0.snapshot.status == .playing } == nil, "\(player.story)")
        #expect(begin.duration(to: .now) < .seconds(25))
        // After the error, the player sends no further request.
        let asked = server.requests.count
        try await pass(.milliseconds(300))
        #expect(server.requests.count == asked)
        #expect(await player.manager.snapshot.status == .failed(error))
    }

    @Test func nobodyListens() async throws {
        let closed = try ClosedPort()
        let player = try player()
        defer { player.shutDown() }
        await player.play("http://127.0.0.1:\(closed.port)/")
        let error = try #require(await player.failed(), "\(player.story)")
        guard case .givenUp(.unreachable) = error else {
            Issue.record("\(error)")
            return
        }
        withExtendedLifetime(closed) {}
    }

    @Test func filesThatAreNoSound() async throws {
        let directory = try TemporaryDirectory()
        let text = directory.path + "/notes.mp3"
        try Array("Dear diary, today I listened to the radio.\n".utf8).write(to: text)
        let wave = directory.path + "/quiet.mp3"
        try QuietSound().wave(formatTag: 0x11).write(to: wave)
        let nothing = directory.path + "/empty.mp3"
        try [UInt8]().write(to: nothing)
        let player = try player()
        defer { player.shutDown() }
        for path in [text, wave, nothing, "/dev/null", directory.path, directory.path + "/missing.mp3"] {
            let mark = player.mark
            await player.play(path)
            let entry = await player.told(from: mark) { if case .didFail = $0 { true } else { false } }
            guard case .didFail(let error, _) = entry?.notification else {
                Issue.record("\(path) did not fail")
                continue
            }
            switch error {
            case .stream(.unsupported(let text)):
                #expect(path == wave && text == "\(wave) holds IMA ADPCM")
            case .stream(.notSound): #expect(path == text || path == nothing)
            case .stream(.fileUnreadable): #expect(path == directory.path || path == "/dev/null")
            case .stream(.fileMissing): #expect(path.hasSuffix("missing.mp3"))
            case .stream, .givenUp, .output, .undecodable: Issue.record("\(path): \(error)")
            }
        }
    }

    /// The player ignores an invalid `icy-metaint` header: the response plays as sound without metadata.
    @Test(arguments: ["0", "-1", "abc", "", "16 000", "99999999", "18446744073709551616"])
    func metaintNonsenseIsIgnored(_ metaint: String) async throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: \(metaint)"])
            connection.sendEndlessly(sound, every: 5000)
        }
        defer { server.stop() }
        let player = try await player().playing(server.url("/radio"))
        defer { player.shutDown() }
        #expect(player.first { if case .metadataReceived = $0 { true } else { false } } == nil)
    }

    /// A server that sends slower than real time is not an error: the player stalls, buffers and continues as often as
    /// necessary.
    @Test func aTrickleIsNoError() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        // The station sends at half of its bit rate. The second stall then lasts about two seconds, as long as the
        // timeouts in `impatient`, so this player has the default policy.
        let player = try await ObservedPlayer(PlaybackConfiguration(output: .null)).playing(station.url)
        defer { player.shutDown() }
        station.trickle(bytesPerSecond: 8000)
        for _ in 0..<2 {
            let mark = player.mark
            try #require(await player.stalled(from: mark) != nil, "\(player.story)")
            try #require(await player.told(.playing, from: mark) != nil, "\(player.story)")
        }
        #expect(player.first { if case .didFail = $0 { true } else { false } } == nil, "\(player.story)")
        #expect(player.first { if case .willRetry = $0 { true } else { false } } == nil, "\(player.story)")
    }
}
