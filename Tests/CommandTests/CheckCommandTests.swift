import Glibc
import Longwave
import TestSupport
import Testing

/// `longwave check` of the built program, with servers on this computer.
@Suite struct CheckCommandTests {
    private let directory: TemporaryDirectory
    private let server: LoopbackServer

    init() throws {
        directory = try TemporaryDirectory()
        let sound = try Sample.mp3.read()
        let metadata = Array("StreamTitle='Artist - Title';".utf8)
        // An ICY metadata block of 3 × 16 bytes. The server sends it after 8192 bytes of sound.
        let block = [3] + metadata + [UInt8](repeating: 0, count: 48 - metadata.count)
        server = try LoopbackServer { connection in
            switch connection.request.path {
            case "/gone": connection.reply(status: "404 Not Found", text: "no")
            case "/page": connection.reply(text: "<!DOCTYPE html><html><body>Hi</body></html>")
            case "/moved": connection.redirect(to: "/new", status: "301 Moved Permanently")
            case "/elsewhere": connection.redirect(to: "/new", status: "302 Found")
            case "/list.pls":
                connection.reply(text: "[playlist]\nFile1=http://\(connection.request["Host"] ?? "")/new\n")
            case "/titles":
                connection.play(
                    Array(sound.prefix(8192)) + block + Array(sound.dropFirst(8192)),
                    headers: ["Content-Type: audio/mpeg", "icy-metaint: 8192", "icy-br: 128"])
            case "/never": connection.neverAnswer()
            default: connection.play(sound)
            }
        }
    }

    private func list(_ stations: [(name: String, more: String)], as name: String = "stations.json") throws -> String {
        let path = directory.path + "/" + name
        let entries = stations.map { "{\"name\":\"\($0.name)\",\($0.more)}" }
        try TextFile.write("{\"station\":[" + entries.joined(separator: ",") + "]}\n", to: path)
        return path
    }

    private func url(_ path: String) -> String { #""streamURL":"\#(server.url(path))""# }

    private func check(_ arguments: [String], _ library: String) throws -> LongwaveBinary.Run {
        try LongwaveBinary.run(
            ["check", "--timeout", "90", "--library", library] + arguments,
            environment: ["XDG_DATA_HOME": directory.path + "/data"])
    }

    private func cells(_ run: LongwaveBinary.Run, _ columns: [String]) throws -> [[String]] {
        let rows = run.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let head = try #require(rows.first)
        let places = try columns.map { try #require(head.firstIndex(of: $0), "\($0)") }
        return rows.dropFirst().map { row in places.map { row[$0] } }
    }

    @Test func stationsOfAllKinds() throws {
        defer { server.stop() }
        let library = try list([
            ("Good", url("/titles")), ("Moved", url("/moved")), ("Elsewhere", url("/elsewhere")),
            ("List", url("/list.pls")), ("Gone", url("/gone")), ("Page", url("/page")),
            ("Half", url("/gone") + #","urls":["\#(server.url("/new"))"]"#),
        ])
        let run = try check([], library)
        #expect(run.code == 65)
        #expect(run.errors == "longwave: 2 of 7 stations do not play.\n")
        #expect(
            try cells(run, ["name", "state", "codec", "bitrate", "titles", "title", "newURL"]) == [
                ["Good", "alive", "MP3", "128", "yes", "Artist - Title", ""],
                ["Moved", "moved", "MP3", "128", "no", "", server.url("/new")],
                ["Elsewhere", "redirected", "MP3", "128", "no", "", ""],
                ["List", "alive", "MP3", "128", "no", "", ""], ["Gone", "dead", "", "", "", "", ""],
                ["Page", "dead", "", "", "", "", ""], ["Half", "alive", "MP3", "128", "no", "", ""],
            ])
        let problems = try cells(run, ["problem"]).map { $0[0] }
        #expect(problems[..<4] == ["", "", "", ""])
        #expect(problems[4].contains("404") && problems[5].contains("web page"))
        #expect(problems[6] == "\(server.url("/gone")) does not play (not found, 404)")
        let json = try check(["--json", "moved"], library)
        #expect(json.code == 0 && json.errors.isEmpty)
        for part in [
            #"{"version":1,"check":[{"number":2,"id":"url-"#, #""state":"moved","problem":null,"addresses":[{"url":"#,
            #""answers":[{"url":"\#(server.url("/moved"))","status":301},{"url":"\#(server.url("/new"))","status":200}]"#,
            #""permanentURL":"\#(server.url("/new"))""#, #""codecName":"MP3","bitRate":128000"#,
            #""hasTitles":false,"title":null,"firstByte":"#,
            #"{"field":"codec","old":null,"new":"MP3"},{"field":"bitrate","old":null,"new":128}]}"#,
        ] {
            #expect(json.output.contains(part), "\(part)")
        }
        let table = try check(["--format", "table", "--limit", "1"], library)
        #expect(table.code == 0)
        #expect(
            table.lines.first?.split(separator: " ") == [
                "NO", "STATE", "NAME", "CODEC", "KBIT/S", "TITLES", "MS", "PROBLEM",
            ])
    }

    /// Without a terminal, `--fix` only prints the corrections, and `--fix --yes` writes them to the station list. A
    /// second run finds nothing to correct.
    @Test func fix() throws {
        defer { server.stop() }
        let library = try list([
            ("A", #""x":[1.50], \#(url("/moved")), "codec":"AAC","y":null"#), ("B", url("/gone")),
            ("C", url("/new") + #","codec":"MP3","bitrate":128"#),
        ])
        let before = try LongwaveBinary.read(library)
        let shown = try check(["--fix"], library)
        #expect(shown.code == 65)
        #expect(try LongwaveBinary.read(library) == before)
        for part in [
            "A\n- address: \(server.url("/moved"))\n+ address: \(server.url("/new"))\n- codec: AAC\n+ codec: MP3\n",
            "+ bit rate: 128 kbit/s\n", "nothing was written: use --yes to write without asking",
        ] {
            #expect(shown.errors.contains(part), "\(shown.errors)")
        }
        let written = try check(["--fix", "--yes", "--format", "table"], library)
        #expect(written.code == 65 && written.output.contains("+ address: \(server.url("/new"))\n"))
        #expect(written.errors.contains("\(library): 1 station corrected"), "\(written.errors)")
        let after = before.replacing("/moved", with: "/new").replacing(
            #""codec":"AAC","y":null"#, with: #""codec":"MP3","y":null,"bitrate":128"#)
        #expect(try LongwaveBinary.read(library) == after)
        let again = try check(["--fix", "--yes", "a"], library)
        #expect(again.code == 0 && again.errors == "longwave: nothing to correct\n")
    }

    @Test func listsThatCannotBeChanged() throws {
        defer { server.stop() }
        let path = directory.path + "/list.m3u"
        let text = "#EXTM3U\n#EXTINF:-1,A\n\(server.url("/moved"))\n"
        try TextFile.write(text, to: path)
        let run = try check(["--fix", "--yes"], path)
        #expect(run.code == 0 && run.errors.contains("\(path) is M3U: only a stations.json can be changed"))
        #expect(try LongwaveBinary.read(path) == text)
        let file = try list([("A", url("/moved"))])
        let own = try LongwaveBinary.read(file)
        let lists = try LoopbackServer { $0.reply(text: own) }
        defer { lists.stop() }
        let remote = try check(["--fix", "--yes"], lists.url("/stations.json"))
        #expect(remote.code == 0 && remote.errors.contains("is not on this computer"), "\(remote.errors)")
    }

    @Test(arguments: [("y\r", true), ("n\r", false), ("\r", false)])
    func aPersonIsAsked(_ keys: String, _ isWritten: Bool) throws {
        defer { server.stop() }
        let library = try list([("A", url("/moved")), ("B", url("/new"))])
        let before = try LongwaveBinary.read(library)
        let program = try TerminalProcess(
            ["check", "--fix", "--timeout", "90", "--library", library],
            environment: ["XDG_DATA_HOME": directory.path + "/data"])
        let isAsked = program.read(within: 120) { $0.contains("Write these changes (2 stations)? [y/N]") }
        #expect(isAsked, "\(program.screen.lines)")
        #expect(program.screen.contains("NO  STATE  NAME  CODEC  KBIT/S  TITLES  MS"))
        #expect(try LongwaveBinary.read(library) == before)
        program.press(keys)
        #expect(program.wait(within: 60) == 0)
        let after = before.replacing("/moved", with: "/new").replacing(
            #"/new"}"#, with: #"/new","codec":"MP3","bitrate":128}"#)
        #expect(try LongwaveBinary.read(library) == (isWritten ? after : before))
        // The line that shows the progress is printed and later removed.
        let transcript = String(decoding: program.transcript, as: UTF8.self)
        #expect(transcript.contains("\r\u{1B}[Kchecking: 0 of 2 stations, 0 OK, 0 failed"))
        #expect(!program.screen.contains("checking:"))
    }

    @Test func noneCanBeReached() throws {
        server.stop()
        let away = try LoopbackServer { _ in }
        defer { away.stop() }
        try away.leave()
        let library = try list((0..<3).map { ("S\($0)", #""streamURL":"\#(away.url("/\($0)"))""#) })
        let run = try check(["--quiet"], library)
        #expect(run.code == 69 && run.output.isEmpty)
        #expect(run.errors == "longwave: None of the 3 stations can be reached.\n")
        #expect(try check(["--quiet", "s1"], library).code == 65)
        #expect(try check(["nothing of the kind"], library).code == 65)
    }

    @Test func aSignalEndsItWithWhatIsKnown() throws {
        defer { server.stop() }
        let library = try list([("Never", url("/never")), ("Good", url("/new"))])
        let before = try LongwaveBinary.read(library)
        let child = try ChildProcess(
            "env",
            InspectCommandTests.plain + [
                LongwaveBinary.path, "check", "-v", "--json", "--fix", "--yes", "--timeout", "600", "--library",
                library,
            ], output: .piped)
        // The list has a good station and one that never answers. The test waits until the check of the good one is
        // finished.
        let end = MonotonicInstant.now.advanced(by: .seconds(120))
        while server.requests.count < 2 || server.connectionCount > 1, child.isRunning, MonotonicInstant.now < end {
            usleep(10_000)
        }
        child.send(SIGINT)
        let output = child.readAll()
        #expect(child.wait() == 0)
        // The correction of the good station is not written, because a person who interrupts a check may not want it.
        #expect(try LongwaveBinary.read(library) == before)
        #expect(output.contains(#""name":"Never","state":"unchecked","problem":null"#), "\(output)")
        #expect(output.contains(#""name":"Good","state":"alive""#), "\(output)")
    }

    /// With `--fix`, a station that does not play gets the address under which the directory lists the station's id, if
    /// that address plays. Without `--fix`, the directory gets no request.
    @Test func theDirectoryKnowsWhereItIsNow() throws {
        defer { server.stop() }
        let directory = try RadioBrowserServer([
            .init(1, name: "Moved away", url: server.url("/new")), .init(2, name: "Lost", url: server.url("/page")),
            .init(3, name: "Same", url: server.url("/gone")), .init(4, name: "Fine", url: server.url("/titles")),
        ])
        defer { directory.stop() }
        func entry(_ number: Int, _ path: String) -> String {
            url(path) + #","codec":"MP3","bitrate":128,"stationuuid":"\#(RadioBrowserServer.id(number))""#
        }
        let library = try list([
            ("A", entry(1, "/gone")), ("B", entry(2, "/gone")), ("C", entry(3, "/gone")), ("D", entry(4, "/new")),
            ("E", entry(9, "/gone")), ("F", url("/gone")),
        ])
        let before = try LongwaveBinary.read(library)
        #expect(try check(["--directory", directory.url], library).code == 65)
        #expect(directory.requests.isEmpty)
        let run = try check(["--fix", "--yes", "-v", "--directory", directory.url], library)
        #expect(run.code == 65)
        // The directory gets one request for each station that does not play and has an id.
        let asked = directory.requests.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
        #expect(Set(asked) == Set([1, 2, 3, 9].map(RadioBrowserServer.id)) && asked.count == 4)
        #expect(try cells(run, ["state", "newURL"])[0] == ["dead", server.url("/new")])
        for part in [
            "A\n- address: \(server.url("/gone"))\n+ address: \(server.url("/new"))\n",
            "B: the directory has \(server.url("/page")), which does not play",
            "C: the directory has no other address", "E: the directory no longer lists it",
            "\(library): 1 station corrected",
        ] {
            #expect(run.errors.contains(part), "\(part) is not in \(run.errors)")
        }
        #expect(try LongwaveBinary.read(library) == before.replacing("/gone", with: "/new", maxReplacements: 1))
    }

    /// The directory fails, so only the corrections that it would have given are missing.
    @Test func theDirectoryDoesNotAnswer() throws {
        defer { server.stop() }
        let directory = try RadioBrowserServer([.init(1, name: "A", url: server.url("/new"))], fault: .unavailable)
        defer { directory.stop() }
        let library = try list([("A", url("/gone") + #","stationuuid":"\#(RadioBrowserServer.id(1))""#)])
        let run = try check(["--fix", "--yes", "-v", "--directory", directory.url], library)
        #expect(run.code == 65 && run.errors.contains("the directory does not answer"), "\(run.errors)")
        #expect(run.errors.contains("nothing to correct"), "\(run.errors)")
    }

    @Test func passwordsAreNotShown() throws {
        defer { server.stop() }
        let secret = server.url("/gone", credentials: "user:secret")
        let library = try list([("A", #""streamURL":"\#(secret)""#), ("B", url("/new"))])
        let run = try check([], library)
        #expect(run.code == 65)
        #expect(try cells(run, ["problem"])[0][0].contains("***@"))
        #expect(!run.errors.contains("secret"))
    }

    @Test(arguments: [
        ["--yes"], ["--fix", "--quiet"], ["--at-once", "0"], ["--at-once", "5000"], ["--timeout", "never"],
        ["--query", "mood=good"], ["--fix", "--quiet", "--json"],
    ]) func wrongUsage(_ arguments: [String]) throws {
        server.stop()
        let run = try LongwaveBinary.run(["check"] + arguments)
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.contains("Usage: longwave check"))
    }
}
