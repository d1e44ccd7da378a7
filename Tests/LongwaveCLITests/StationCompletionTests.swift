import ArgumentParser
import Glibc
import Longwave
import TestSupport
import Testing

@testable import RadioConsole
@testable import longwave

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

    /// What bash offers for the last of these words, with the real script.
    private func offered(
        _ words: [String], in directory: TemporaryDirectory, environment: [String: String] = [:]
    ) throws -> [String] {
        let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
        let link = directory.path + "/longwave"
        if symlink(LongwaveBinary.path, link) != 0, errno != EEXIST { throw TestFailure(reason: link) }
        let script = """
            cd "$1" && shift
            PATH=$PWD:$PATH
            source <(longwave --generate-completion-script bash)
            COMP_WORDS=(longwave "$@")
            COMP_CWORD=$#
            COMP_LINE="${COMP_WORDS[*]}"
            COMP_POINT=${#COMP_LINE}
            _longwave longwave "${@: -1}" "${COMP_WORDS[$# - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let shell = try ChildProcess(
            "env", ["-i"] + settings + ["bash", "-c", script, "bash", directory.path] + words, output: .piped)
        return shell.readAll().split(separator: "\n").map(String.init)
    }

    /// A list's name or id is a stranger's: a key must not run it.
    @Test func namesAreNotRun() throws {
        let directory = try TemporaryDirectory()
        let evil = "$(touch \(directory.path)/run)`touch \(directory.path)/run`"
        let name = "Tom's \\\"Radio\\\" ~ $HOME \(evil)"
        let list = directory.path + "/stations.json"
        try TextFile.write(
            "{\"station\":[{\"name\":\"\(name)\",\"streamURL\":\"http://127.0.0.1:1/\",\"id\":\"a\(evil)\"}]}", to: list
        )
        let library = ["play", "--library", list]
        #expect(try offered(library + [""], in: directory) == ["a" + evil])
        #expect(try offered(library + ["Tom"], in: directory) == [name.replacing("\\\"", with: "\"")])
        #expect(access(directory.path + "/run", F_OK) != 0)
    }

    @Test func filesPlaylistsAndValuesAreOffered() throws {
        let directory = try TemporaryDirectory()
        let environment = ["XDG_DATA_HOME": directory.path + "/data"]
        let list = directory.path + "/stations.json"
        try TextFile.write(
            #"{"station":[{"name":"Radio Nord","streamURL":"http://127.0.0.1:1/n","id":"nord","tags":["jazz","soul"]}]}"#,
            to: list)
        mkdir(directory.path + "/music", 0o755)
        for file in ["nocturne.mp3", "notes.txt", ".no.mp3", "music/a b.aac", "music/radio.pls"] {
            try TextFile.write("", to: directory.path + "/" + file)
        }
        let added = try LongwaveBinary.run(
            ["playlists", "add", "My mornings", "nord", "--library", list], environment: environment)
        #expect(added.code == 0)
        let library = ["--library", list]
        for (words, expected) in [
            (["play"] + library + ["no"], ["nord", "nocturne.mp3"]), (["play"] + library + ["mu"], ["music/"]),
            (["play"] + library + ["music/"], ["music/a b.aac", "music/radio.pls"]),
            (["play", "--playlist", "My"], ["My mornings"]), (["playlists", "show", "most"], ["most-played"]),
            (["playlists", "remove", ""], ["My mornings"]), (["play", "--on-device-removal", "f"], ["follow"]),
            (["list"] + library + ["--tag", ""], ["jazz", "soul"]), (["list", "--sort", "bit"], ["bitrate"]),
            (["find", "--sort", "v"], ["votes"]), (["export", "--format", "x"], ["xspf"]),
            (["log", "--source", "s"], ["stream", "status"]), (["play", "--output", "nu"], ["null"]),
            (["inspect", "no"], ["nocturne.mp3", "notes.txt"]), (["play", "--rules", "sta"], ["stations.json"]),
        ] as [([String], [String])] {
            let offered = try offered(words, in: directory, environment: environment)
            #expect(offered == expected, "\(words)")
        }
    }

    @Test(.enabled(if: PulseServer.isInstalled)) func devicesAreOffered() throws {
        let directory = try TemporaryDirectory()
        let server = try PulseServer(sinks: [.init("kitchen"), .init("attic")])
        let environment = ["PULSE_SERVER": server.address]
        #expect(try offered(["play", "--device", "k"], in: directory, environment: environment) == ["kitchen"])
        #expect(try offered(["demo", "--output", "a"], in: directory, environment: environment) == ["attic"])
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
