import Longwave
import TestSupport
import Testing

@testable import LongwaveCLI

/// `longwave inspect` of station lists.
@Suite struct InspectListTests {
    private static let stations = [
        Station(
            name: "Nord", urls: ["http://h.example/n"], homepage: "http://h.example/", country: "DE", tags: ["jazz"]),
        Station(name: "Süd\u{1B}[2J", urls: ["http://h.example/s"]),
    ]

    private func run(_ bytes: [UInt8], _ arguments: [String]) throws -> LongwaveBinary.Run {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/list"
        try TextFile.write(String(decoding: bytes, as: UTF8.self), to: file)
        return try LongwaveBinary.run(["inspect"] + arguments + [file])
    }

    /// `inspect` recognises each list format by the file's bytes, because the file's name has no suffix.
    @Test(arguments: ListFormatName.allCases) func everyFormat(_ name: ListFormatName) throws {
        let (bytes, _) = StationListWriter.write(Self.stations, as: name.format)
        let json = try run(bytes, ["--json"])
        #expect(json.code == 0 && json.errors.isEmpty)
        #expect(json.output.contains(#""list":{"format":"\#(name.rawValue)","error":null,"#))
        #expect(json.output.contains(#"{"name":"Nord","#) && json.output.contains("Süd"))
        #expect(json.output.hasSuffix(#""problems":[]}"# + "\n"), "\(json.output)")
        let words = try run(bytes, [])
        #expect(words.lines.contains { $0.hasPrefix("list") && $0.contains("2 stations") }, "\(words.output)")
        #expect(words.lines.contains { $0.hasPrefix("station") && $0.contains("http://h.example/n") })
        #expect(!words.output.contains("\u{1B}"))
    }

    @Test func entriesThatAreBroken() throws {
        let run = try run(Array(#"{"station":[{"name":"x"},{"name":"y","streamURL":"http://h/"}]}"#.utf8), ["--json"])
        #expect(run.output.contains(#""kind":"json""#))
        #expect(run.output.contains(#"{"number":1,"name":"x","#))
    }

    /// `inspect` does not take sound, a web page or an HLS playlist for a station list.
    @Test func whatIsNoList() throws {
        #expect(try LongwaveBinary.run(["inspect", "--json", Sample.mp3.path]).output.contains(#""list":null"#))
        for text in ["<html><body>Hello</body></html>", "#EXTM3U\n#EXT-X-TARGETDURATION:2\n", "Hello, you\n"] {
            #expect(try run(Array(text.utf8), ["--json"]).output.contains(#""list":null"#), "\(text)")
        }
        // For a list with a mistake, the error says where the mistake is.
        let broken = try run(Array(#"{"station":[{"name":"x",}]}"#.utf8), ["--json"])
        #expect(
            broken.output.contains(#""list":{"format":null,"error":"the list is not valid JSON"#), "\(broken.output)")
    }
}
