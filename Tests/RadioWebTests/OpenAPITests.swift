import Longwave
import RadioJSON
import TestSupport
import Testing

@testable import RadioWeb

/// The document that describes the API says what docs/JSON.md and the answers say.
@Suite struct OpenAPITests {
    @Test(arguments: ["event-states.jsonl"]) func states(_ file: String) throws {
        let lines = try GoldenFile.read(file).split(separator: "\n")
        #expect(lines.count >= 5)
        for line in lines {
            #expect(SchemaCheck.problems(try JSONReader.read(Array(line.utf8)), "State") == [])
        }
    }

    /// A value that the document does not describe is found.
    @Test func aWrongState() throws {
        let line = try #require(try GoldenFile.read("event-states.jsonl").split(separator: "\n").first)
        for (right, wrong) in [
            (#""volume":1"#, #""volume":"1""#), (#""status":"stopped""#, #""status":"sleeping""#),
            (#""muted":false,"#, ""), (#""stalls":0"#, #""stalls":0.5"#), (#""rate":1"#, #""rate":1,"more":1"#),
        ] {
            let text = line.replacing(right, with: wrong)
            #expect(SchemaCheck.problems(try JSONReader.read(Array(text.utf8)), "State").count == 1, "\(wrong)")
        }
    }

    /// Each command that can be written as JSON, with its parameters, is in the table, and the other way round.
    @Test func commands() {
        let source = PlayRequest.Source.stations([Station(name: "A", urls: ["http://a/"])])
        let sources: [PlayRequest.Source] = [.named("a"), .query("a"), .playlist("a"), .programme("a"), source]
        var play = PlayRequest(source)
        (play.isShuffled, play.repeatMode, play.isSeamless) = (true, .all, true)
        let all: [PlayerCommand] =
            [
                .play(play), .pause, .toggle, .stop, .next, .previous, .setVolume(1), .changeVolume(1), .mute(true),
                .seek(.to(1)), .seek(.by(1)), .seek(.title(1)), .seek(.live), .setRate(1), .setEqualiser("off"),
                .scan(.forward), .keep(.seconds(1)), .record(true), .like(true), .remove(.at(1)), .remove(.id(1)),
                .move(from: 1, to: 2), .moveEntry(1, by: 1), .playEntry(.at(1)), .playEntry(.id(1)), .clearQueue,
                .shuffle(true), .repeatQueue(.all), .interrupt(true), .sleep(.seconds(1)), .snooze(.seconds(1)),
                .announce("a", ducking: 1, at: .zero),
            ] + sources.flatMap { [.play(PlayRequest($0)), .enqueue($0, isNext: true)] }
        var written: [String: Set<String>] = [:]
        for command in all {
            let (method, params) = command.request
            guard case .object(let members) = params else { continue }
            written[method, default: []].formUnion(members.map(\.name))
        }
        let table = OpenAPITables.commands.map { ($0.key, Set($0.value.pairs.map(\.key))) }
        #expect(Dictionary(uniqueKeysWithValues: table) == written)
    }

    /// docs/JSON.md explains each member of a state and of its parts, and each command.
    @Test func thePageExplainsTheMembers() throws {
        let page = String(decoding: try Samples.read(path: "docs/JSON.md"), as: UTF8.self)
        let explained = ["State", "Stream", "Track", "NowPlaying", "Programme"]
        for schema in OpenAPITables.schemas where explained.contains(schema.key) {
            for member in schema.value.pairs where !["version", "raw", "rawBase64"].contains(member.key) {
                #expect(page.contains("`\(member.key)`"), "\(schema.key).\(member.key)")
            }
        }
        for command in OpenAPITables.commands { #expect(page.contains("`\(command.key)`"), "\(command.key)") }
    }

    /// Each name of a schema that the document uses is defined.
    @Test func references() {
        let text = OpenAPI.document.text()
        let names = Set(OpenAPITables.schemas.map(\.key) + ["Command"])
        for match in text.matches(of: #/#\/components\/schemas\/([A-Za-z]+)/#) {
            #expect(names.contains(String(match.1)))
        }
        for route in Route.allCases { #expect(text.contains("\"\(route.rawValue)\"")) }
    }
}
