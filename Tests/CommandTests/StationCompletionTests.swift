import ArgumentParser
import Glibc
import Longwave
import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct StationCompletionTests {
    static let stations = [
        Station(name: "Radio Nord", urls: ["http://h/n"], id: "nord"),
        Station(name: "Süd: das\u{1B}[2J Radio", urls: ["http://h/s"], id: "a:b"),
        Station(name: "Radio ohne Nummer", urls: ["http://h/o"]),
    ]

    static let rows: [(String, CompletionShell, [String])] = [
        ("", .bash, ["nord", "a:b", "Radio ohne Nummer"]), ("no", .bash, ["nord"]), ("NO", .bash, ["nord"]),
        ("rad", .bash, ["Radio Nord", "Radio ohne Nummer"]), ("x", .bash, []),
        ("no", .fish, ["nord\tRadio Nord"]), ("a", .zsh, ["a\\:b:Süd: das[2J Radio"]),
        ("sü", .zsh, ["Süd\\: das[2J Radio"]),
    ]

    @Test(arguments: rows) func candidates(_ prefix: String, _ shell: CompletionShell, _ expected: [String]) {
        let candidates = Candidates.of(Self.stations, beginning: prefix)
        #expect(candidates.map { CompletionLine.text($0.word, $0.meaning, for: shell) } == expected)
    }

    @Test func thereAreNotTooMany() {
        let many = (0..<5000).map { Station(name: "S\($0)", urls: ["http://h/\($0)"], id: "s\($0)") }
        #expect(Candidates.of(many, beginning: "").count == Candidates.maximum)
    }

    @Test func theListOnTheLine() {
        #expect(StationCompletion.libraries(in: ["play", "--library", "a", "--library=b", "--library"]) == ["a", "b"])
    }

    /// A station's name and id contain shell code, as an attacker's list could. Completing them must not run the code.
    @Test(arguments: InteractiveShell.allCases) func namesAreNotRun(_ shell: InteractiveShell) throws {
        let directory = try TemporaryDirectory()
        let evil = "$(touch run)`touch run`"
        let name = "Tom's \\\"Radio\\\" ~ $HOME \(evil)"
        try directory.write(
            "stations.json",
            "{\"station\":[{\"name\":\"\(name)\",\"streamURL\":\"http://127.0.0.1:1/\",\"id\":\"a\(evil)\"}]}")
        let line = "longwave play --library stations.json "
        let offered = try shell.offered([line, line + "Tom"], in: directory)
        #expect(offered == [["a" + evil], [name.replacing("\\\"", with: "\"")]])
        #expect(access(directory.path + "/run", F_OK) != 0)
    }

    @Test(arguments: InteractiveShell.allCases) func whatIsOffered(_ shell: InteractiveShell) throws {
        let directory = try TemporaryDirectory()
        let environment = ["XDG_DATA_HOME": directory.path + "/data"]
        try directory.write(
            "stations.json",
            """
            {"station":[{"name":"Radio Nord","streamURL":"http://127.0.0.1:1/n","id":"nord","tags":["jazz","soul"]},
            {"name":"Ohne Nummer","streamURL":"http://127.0.0.1:1/o"}]}
            """)
        for file in ["nocturne.mp3", "notes.txt", ".no.mp3", "music/a b.aac", "music/radio.pls"] {
            try directory.write(file, "")
        }
        let added = try LongwaveBinary.run(
            ["playlists", "add", "My mornings", "nord", "--library", "stations.json"], environment: environment,
            in: directory.path)
        #expect(added.code == 0)
        let library = "--library stations.json"
        let rows: [(line: String, expected: Set<String>)] = [
            ("pl", ["play", "playlists"]), ("ctl pl", ["play"]), ("play --vol", ["--volume"]),
            ("play \(library) no", ["nord", "nocturne.mp3"]),
            ("play \(library) Ohn", ["Ohne Nummer"]),
            ("record \(library) no", ["nord", "nocturne.mp3"]), ("play \(library) mu", ["music/"]),
            ("probe \(library) mu", ["music/"]), ("play \(library) music/", ["music/a b.aac", "music/radio.pls"]),
            ("play --playlist My", ["My mornings"]), ("playlists show most", ["most-played"]),
            ("playlists remove My", ["My mornings"]), ("play --on-device-removal f", ["follow"]),
            ("list \(library) --tag ", ["jazz", "soul"]), ("list --sort bit", ["bitrate"]),
            ("find --sort v", ["votes"]), ("export --format x", ["xspf"]), ("log --source s", ["stream", "status"]),
            ("play --output nu", ["null"]), ("inspect no", ["nocturne.mp3", "notes.txt"]),
            ("play --rules sta", ["stations.json"]),
        ]
        let offered = try shell.offered(rows.map { "longwave " + $0.line }, in: directory, environment: environment)
        for (row, offered) in zip(rows, offered) { #expect(offered == row.expected, "\(row.line)") }
    }

    @Test(.enabled(if: PulseServer.isInstalled), arguments: InteractiveShell.allCases)
    func devicesAreOffered(_ shell: InteractiveShell) throws {
        let directory = try TemporaryDirectory()
        let server = try PulseServer(sinks: [.init("kitchen"), .init("attic")])
        let environment = ["PULSE_SERVER": server.address]
        let offered = try shell.offered(
            ["longwave play --device k", "longwave demo --output a"], in: directory, environment: environment)
        #expect(offered == [["kitchen"], ["attic"]])
    }
}
