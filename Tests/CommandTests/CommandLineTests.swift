import Longwave
import TestSupport
import Testing

@testable import LongwaveCLI

/// How the built program reads its command line, in commands that play nothing.
@Suite struct CommandLineTests {
    static let stations = #"""
        {"station":[
          {"name":"Radio Nord","streamURL":"http://127.0.0.1:1/nord","id":"nord","country":"DE","tags":["jazz","news"]},
          {"name":"Radio Süd","streamURL":"http://127.0.0.1:1/sued","codec":"AAC"},
          {"name":"Nowhere"},
          {"name":"東京 \u001b[2J\u0007FM","streamURL":"http://127.0.0.1:1/tokyo","tags":["jazz"]}
        ]}
        """#

    private func withList<Result>(_ text: String = stations, _ body: (String) throws -> Result) throws -> Result {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/stations.json"
        try TextFile.write(text, to: path)
        return try withExtendedLifetime(directory) { try body(path) }
    }

    /// A station's name without a command: the message names the command that plays it.
    @Test func aNameWithoutACommand() throws {
        let run = try LongwaveBinary.run(["radio", "nord", "--quiet"])
        #expect(run.code == 64 && run.output == "")
        #expect(run.errors.contains("Did you mean 'longwave play radio nord'?"), "\(run.errors)")
    }

    static let usage: [[String]] = [
        ["play", "--volume", "101", "x"], ["play", "--volume", "loud", "x"], ["play", "--fast", "x"],
        ["play", "--fast", "--output", "null", "x"], ["play", "--policy", "lazy", "x"],
        ["play", "--give-up-after", "0", "x"], ["play", "--give-up-after", "nan", "x"], ["play", "--output", "", "x"],
        ["play", "--device", "", "x"],
        ["play", "--device", "n1", "--output", "null", "x"], ["play", "--on-device-removal", "cry", "x"],
        ["devices", "x"],
        ["play", "--json", "--quiet", "x"], ["play", "--format", "xml", "x"],
        ["list", "--json", "--format", "csv"], ["sing"], ["play", "--loud"], ["demo", "--for", "0"], ["demo", "x"],
    ]

    @Test(arguments: usage) func wrongUsageIs64(_ arguments: [String]) throws {
        let run = try LongwaveBinary.run(arguments)
        #expect(run.code == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("Usage: longwave"))
    }

    static let suggestions: [([String], String)] = [
        (["play", "--vol", "30"], "Unknown option '--vol'. Did you mean '--volume'?"),
        (["list", "--fav"], "Unknown option '--fav'. Did you mean '--favourites'?"),
        (["play", "--l", "x"], "Did you mean '--loudness' or '--library' or '--language' or '--low-latency'?"),
        (["playlists", "set", "x", "--query", "a", "--re", "y"], "Did you mean '--rename'?"),
        (["songs", "--per"], "Did you mean '--per-station'?"),
        // No option begins with "--col", so the program suggests an option with a similar name.
        (["play", "--colume", "3"], "Did you mean '--volume'?"),
    ]

    @Test(arguments: suggestions) func optionsThatBeginSoAreSuggested(_ arguments: [String], _ words: String) throws {
        let run = try LongwaveBinary.run(arguments)
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.contains(words) && run.errors.contains("Usage: longwave"), "\(run.errors)")
    }

    @Test func versionAndHelp() throws {
        let version = try LongwaveBinary.run(["--version"])
        #expect(version.code == 0)
        #expect(version.output == "longwave \(Version.current)\n")
        for arguments in [
            ["--help"], ["play", "--help"], ["list", "--help"], ["devices", "--help"], ["demo", "--help"],
            ["record", "--help"],
        ] {
            let help = try LongwaveBinary.run(arguments, environment: ["LANG": "C"])
            #expect(help.code == 0)
            #expect(help.output.contains("USAGE: longwave"))
            #expect(help.output.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completions(_ shell: String) throws {
        let run = try LongwaveBinary.run(["--generate-completion-script", shell])
        #expect(run.code == 0)
        #expect(run.output.contains("give-up-after"))
    }

    @Test func listAsTable() throws {
        let run = try withList { try LongwaveBinary.run(["list", "--library", $0, "--format", "table"]) }
        #expect(run.code == 0)
        #expect(
            run.output == """
                NO  NAME        ID    COUNTRY  CODEC  TAGS
                1   Radio Nord  nord  DE              jazz, news
                2   Radio Süd                  AAC
                3   東京 [2JFM                        jazz

                """)
        #expect(run.errors.contains("station 3 (Nowhere)"))
    }

    @Test func listInAScriptIsTabSeparated() throws {
        let run = try withList { try LongwaveBinary.run(["list", "--library", $0, "jazz"]) }
        #expect(
            run.lines.map { $0.split(separator: "\t").prefix(2).joined(separator: "|") } == [
                "number|name", "1|Radio Nord", "3|東京 [2JFM",
            ])
    }

    @Test func listPrintsOnlyASCIIWhereNothingElseIsShown() throws {
        for format in OutputFormat.allCases {
            let run = try withList {
                try LongwaveBinary.run(
                    ["list", "--library", $0, "--format", format.rawValue], environment: ["LANG": "C"])
            }
            #expect(run.code == 0)
            #expect(run.output.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0)) })
        }
    }

    @Test func theListAsJSONIsAList() throws {
        let first = try withList { try LongwaveBinary.run(["list", "--library", $0, "--json"]) }
        let second = try withList(first.output) { try LongwaveBinary.run(["list", "--library", $0, "--json"]) }
        #expect(first.code == 0)
        #expect(second.errors.isEmpty)
        #expect(second.output == first.output)
    }

    @Test func aListFromAServer() throws {
        let server = try LoopbackServer { $0.reply(text: Self.stations) }
        defer { server.stop() }
        let run = try LongwaveBinary.run(["list", "--library", server.url("/stations.json"), "nord"])
        #expect(run.code == 0)
        #expect(run.lines.count == 2)
    }

    static let badLists: [(Int, String, Int32)] = [
        (401, "", 77), (403, "", 77), (404, "", 65), (500, "", 69), (200, "<html>", 65), (200, "{\"station\":[}", 65),
    ]

    @Test(arguments: badLists) func badListsFromAServer(_ status: Int, _ text: String, _ code: Int32) throws {
        let server = try LoopbackServer { $0.reply(status: "\(status) Answer", text: text) }
        defer { server.stop() }
        let run = try LongwaveBinary.run(["list", "--library", server.url("/list")])
        #expect(run.code == code)
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func missingListsAndHosts() throws {
        #expect(try LongwaveBinary.run(["list", "--library", "/nonexistent/stations.json"]).code == 66)
        #expect(try LongwaveBinary.run(["list", "--library", "http://name.invalid/stations.json"]).code == 68)
        #expect(try withList { try LongwaveBinary.run(["list", "--library", $0, "polka"]).code } == 65)
    }

    @Test func aClosedPipeEndsWithoutAWord() throws {
        let many = (1...5000).map { #"{"name":"Station \#($0)","streamURL":"http://127.0.0.1:1/\#($0)"}"# }
        let text = "{\"station\":[\(many.joined(separator: ","))]}"
        let run = try withList(text) { path in
            try ChildProcess.run(
                "sh",
                [
                    "-c", "{ \"$0\" list --library \"$1\"; echo \"code $?\" >&2; } | head -n 1", LongwaveBinary.path,
                    path,
                ])
        }
        #expect(run.output.contains("number\tname"))
        #expect(run.output.contains("code 0"))
    }
}
