import RadioFormats
import RadioHTTP
import RadioLoop
import RadioProbe
import RadioStreams
import TestSupport
import Testing

/// A probe writes a capture of a station, and an inspection reads the capture. Both must agree.
@Suite struct CaptureRoundTripTests {
    private static func sha256(_ bytes: [UInt8]) -> String? {
        let digest = MessageDigest(.sha256)
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.hexadecimal
    }

    @Test(arguments: [(Sample.mp3, "HTTP/1.0 200 OK"), (.aac, "ICY 200 OK")])
    func aWholeProgramme(_ sample: Sample, _ statusLine: String) throws {
        var settings = IcyServer.Settings()
        settings.metaint = 1000
        settings.burst = .seconds(60)
        settings.loops = false
        settings.statusLine = statusLine
        settings.headers = ["Content-Type: audio/\(sample.codec == .aac ? "aacp" : "mpeg")", "icy-name: Test"]
        let pieces = try ["Yazoo - Don't Go", "one'; two", "Sænk - Æblet"].map {
            try IcyServer.Piece(sample, title: $0)
        }
        let station = try IcyServer(pieces, settings: settings)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        let report = try ProbeBench.probe(
            ProbeRequest(url: station.url, listening: .seconds(60)), capture: file)
        let inspection = try ProbeBench.inspect(file)
        #expect(inspection.report.responses.map(\.statusLine) == [statusLine])
        #expect(inspection.report.responses.first?.icy.name == "Test")
        #expect(inspection.report.metaint == 1000 && inspection.report.headByteCount > 0)
        // The sound in the capture equals the sound that the station sent, byte by byte.
        #expect(inspection.soundSHA256 == Self.sha256(pieces.flatMap(\.sound)))
        #expect(inspection.report.soundByteCount == pieces.reduce(0) { $0 + $1.sound.count })
        // The metadata blocks in the capture are those that the station sent, at the same positions.
        #expect(inspection.report.blocks.map(\.raw) == station.blocks.map(\.bytes))
        #expect(inspection.report.blocks.map(\.offset) == station.blocks.map(\.soundBytes))
        // The probe and the inspection report the same titles.
        #expect(inspection.tracks.map(\.text) == report.titles.map(\.track.text))
        #expect(inspection.tracks.map(\.text) == ["Yazoo - Don't Go", "one'; two", "Sænk - Æblet"])
        let frames = try #require(inspection.report.frames)
        #expect(frames.count == report.packetCount && frames.gapCount == 0)
        #expect(report.content == inspection)
    }

    @Test func chunksAndRedirectsLeaveTheBody() throws {
        let sound = try Sample.mp2.read()
        let server = try LoopbackServer { connection in
            guard connection.request.path == "/radio" else { return connection.redirect(to: "/radio") }
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\ntransfer-encoding: Chunked\r\nX-Name: Caf")
            connection.send([0xE9, 0x0D, 0x0A, 0x0D, 0x0A])
            for start in stride(from: 0, to: sound.count, by: 999) {
                connection.sendChunk(Array(sound[start..<min(start + 999, sound.count)]))
            }
            connection.sendChunk([])
        }
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        let report = try ProbeBench.probe(ProbeRequest(url: server.url(), listening: .seconds(60)), capture: file)
        let kept = try Samples.read(path: file)
        let head = Array(
            "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nX-Unpacked-transfer-encoding: Chunked\r\nX-Name: Caf".utf8)
        #expect(kept == head + [0xE9, 0x0D, 0x0A, 0x0D, 0x0A] + sound)
        let inspection = try ProbeBench.inspect(file)
        #expect(inspection.soundSHA256 == Self.sha256(sound))
        #expect(inspection.report.frames?.count == Sample.mp2.frames)
        #expect(report.tries.first?.responses.map(\.head.status) == [302, 200])
    }

    @Test(.enabled(if: IcecastServer.isInstalled)) func aRealIcecast() throws {
        let icecast = try IcecastServer()
        let source = try icecast.feed("/radio.mp3", .mp3)
        defer { source.stop() }
        try icecast.setTitle("Boards of Canada - Dayvan Cowboy", on: "/radio.mp3")
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        let report = try ProbeBench.probe(
            ProbeRequest(url: icecast.url("/radio.mp3"), listening: .seconds(4)), capture: file)
        #expect(report.error == nil)
        #expect(report.response?.icy.server?.hasPrefix("Icecast") == true)
        #expect(report.response?.icy.metaint != nil)
        #expect(report.codecName == "MP3" && report.decoded.map(\.sampleRate) == [44_100])
        #expect(report.titles.first?.track.artist == "Boards of Canada")
        let inspection = try ProbeBench.inspect(file)
        #expect(inspection.tracks.first?.title == "Dayvan Cowboy")
        let frames = try #require(inspection.report.frames)
        // The inspection knows the end of the capture, so it may count a few frames more than the probe.
        #expect(frames.count >= report.packetCount && frames.count <= report.packetCount + 3)
        #expect((frames.bitRate.mean - 128_000).magnitude < 2000)
    }

    @Test func aFileThatCannotBeMade() throws {
        let loop = try EventLoop()
        #expect(throws: CaptureFile.Failure.self) {
            try CaptureFile(path: "/proc/nonexistent/capture", worker: BlockingWorker(loop: loop))
        }
    }

    /// Each write to /dev/full fails as on a full disk.
    @Test func aDiskThatIsFull() throws {
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg"], text: "x") }
        defer { server.stop() }
        let loop = try EventLoop()
        let capture = try CaptureFile(path: "/dev/full", worker: BlockingWorker(loop: loop))
        let probe = try StreamProbe(loop: loop, request: ProbeRequest(url: server.url()), capture: capture)
        var failure: CaptureFile.Failure??
        probe.start { _ in capture.finish { failure = .some($0) } }
        #expect(loop.turn { failure != nil })
        #expect(failure??.text.hasPrefix("/dev/full: ") == true)
    }
}
