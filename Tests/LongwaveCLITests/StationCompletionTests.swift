import ArgumentParser
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
        #expect(StationCompletion.candidates(Self.stations, prefix: prefix, shell: shell) == expected)
    }

    @Test func thereAreNotTooMany() {
        let many = (0..<5000).map { Station(name: "S\($0)", urls: ["http://h/\($0)"], id: "s\($0)") }
        let count = StationCompletion.candidates(many, prefix: "", shell: .bash).count
        #expect(count == StationCompletion.maximumCandidates)
    }

    @Test func theListOnTheLine() {
        #expect(StationCompletion.libraries(in: ["play", "--library", "a", "--library=b", "--library"]) == ["a", "b"])
    }

    /// A real bash with the real script.
    @Test func bashOffersStations() throws {
        let directory = try TemporaryDirectory()
        try TextFile.write(
            #"{"station":[{"name":"Radio Nord","streamURL":"http://127.0.0.1:1/n","id":"nord"},"#
                + #"{"name":"Norden ohne","streamURL":"http://127.0.0.1:1/o"}]}"#, to: directory.path + "/stations.json"
        )
        try TextFile.write(
            """
            PATH=\(directory.path):$PATH
            source <(longwave --generate-completion-script bash)
            COMP_WORDS=(longwave play --library '\(directory.path)/stations.json' "$1")
            COMP_CWORD=4
            COMP_LINE="${COMP_WORDS[*]}"
            COMP_POINT=${#COMP_LINE}
            _longwave longwave "$1" stations.json
            printf '%s\\n' "${COMPREPLY[@]}"

            """, to: directory.path + "/try.sh")
        let link = try ChildProcess("ln", ["-s", LongwaveBinary.path, directory.path + "/longwave"])
        #expect(link.wait() == 0)
        for (typed, expected) in [("no", "nord\n"), ("Nor", "Norden ohne\n")] {
            let shell = try ChildProcess("bash", [directory.path + "/try.sh", typed], output: .piped)
            #expect(shell.readAll() == expected)
        }
    }
}
