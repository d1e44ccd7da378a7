import Glibc
import TestSupport
import Testing

/// `longwave rules test` of the built program, and the option `--rules` of other commands.
@Suite struct RulesCommandTests {
    private static let rules = #"""
        {"rules": [{"name": "slogan", "stations": ["example fm"], "match": " \\| example fm$", "rewrite": ""},
          {"match": "^teaser", "kind": "jingle"}]}
        """#

    @Test func `raw titles`() throws {
        let directory = try TemporaryDirectory()
        let (log, rules) = (directory.path + "/titles", directory.path + "/rules.json")
        try TextFile.write(
            "Yazoo - Don't Go | Example FM\n\nStreamTitle='Teaser 3';StreamUrl='';\nA - B\nbase64:!\n", to: log)
        try TextFile.write(Self.rules, to: rules)
        func run(_ more: [String]) throws -> LongwaveBinary.Run {
            try LongwaveBinary.run(["rules", "test", log, "--rules", rules] + more)
        }
        let own = try run(["--json", "--station", "Example FM"])
        #expect(own.code == 0 && own.lines.count == 2)
        #expect(
            own.lines.first?.hasPrefix(
                #"{"version":1,"line":1,"station":null,"rules":["slogan"],"givenUp":[],"before":{"kind":"song","#)
                == true)
        #expect(
            own.lines.first?.contains(
                #""after":{"kind":"song","artist":"Yazoo","title":"Don't Go","text":"Yazoo - Don't Go""#) == true)
        #expect(own.lines.last?.contains(#""line":3,"station":null,"rules":["rule 2"]"#) == true)
        #expect(own.lines.last?.contains(#""after":{"kind":"jingle""#) == true)
        for words in [
            "3 titles, rules match 2", "slogan: 1", "rule 2: 1", "not a title: 1 line; the first: not base64",
        ] {
            #expect(own.errors.contains(words), "\(words)")
        }
        let other = try run(["--all", "--json"])
        #expect(other.lines.count == 3 && other.errors.contains("rules match 1"))
        let people = try run(["--station", "example fm"])
        #expect(
            people.output == """
                1: slogan
                  - song, artist "Yazoo", title "Don't Go"
                  + song, artist "Yazoo", title "Don't Go"
                3: rule 2
                  - unknown, title "Teaser 3"
                  + jingle, title "Teaser 3"

                """)
        let table = try run(["--format", "csv"])
        #expect(table.lines.first?.hasPrefix("line,station,rules,") == true)
        #expect(table.output.contains("3,,rule 2,,Teaser 3,unknown,Teaser 3,,Teaser 3,,jingle"))
    }

    /// `rules test` applies rules to a log of two stations. One record has bytes that are not UTF-8, one comes from a
    /// server's status page, and some have no title.
    @Test func `a log's records`() throws {
        let directory = try TemporaryDirectory()
        let (log, rules) = (directory.path + "/log.jsonl", directory.path + "/rules.json")
        func record(_ type: String, _ station: String, _ id: String, _ rest: String = "") -> String {
            #"{"type":"\#(type)","time":"2026-11-21T12:00:00.000Z","station":{"id":"\#(id)","name":"\#(station)"}"#
                + rest
                + "}"
        }
        let lines = [
            record(
                "track", "Example FM", "ex",
                #","artist":"x","kind":"song","raw":"StreamTitle='Yazoo - Don't Go | Example FM';","source":"stream""#),
            record("end", "Example FM", "ex", #","title":"Teaser""#),
            record("track", "Two", "two", #","kind":"song","raw":"StreamTitle='A - B | Example FM';""#),
            record(
                "track", "Example FM", "ex",
                #","title":"Teaser 4","text":"Teaser 4","kind":"unknown","raw":"{\"title\":\"Teaser 4\"}""#),
            // The title's bytes are `Café - X | Example FM` in windows-1252.
            record(
                "track", "Example FM", "ex",
                #","charset":"windows-1252","rawBase64":"U3RyZWFtVGl0bGU9J0NhZukgLSBYIHwgRXhhbXBsZSBGTSc7""#),
            record("gap", "Example FM", "ex"),
            // A line of JSON that is not a record of a log counts as a title.
            #"{"title":"Teaser JSON"}"#,
        ]
        try TextFile.write(lines.joined(separator: "\n"), to: log)
        try TextFile.write(Self.rules, to: rules)
        let run = try LongwaveBinary.run(["rules", "test", log, "--rules", rules, "--json"])
        #expect(run.code == 0 && run.errors.contains("5 titles, rules match 4"), "\(run.errors)")
        let expected = [
            (#"1,"station":"ex","rules":["slogan"]"#, #"{"kind":"song","artist":"Yazoo","title":"Don't Go""#),
            (#"4,"station":"ex","rules":["rule 2"]"#, #"{"kind":"jingle","artist":null,"title":"Teaser 4""#),
            (#"5,"station":"ex","rules":["slogan"]"#, #"{"kind":"song","artist":"Café","title":"X""#),
            (#"7,"station":null,"rules":["rule 2"]"#, #"{"kind":"jingle","artist":null,"title":"Teaser JSON""#),
        ]
        #expect(run.lines.count == expected.count)
        for (line, (head, after)) in zip(run.lines, expected) {
            #expect(line.contains("\"line\":" + head) && line.contains("\"after\":" + after), "\(line)")
        }
    }

    @Test func `a CSV log is refused`() throws {
        let directory = try TemporaryDirectory()
        let log = directory.path + "/log.csv"
        let columns = "seq,type,time,offset,station_id,station,artist,title,text,kind,source,charset,"
        try TextFile.write(
            columns + "duration,unseen,started,until,reason,raw,raw_base64\n1,track,2026-11-21T12:00:00.000Z\n", to: log
        )
        let run = try LongwaveBinary.run(["rules", "test", log])
        #expect(run.code == 65 && run.lines.isEmpty && run.errors.contains("is a CSV log"), "\(run.errors)")
    }

    @Test func `people see which station it is`() throws {
        let directory = try TemporaryDirectory()
        let (log, rules) = (directory.path + "/log.jsonl", directory.path + "/rules.json")
        try TextFile.write(
            #"""
            {"type":"track","time":"2026-11-21T12:00:00.000Z","station":{"id":"ex","name":"Example FM"},"raw":"StreamTitle='Teaser 5';"}
            """#, to: log)
        try TextFile.write(Self.rules, to: rules)
        let run = try LongwaveBinary.run(["rules", "test", log, "--rules", rules])
        #expect(run.lines.first == "1 Example FM: rule 2")
    }

    /// A title that only repeats the station's name is not a title, for `rules test` as for `longwave log`. No rule is
    /// applied to it.
    @Test func `the station's name is known`() throws {
        let directory = try TemporaryDirectory()
        let (log, rules) = (directory.path + "/log.jsonl", directory.path + "/rules.json")
        try TextFile.write(
            #"""
            {"type":"track","time":"2026-11-21T12:00:00.000Z","station":{"id":"ex","name":"Example FM"},"raw":"StreamTitle='Example FM 101.2';"}
            {"type":"track","time":"2026-11-21T12:00:00.000Z","station":{"id":"two","name":"Two"},"raw":"StreamTitle='Example FM 101.2';"}
            """#, to: log)
        try TextFile.write(#"{"rules": [{"name": "all", "match": ".", "kind": "jingle"}]}"#, to: rules)
        let run = try LongwaveBinary.run(["rules", "test", log, "--rules", rules, "--json", "--all"])
        #expect(run.lines.count == 2)
        #expect(run.lines.first?.contains(#""rules":[],"givenUp":[],"before":{"kind":"none""#) == true)
        #expect(run.lines.last?.contains(#""rules":["all"],"givenUp":[],"before":{"kind":"unknown""#) == true)
    }

    @Test func `the usual file, wrong files and missing ones`() throws {
        let directory = try TemporaryDirectory()
        let (log, folder) = (directory.path + "/titles", directory.path + "/longwave")
        try TextFile.write("Teaser\n", to: log)
        #expect(mkdir(folder, 0o700) == 0)
        let usual = ["XDG_CONFIG_HOME": directory.path]
        let without = try LongwaveBinary.run(["rules", "test", log], environment: usual)
        #expect(without.code == 0 && without.errors.contains("1 title, rules match 0"))
        try TextFile.write(Self.rules, to: folder + "/rules.json")
        let with = try LongwaveBinary.run(["rules", "test", log, "--json"], environment: usual)
        #expect(with.code == 0 && with.lines.count == 1 && with.errors.contains("rules match 1"))
        try TextFile.write(#"{"rules": [{"match": "("}]}"#, to: folder + "/rules.json")
        let file = directory.path + "/short.mp3"
        try TextFile.write(Array(Sample.mp3.read().prefix(20_000)), to: file)
        // Rules that cannot be read are an error of `rules test`, but the player only reports them and plays.
        for (command, codes) in [(["rules", "test", log], (65, 66)), (["play", "--output", "null", file], (0, 0))] {
            let wrong = try LongwaveBinary.run(command, environment: usual)
            #expect(wrong.code == codes.0 && wrong.lines.isEmpty == (codes.0 != 0))
            #expect(wrong.errors.contains("rule 1: \"match\" is not a regular expression"), "\(wrong.errors)")
            let missing = try LongwaveBinary.run(command + ["--rules", directory.path + "/none"])
            #expect(missing.code == codes.1 && missing.errors.contains("/none: No such file"), "\(missing.errors)")
        }
        #expect(try LongwaveBinary.run(["rules", "test", directory.path + "/none"]).code == 66)
    }
}
