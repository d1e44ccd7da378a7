import RadioFormats
import RadioJSON
import RadioLists
import RadioLoop
import Testing

@testable import RadioTitles

@Suite struct LogLineTests {
    private static func track(_ change: (inout TrackInfo) -> Void = { _ in }) -> StationRecord {
        var track = TrackInfo(
            kind: .song, artist: "A, \"B\"", title: "T\nx", text: "A, \"B\" - T\nx", raw: Array("StreamTitle='A';".utf8)
        )
        track.charset = "UTF-8"
        change(&track)
        return StationRecord(
            station: "one",
            record: .track(
                TitleRecord.Begin(at: TrackDetectorTests.moment(1.5), track: track, source: .inBand)), offset: -210)
    }

    private static func json(_ record: StationRecord) throws -> JSONValue {
        let text = LogLine.numbered(LogLine.text(record, station: "One", .jsonLines), 7, .jsonLines)
        #expect(!text.contains("\n"))
        #expect(LogLine.number(of: Array(text.utf8), .jsonLines) == 7)
        return try JSONReader.read(Array(text.utf8))
    }

    @Test func aTrackIsOneLineOfJSON() throws {
        let value = try Self.json(Self.track())
        #expect(value["v"] == .number(1) && value["seq"] == .number(7))
        #expect(value["type"]?.string == "track")
        #expect(value["time"]?.string == "2026-09-21T14:13:21.500Z")
        #expect(value["offset"]?.string == "-03:30")
        #expect(value["station"]?["id"]?.string == "one" && value["station"]?["name"]?.string == "One")
        #expect(value["artist"]?.string == "A, \"B\"" && value["title"]?.string == "T\nx")
        #expect(value["kind"]?.string == "song" && value["source"]?.string == "inBand")
        #expect(value["charset"]?.string == "UTF-8")
        #expect(value["raw"]?.string == "StreamTitle='A';" && value["rawBase64"] == nil)
        #expect(value["album"] == nil && value["ids"] == nil, "what is not known is not there")
    }

    @Test func moreThatIsKnownIsWritten() throws {
        let value = try Self.json(
            Self.track {
                $0.album = "Album"
                $0.duration = .seconds(181.5)
                $0.artworkURL = "http://a/b.png"
                $0.identifiers = [.init(name: "isrc", value: "X1")]
                $0.isRepaired = true
                $0.raw = [0x53, 0xE9]
            })
        #expect(value["album"]?.string == "Album" && value["length"] == .number(181.5))
        #expect(value["artworkURL"]?.string == "http://a/b.png" && value["repaired"] == .bool(true))
        #expect(value["raw"] == nil && value["rawBase64"]?.string == "U+k=")
        guard case .array(let ids)? = value["ids"] else {
            Issue.record("no ids")
            return
        }
        #expect(ids.first?["name"]?.string == "isrc" && ids.first?["value"]?.string == "X1")
    }

    @Test func endsAndGapsHaveTheirTimes() throws {
        let track = TrackDetectorTests.track("T", .song)
        let end = StationRecord(
            station: "one",
            record: .end(
                TitleRecord.End(
                    at: TrackDetectorTests.moment(10), track: track, began: TrackDetectorTests.moment(0),
                    duration: .seconds(10), unseen: .milliseconds(1500))), offset: 60)
        var value = try Self.json(end)
        #expect(value["type"]?.string == "end" && value["time"]?.string == "2026-09-21T14:13:30.000Z")
        #expect(value["started"]?.string == "2026-09-21T14:13:20.000Z")
        #expect(value["duration"] == .number(10) && value["unseen"] == .number(1.5))
        let gap = StationRecord(
            station: "one",
            record: .gap(
                TitleRecord.Gap(
                    from: TrackDetectorTests.moment(10), until: TrackDetectorTests.moment(70), reason: "timed out")),
            offset: 60)
        value = try Self.json(gap)
        #expect(value["type"]?.string == "gap" && value["duration"] == .number(60))
        #expect(value["until"]?.string == "2026-09-21T14:14:30.000Z" && value["reason"]?.string == "timed out")
        #expect(value["artist"] == nil)
    }

    @Test func aRowHasItsColumns() {
        let row = LogLine.numbered(LogLine.text(Self.track(), station: "One", .csv), 12, .csv)
        let expected =
            "12,track,2026-09-21T14:13:21.500Z,-03:30,one,One,\"A, \"\"B\"\"\",T x,\"A, \"\"B\"\" - T x\",song,inBand,"
            + "UTF-8,,,,,,StreamTitle='A';,"
        #expect(row == expected)
        #expect(LogLine.number(of: Array(row.utf8), .csv) == 12)
        #expect(LogFormat.csv.header?.split(separator: ",").count == LogLine.columns.count)
    }

    @Test(
        arguments: [
            ("{\"v\":1,\"seq\":12,\"type\"", LogFormat.jsonLines, 12), ("{\"v\":1,\"seq\":12", .jsonLines, nil),
            ("{\"v\":2,\"seq\":12,", .jsonLines, nil), ("{\"seq\":12,", .jsonLines, nil), ("", .jsonLines, nil),
            ("{\"v\":1,\"seq\":1234567890123456789012,", .jsonLines, nil), ("seq,type", .csv, nil), ("4,", .csv, 4),
            (",", .csv, nil), ("4", .csv, nil),
        ] as [(String, LogFormat, Int64?)])
    func numbersAreFound(_ line: String, _ format: LogFormat, _ number: Int64?) {
        #expect(LogLine.number(of: Array(line.utf8), format) == number)
    }

    @Test(
        arguments: [
            ("daily", LogRotation.daily), ("10M", .size(10 << 20)), ("4096", .size(4096)), ("1g", .size(1 << 30)),
            ("64k", .size(65_536)), ("100", nil), ("", nil), ("M", nil), ("-5M", nil), ("1.5M", nil), ("weekly", nil),
            ("9223372036854775807G", nil),
        ] as [(String, LogRotation?)])
    func rotationsAreRead(_ text: String, _ rotation: LogRotation?) { #expect(LogRotation(text) == rotation) }

    @Test func theGateLetsThroughAsManyAsItsRate() {
        let start = MonotonicInstant(nanoseconds: 0)
        var gate = ConnectGate(rate: 100, at: start)
        var through = gate.admit(1000, at: start)
        #expect(through == 32, "a burst")
        var now = start
        while through < 1000 {
            now = gate.next(after: now)
            through += gate.admit(1000 - through, at: now)
        }
        let seconds = start.duration(to: now) / .seconds(1)
        #expect(abs(seconds - 9.68) < 0.1)
        // After an hour without a connection, only 32 may be opened at once.
        #expect(gate.admit(1000, at: now.advanced(by: .seconds(3600))) == 32)
        var slow = ConnectGate(rate: 0.5, at: start)
        #expect(slow.admit(5, at: start) == 0)
        #expect(start.duration(to: slow.next(after: start)) == .seconds(1))
    }
}
