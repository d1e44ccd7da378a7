import Longwave
import RadioJSON
import RadioLoop
import RadioProbe
import TestSupport
import Testing

@testable import LongwaveCLI

/// The output of `inspect`, `probe` and `check`, for people and for programs, equals the files in Tests/Golden.
@Suite struct DiagnosisGoldenTests {
    /// Returns the rows, a blank line and the JSON, with line breaks between the objects of a list.
    private static func text(_ rows: ReportRows, _ json: JSONNode) -> String {
        rows.text(.tsv, .utf8) + "\n" + json.text().replacing("},{", with: "},\n{") + "\n"
    }

    private static func compare(_ text: String, _ name: String) throws {
        #expect(try GoldenFile.difference(name + ".txt", text) == nil)
    }

    @Test(arguments: InspectedInput.all) func inspect(_ input: InspectedInput) throws {
        let reader = InspectionReader(
            input.kind?.form ?? .stream(nil), metaint: input.metaint, charset: input.charset, cipher: input.cipher)
        let directory = try TemporaryDirectory()
        try reader.read(path: try directory.write("input", try input.bytes()))
        let inspection = reader.finish()
        let document = inspection.document(file: input.name)
        var rows = ReportRows()
        rows.add(document + ReportWords.of(inspection), as: ReportRows.inspection)
        try Self.compare(Self.text(rows, document), "inspect-" + input.name)
    }

    // MARK: Probe

    /// Replaces what differs from run to run: ports, times, and figures that depend on them.
    private static func masked(_ text: String) -> String {
        text.replacing(/127\.0\.0\.1:\d+/, with: "HOST").replacing(/url-[0-9a-z]+/, with: "url-ID")
            .replacing(/("(?:at|headers|firstByte|firstSound|firstTitle|ended)":)[0-9.]+/) { "\($0.1)TIME" }
            .replacing(/( after\t)[0-9.]+ s/) { "\($0.1)TIME" }
            .replacing(/(connection ended) [0-9.]+ s/) { "\($0.1) TIME" }
    }

    private static func probe(
        _ name: String, _ url: String, station: Station? = nil, listening: Duration = .seconds(60)
    ) throws {
        let loop = try EventLoop()
        var request = ProbeRequest(url: url, listening: listening)
        request.stationName = station?.name
        let probe = try StreamProbe(loop: loop, request: request)
        var report: ProbeReport?
        probe.start { report = $0 }
        #expect(loop.turn(within: .seconds(60)) { report != nil })
        let found = try #require(report)
        let document = found.document(of: station, capture: nil)
        var rows = ReportRows()
        rows.add(
            document + ReportWords.of(found, of: ProbeTarget(url: url, station: station)), as: ReportRows.probe)
        try Self.compare(masked(text(rows, document)), "probe-" + name)
    }

    @Test func `a probe of files, pages and lists`() throws {
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/list": connection.reply(text: "[playlist]\nFile1=/dead\nFile2=/moved\n")
            case "/moved": connection.redirect(to: "/sound", status: "301 Moved")
            case "/sound":
                connection.reply(
                    headers: ["Content-Type: audio/mpeg", "icy-name: Test", "icy-br: 32", "Server: me"],
                    body: (try? Sample.mp3.read()) ?? [])
            case "/ogg":
                connection.reply(
                    headers: ["Content-Type: application/ogg"], body: (try? ChainSample.flac.read()) ?? [])
            case "/page": connection.reply(headers: ["Content-Type: audio/mpeg"], text: "<!DOCTYPE html><html></html>")
            default: connection.reply(status: "404 Not Found", headers: ["Retry-After: 3"], text: "no")
            }
        }
        defer { server.stop() }
        let station = Station(
            name: "Example", urls: [server.url("/list"), "http://user:secret@h/"], id: "ex", charset: "koi8-r")
        try Self.probe("list", server.url("/list"), station: station)
        for name in ["ogg", "page", "missing"] { try Self.probe(name, server.url("/" + name)) }
    }

    @Test func `a probe of a station with titles`() throws {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(60)
        settings.loops = false
        let pieces = try ["Yazoo - Don't Go", "Test Station", "Sænk - Æblet"].map {
            try IcyServer.Piece(Sample.mp3Mpeg25, title: $0)
        }
        let station = try IcyServer(pieces, settings: settings)
        defer { station.stop() }
        try Self.probe("icy", station.url)
    }

    @Test func `a probe of segments`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let packed = try HlsProgramme.packed(.mp3Mpeg25, seconds: 2, titles: [0: "Artist - Title"])
        var channel = HlsChannel(.onDemand, targetDuration: 2, programme: packed)
        channel.programDate = MediaTime(value: 1_780_000_000, timescale: 1)
        origin.add("en", channel)
        let media = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8""#
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant(
                [.init("en.m3u8", #"BANDWIDTH=64000,CODECS="mp4a.40.34",AUDIO="g""#)], tags: [media]))
        try Self.probe("hls", origin.url("/index.m3u8"))
    }

    // MARK: Check

    @Test func check() throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/gone": connection.reply(status: "404 Not Found", text: "no")
            case "/moved": connection.redirect(to: "/new", status: "301 Moved Permanently")
            case "/elsewhere": connection.redirect(to: "/new", status: "302 Found")
            case "/aac": connection.reply(headers: ["Content-Type: audio/mpeg"], body: (try? Sample.aac.read()) ?? [])
            default: connection.play(sound)
            }
        }
        defer { server.stop() }
        let stations = [
            Station(name: "Moved", urls: [server.url("/moved"), server.url("/gone")], codec: "AAC"),
            Station(name: "Elsewhere", urls: [server.url("/elsewhere")]),
            Station(name: "Other", urls: [server.url("/aac")], bitRate: 64_000),
            Station(name: "Gone", urls: [server.url("/gone"), server.url("/gone")]), Station(name: "None", urls: []),
        ]
        let loop = try EventLoop()
        let checker = try StationChecker(loop: loop, settings: .init(timeout: .seconds(90)))
        var found = stations.map { StationHealth($0) }
        var isOver = false
        checker.start(stations) {
            found[$0] = $1
        } completion: {
            isOver = true
        }
        #expect(loop.turn(within: .seconds(100)) { isOver })
        let items = stations.enumerated().map { number, station in
            var item = LibraryItem(found: station)
            item.number = number + 1
            return item
        }
        let document = CheckPrinter.document(zip(items, found).map { ($0, $1) })
        let texts = [OutputFormat.table, .tsv, .json].map { document.text($0, charset: .utf8, width: nil) }
        let masked = Self.masked(texts.joined(separator: "\n").replacing("},{", with: "},\n{"))
            .replacing(/("measuredBitRate":)\d+/) { "\($0.1)RATE" }
            .replacing(/(yes|no) +\d+/) { "\($0.1)  MS" }.replacing(/[ ]{2,}/, with: "  ")
            .replacing("  \n", with: "\n")
            .replacing(/(\t(?:yes|no)\t[^\t]*\t)[0-9.]+/) { "\($0.1)TIME" }
        try Self.compare(masked, "check")
    }
}
