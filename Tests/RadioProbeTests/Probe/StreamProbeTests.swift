import RadioFormats
import RadioLoop
import RadioProbe
import RadioStreams
import TestSupport
import Testing

@Suite struct StreamProbeTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var script: LoopbackServer.Script
        var check: @Sendable (ProbeReport) -> Bool

        init(
            _ description: String, _ script: @escaping LoopbackServer.Script,
            check: @escaping @Sendable (ProbeReport) -> Bool
        ) {
            testDescription = description
            self.script = script
            self.check = check
        }
    }

    static let page = "<!DOCTYPE html><html><body>Please log in</body></html>"

    static let rows: [Row] = [
        Row("404", { $0.reply(status: "404 Not Found", text: "no") }) {
            $0.problems == [.status(404, retryAfter: nil)] && $0.error == .stream(.notFound(status: 404, $0.url))
        },
        Row("503", { $0.reply(status: "503 Busy", headers: ["Retry-After: 30"], text: "no") }) {
            $0.problems == [.status(503, retryAfter: 30)] && $0.response?.status == 503
        },
        Row("401", { $0.reply(status: "401 Unauthorized", text: "who are you") }) {
            $0.error == .stream(.accessDenied(status: 401, $0.url)) && $0.problems.map(\.name) == ["status"]
        },
        Row("a captive portal", { $0.reply(headers: ["Content-Type: audio/mpeg"], text: page) }) {
            $0.problems == [.otherContent(declared: "audio/mpeg", found: .html), .webPage]
                && $0.content?.report.kind == .html && $0.error?.streamError != nil && $0.firstSoundAt == nil
        },
        Row("Ogg", { $0.reply(headers: ["Content-Type: application/ogg"], body: Array("OggS\0\u{2}".utf8)) }) {
            $0.problems == [.noSound] && $0.content?.report.kind == .ogg
        },
        Row(
            "a quiet WAV file called MP3",
            { $0.reply(headers: ["Content-Type: audio/mpeg"], body: QuietSound().wave()) }
        ) {
            $0.error == nil && $0.problems.map(\.description) == ["declares audio/mpeg but sends a WAV file"]
                && $0.packetCount == 50 && $0.codecName == "PCM"
        },
        Row(
            "ADPCM in a WAV file",
            { $0.reply(headers: ["Content-Type: audio/wav"], body: QuietSound().wave(formatTag: 0x11)) }
        ) {
            $0.error == .stream(.unsupported("\($0.url) holds IMA ADPCM")) && $0.packetCount == 0
        },
        Row("nothing at all", { $0.reply(headers: ["Content-Type: audio/mpeg"]) }) {
            $0.problems == [.empty] && $0.error != nil
        },
        Row("redirects without end", { $0.redirect(to: "/again") }) { report in
            guard case .stream(.protocolViolation)? = report.error else { return false }
            return report.tries.count == 1 && report.tries[0].responses.count == 11 && report.tries[0].failure != nil
        },
        Row("no HTTP", { $0.send("SSH-2.0-x\r\n") }) { $0.error != nil && $0.response == nil && $0.content == nil },
        Row("AAC called MP3", { $0.reply(headers: ["Content-Type: audio/mpeg"], body: (try? Sample.aac.read()) ?? []) })
        {
            $0.problems == [.otherContent(declared: "audio/mpeg", found: .adts)] && $0.codecName == "AAC"
                && $0.error == nil && $0.info?.isFinite == true
        },
        Row(
            "more bits than it says",
            {
                $0.reply(
                    headers: ["Content-Type: audio/mpeg", "icy-br: 32", "ice-audio-info: samplerate=48000"],
                    body: (try? Sample.mp3.read()) ?? [])
            }
        ) {
            $0.problems.map(\.name) == ["bitRate", "sampleRate"] && $0.response?.icy.bitRate == 32_000
                && $0.decoded.map(\.sampleRate) == [44_100]
        },
        Row(
            "frames that do not decode",
            { connection in
                var maker = FrameMaker()
                // The stream has valid ADTS headers, and noise between them.
                let frames = (0..<200).flatMap { _ in maker.adtsFrame() }
                connection.reply(headers: ["Content-Type: audio/aac"], body: frames)
            }
        ) { $0.packetCount > 100 && $0.damagedCount > 50 && $0.problems.contains { $0.name == "undecodable" } },
    ]

    @Test(arguments: rows) func whatIsWrong(_ row: Row) throws {
        let server = try LoopbackServer(script: row.script)
        defer { server.stop() }
        let report = try ProbeBench.probe(server.url("/radio"))
        #expect(row.check(report), "\(report.problems) \(String(describing: report.error)) \(report.tries)")
    }

    @Test func nobodyThere() throws {
        let server = try LoopbackServer { _ in }
        server.stop()
        let report = try ProbeBench.probe(server.url())
        guard case .stream(.unreachable)? = report.error else { return #expect(Bool(false), "\(report)") }
        #expect(report.tries.count == 1)
        #expect(report.tries[0].addresses.map(\.text) == ["127.0.0.1:\(server.port)"])
        #expect(report.tries[0].addresses.first?.isConnected == false)
        #expect(report.tries[0].failure != nil && report.headersAt == nil)
        let unknown = try ProbeBench.probe("http://name.invalid/")
        guard case .stream(.hostUnknown)? = unknown.error else { return #expect(Bool(false), "\(unknown)") }
    }

    @Test func listsAndRedirectsAreFollowed() throws {
        let station = try IcyServer([try .init(.mp3, title: "Artist - Title")])
        defer { station.stop() }
        let target = station.url
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/list": connection.reply(text: "[playlist]\nFile1=/dead\nFile2=/moved\n")
            case "/moved": connection.redirect(to: target, status: "301 Moved")
            default: connection.reply(status: "404 Not Found", text: "no")
            }
        }
        defer { server.stop() }
        let report = try ProbeBench.probe(server.url("/list"))
        #expect(report.tries.map(\.url) == ["/list", "/dead", "/moved"].map { server.url($0) })
        #expect(report.tries.map { $0.responses.map(\.head.status) } == [[200], [404], [301, 200]])
        #expect(report.tries.last?.responses.map(\.head.url) == [server.url("/moved"), target])
        #expect(report.info?.url == target)
        #expect(report.response?.icy.name == "Test Station")
        #expect(report.error == nil && report.problems.isEmpty, "\(report.problems)")
    }

    @Test func aStation() throws {
        let station = try IcyServer([try .init(.mp3, title: "Sænk - Æblet")])
        defer { station.stop() }
        let report = try ProbeBench.probe(station.url, listening: .seconds(1))
        #expect(report.error == nil && report.problems.isEmpty, "\(report.problems)")
        #expect(report.codecName == "MP3" && report.format?.sampleRate == 44_100)
        #expect(report.decoded == [.init(sampleRate: 44_100, channelCount: 2)])
        #expect(report.titles.map(\.track.text) == ["Sænk - Æblet"] && report.titleCount == 1)
        #expect((report.measuredBitRate! - 128_000).magnitude < 2000)
        #expect(report.damagedCount == 0)
        // Each time in the report was measured when its event happened, so the times are in order.
        let times = [report.headersAt, report.firstByteAt, report.firstSoundAt, report.endedAt].compactMap { $0 }
        #expect(times.count == 4 && times == times.sorted())
        #expect(report.endedAt - report.firstSoundAt! >= .seconds(1))
        #expect(report.titles[0].at >= report.firstByteAt!)
        #expect(station.requests.count == 1 && station.requests[0]["Icy-MetaData"] == "1")
    }

    /// A title that only repeats the station's name is not a title. The name is in the server's response or in the
    /// list.
    @Test(arguments: [("Test Station", nil, 0), ("Other FM 98.5", "Other FM", 0), ("Other FM 98.5", nil, 1)])
    func aStationsNameIsNoTitle(_ title: String, _ name: String?, _ count: Int) throws {
        var settings = IcyServer.Settings()
        settings.headers = ["Content-Type: audio/mpeg", "icy-name: Test Station"]
        let station = try IcyServer(.mp3, title: title, settings: settings)
        defer { station.stop() }
        var request = ProbeRequest(url: station.url, listening: .seconds(1))
        request.stationName = name
        let report = try ProbeBench.probe(request)
        #expect(report.titles.count == count && report.error == nil, "\(report.titles)")
    }

    /// The probe waits for the first title. At 4 KB/s, it arrives after more than three seconds.
    @Test func theFirstTitleIsWaitedFor() throws {
        var settings = IcyServer.Settings()
        settings.metaint = 16_384
        settings.burst = .milliseconds(600)
        settings.headers = ["Content-Type: audio/mpeg"]
        let station = try IcyServer(.mp3Mpeg2, title: "Late", settings: settings)
        defer { station.stop() }
        let report = try ProbeBench.probe(station.url)
        #expect(report.titles.map(\.track.text) == ["Late"])
        #expect(report.endedAt - report.firstSoundAt! > .seconds(1))
    }

    /// A proxy passes a SHOUTcast server's head on in the body, or drops the announcement of the titles.
    @Test(arguments: ["", "ICY 200 OK\r\nicy-metaint: 8192\r\nicy-name: Inner\r\n\r\n"])
    func whatAProxyHides(_ inner: String) throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.begin(statusLine: "HTTP/1.1 200 OK", headers: ["Content-Type: audio/mpeg", "Server: proxy"])
            connection.send(inner)
            let title = Array("StreamTitle='A - B';".utf8)
            for start in stride(from: 0, to: sound.count, by: 8192) {
                connection.send(Array(sound[start..<min(start + 8192, sound.count)]))
                if start + 8192 <= sound.count {
                    connection.send([2] + title + [UInt8](repeating: 0, count: 32 - title.count))
                }
            }
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        let report = try ProbeBench.probe(ProbeRequest(url: server.url(), listening: .seconds(1)), capture: file)
        let problem = inner.isEmpty ? "unannouncedBlocks" : "headInBody"
        #expect(report.error == nil && report.problems.map(\.name) == [problem], "\(report.problems)")
        #expect(
            report.titles.map(\.track.text) == ["A - B"] && report.info?.metaint == 8192 && report.damagedCount == 0)
        #expect(report.response?.icy.name == (inner.isEmpty ? nil : "Inner") && report.response?["Server"] == "proxy")
        let inspection = try ProbeBench.inspect(file)
        #expect(inspection.report.problems.map(\.name) == [problem] && inspection.report.metaint == 8192)
    }

    @Test func aStationWithoutTitles() throws {
        var settings = IcyServer.Settings()
        settings.metaint = nil
        let station = try IcyServer(.mp3, settings: settings)
        defer { station.stop() }
        #expect(try ProbeBench.probe(station.url).problems == [.noTitles])
    }

    struct AacRow: CustomTestStringConvertible, Sendable {
        var file: String
        var rate: Int
        var name: String
        var testDescription: String { file }
    }

    static let aacRows = [
        AacRow(file: "he1.aac", rate: 44_100, name: "HE-AAC"),
        // This HE-AAC has one channel, which libfaad decodes to two.
        AacRow(file: "he1mono.aac", rate: 44_100, name: "HE-AAC"),
        AacRow(file: "he2.aac", rate: 44_100, name: "HE-AAC v2"),
        AacRow(file: "t22.aac", rate: 22_050, name: "AAC"),
    ]

    @Test(.enabled(if: Corpus.isPresent), arguments: aacRows) func theDecoderTellsWhatItIs(_ row: AacRow) throws {
        let sound = try Corpus.read("audio/" + row.file)
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/aacp"], body: sound) }
        defer { server.stop() }
        let report = try ProbeBench.probe(server.url())
        #expect(report.format?.sampleRate == 22_050)
        #expect(report.decoded.first?.sampleRate == row.rate)
        #expect(report.codecName == row.name)
        #expect(report.error == nil && report.problems.isEmpty, "\(report.problems)")
    }

    @Test func soundThatComesTooSlowly() throws {
        var settings = IcyServer.Settings()
        settings.burst = .milliseconds(200)
        let station = try IcyServer(.mp3, settings: settings)
        defer { station.stop() }
        station.trickle(bytesPerSecond: 8000)
        let report = try ProbeBench.probe(station.url, listening: .seconds(3))
        #expect(report.problems.map(\.name).contains("slow"), "\(report.problems)")
    }

    @Test func aServerThatSaysNothingAfterItsHead() throws {
        let server = try LoopbackServer { connection in
            connection.begin()
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        let report = try ProbeBench.probe(ProbeRequest(url: server.url(), soundTimeout: .milliseconds(300)))
        guard case .stream(.timedOut)? = report.error else { return #expect(Bool(false), "\(report)") }
        #expect(report.headersAt != nil && report.firstByteAt == nil)
    }

    @Test func anEndThatCameEarly() throws {
        var settings = IcyServer.Settings()
        settings.loops = false
        settings.burst = .seconds(30)
        let station = try IcyServer(.mp3, settings: settings)
        defer { station.stop() }
        let report = try ProbeBench.probe(station.url, listening: .seconds(60))
        #expect(report.error == nil)
        #expect(report.problems.map(\.name) == ["endedEarly"], "\(report.problems)")
        #expect(report.packetCount == Sample.mp3.frames)
    }

    @Test func bytesWithoutEndAreLimited() throws {
        let sound = try Sample.mp2.read()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-name: fast"])
            connection.sendEndlessly(sound)
        }
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        let request = ProbeRequest(url: server.url(), listening: .seconds(600), maximumBytes: 200_000)
        let report = try ProbeBench.probe(request, capture: file)
        #expect(report.problems.contains(.limit(bytes: 200_000)))
        let inspection = try ProbeBench.inspect(file)
        #expect(inspection.report.byteCount - inspection.report.headByteCount == 200_000)
        // The probe listens for 500 ms only, so it ends before it has received the usual number of bytes.
        let soon = try ProbeBench.probe(ProbeRequest(url: server.url(), listening: .milliseconds(500)))
        #expect(soon.error == nil && !soon.problems.contains { $0.name == "limit" })
        #expect(soon.content!.report.frames!.duration.seconds < 600)
    }

    @Test func stoppedByItsUser() throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        let report = try ProbeBench.probe(ProbeRequest(url: server.url())) { loop, probe in
            loop.turn(untilElsewhere: { server.requests.count == 1 })
            probe.stop()
        }
        #expect(report.error == nil && report.response == nil)
        #expect(report.tries.first?.addresses.first?.isConnected == true)
    }
}
