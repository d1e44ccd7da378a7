import Glibc
import RadioJSON
import RadioLists
import RadioLoop
import RadioStorage
import TestSupport
import Testing

/// `longwave log` and `longwave songs` of the built program, with stations on this computer.
@Suite struct LogCommandTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/log.jsonl" }
    private var list: String { directory.path + "/stations.json" }

    init() throws { directory = try TemporaryDirectory() }

    private var environment: [String: String] { ["HOME": directory.path] }

    private func start(_ arguments: [String], limits: [String] = []) throws -> ChildProcess {
        let settings = ["-i"] + LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
        let program = limits.isEmpty ? [] : ["prlimit"] + limits
        return try ChildProcess(
            "env", settings + program + [LongwaveBinary.path, "log"] + arguments, output: .piped)
    }

    private static func station(_ title: String) throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.metaint = 1024
        let station = try IcyServer(.mp3, settings: settings)
        station.setTitle(title)
        return station
    }

    private func write(_ stations: [(id: String, url: String)]) throws {
        let entries = stations.map { #"{"name":"Radio \#($0.id)","id":"\#($0.id)","streamURL":"\#($0.url)"}"# }
        try TextFile.write("{\"station\":[\(entries.joined(separator: ","))]}", to: list)
    }

    /// Returns each record of the log in short form: type, station and title, such as `track one A`. Fails if a line is
    /// not a record.
    private func records(_ text: String? = nil) throws -> [String] {
        let text = try text ?? LongwaveBinary.read(path)
        return try text.split(separator: "\n").map { line in
            let value = try JSONReader.read(Array(line.utf8))
            return [value["type"], value["station"]?["id"], value["title"] ?? value["reason"]].compactMap { $0?.string }
                .joined(separator: " ")
        }
    }

    /// Waits until the log contains a record with this short form `times` times.
    private func wait(for record: String, times: Int = 1) throws {
        let end = MonotonicInstant.now.advanced(by: .seconds(60))
        while MonotonicInstant.now < end {
            // The log's last line may be only half written.
            let text = try LongwaveBinary.read(path)
            let whole = text.lastIndex(of: "\n").map { String(text[...$0]) } ?? ""
            if try records(whole).count(where: { $0 == record }) >= times { return }
            usleep(20_000)
        }
        Issue.record("\(record) is not in \(try LongwaveBinary.read(path))")
    }

    /// Starts the program on a terminal and waits until it has logged a title.
    private func onTerminal() throws -> (TerminalProcess, IcyServer) {
        let one = try Self.station("X - A")
        try write([("one", one.url)])
        let program = try TerminalProcess(
            ["log", "--all", "--library", list, "--to", path, "--database", directory.path + "/titles"],
            environment: environment)
        try wait(for: "track one A")
        return (program, one)
    }

    /// In the night in which clocks are set back, 02:30 occurs twice. A query from 02:30 until 02:31 includes both.
    @Test func `a night with two half past two`() throws {
        let file = directory.path + "/titles.sqlite"
        _ = try LongwaveBinary.run(
            ["log", "--quiet", "--for", "1", "--to", path, "--database", file, "http://127.0.0.1:1/"],
            environment: environment)
        // 2026-10-25T00:30Z and T01:30Z, each 30 s later, and one second before and 60 s after the two minutes.
        let starts = [1_792_888_199, 1_792_888_230, 1_792_891_830, 1_792_891_860].map { $0 * 1000 }
        let rows = starts.enumerated().map { "('one', \($1), 0, 'song', 'X', 'T\($0)', 'X - T\($0)', x'41', 'inBand')" }
        try SqliteConnection(path: file).run(
            """
            INSERT INTO station (id, name) VALUES ('one', 'One');
            INSERT INTO track (station, start, utc_offset, kind, artist, title, text, raw, source)
            VALUES \(rows.joined(separator: ",")), ('one', 1792900000000, 0, 'song', 'X', 'H', 'X - H', x'41', 'heard');
            INSERT INTO ended SELECT id, start + 9000, 0 FROM track WHERE source = 'heard';
            UPDATE unlisted SET row = (SELECT max(id) FROM track);
            """)
        func titles(_ arguments: [String]) throws -> [String] {
            var zone = environment
            zone["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"
            let run = try LongwaveBinary.run(
                ["songs", "--database", file, "--format", "tsv"] + arguments, environment: zone)
            return run.lines.dropFirst().map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[8]) }
        }
        #expect(try titles(["--since", "2026-10-25T02:30", "--until", "2026-10-25T02:31"]) == ["T2", "T1"])
        #expect(try titles(["--since", "2026-10-25T03:30"]) == ["H"])
        #expect(try titles(["--until", "2026-10-25T02:30"]) == ["T1", "T0"])
        // The title that was heard for nine seconds does not count among the most played.
        let top = try LongwaveBinary.run(["songs", "--database", file, "--top", "9"], environment: environment)
        #expect(top.lines.count == 5 && top.errors.contains("not counted: 1 title that you heard for less than 10 s"))
    }

    /// When the program ends, its last line counts all stations that it followed, although it follows none of them any
    /// more.
    @Test func theLastLineTellsHowTheStationsWere() throws {
        let (program, one) = try onTerminal()
        defer { one.stop() }
        program.signal(SIGTERM)
        #expect(program.wait(within: 60) == 0)
        #expect(program.screen.contains("  1 of 1 station, 1 title, "), "\(program.screen.lines)")
        #expect(!program.screen.contains("0 of 0"))
    }

    /// When its terminal is closed, the program ends. The SIGHUP that it gets then must not make it read the list
    /// again, as SIGHUP otherwise does.
    @Test func aClosedTerminalEndsIt() throws {
        let (program, one) = try onTerminal()
        defer { one.stop() }
        program.hangUp()
        #expect(program.wait(within: 20) == 0)
    }

    /// The program is stopped by a signal for some seconds. It logs this time as a gap.
    @Test func aStoppedProcessIsAGap() throws {
        let one = try Self.station("X - A")
        defer { one.stop() }
        let child = try start([one.url, "--to", path])
        try wait(for: "track \(one.url) A")
        child.send(SIGSTOP)
        sleep(13)
        one.setTitle("X - B")
        child.send(SIGCONT)
        try wait(for: "gap \(one.url) process stopped")
        try wait(for: "track \(one.url) B")
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        #expect(
            try records().prefix(4) == [
                "track \(one.url) A", "gap \(one.url) process stopped", "end \(one.url) A", "track \(one.url) B",
            ])
    }

    /// Another program locks the title database. The program continues to write the log, and at the end, its exit code
    /// says that titles are missing in the database.
    @Test func aLockedFileOfTitlesKeepsNoLines() throws {
        let one = try Self.station("X - A")
        defer { one.stop() }
        let database = directory.path + "/titles"
        let child = try start([one.url, "--to", path, "--database", database])
        try wait(for: "track \(one.url) A")
        let other = try SqliteConnection(path: database)
        try other.run("BEGIN IMMEDIATE")
        one.setTitle("X - B")
        try wait(for: "track \(one.url) B")
        child.send(SIGTERM)
        #expect(child.wait() == 73)
        try other.run("COMMIT")
    }

    @Test func nothingToFollowIs65() throws {
        try write([])
        let result = try LongwaveBinary.run(["log", "--all", "--library", list], environment: environment)
        #expect(result.code == 65)
        #expect(result.errors.contains("no station that "), "\(result.errors)")
    }

    @Test func titlesComeAsLinesUntilItIsEnded() throws {
        let (one, two) = (try Self.station("X - A"), try Self.station("Y - B"))
        defer {
            one.stop()
            two.stop()
        }
        try write([("one", one.url), ("two", two.url)])
        let child = try start(["--all", "--library", list])
        let lines = LineReader(child)
        var seen: Set<String> = []
        #expect(
            lines.first {
                seen.formUnion((try? records($0)) ?? [])
                return seen.isSuperset(of: ["track one A", "track two B"])
            } != nil, "\(seen)")
        one.setTitle("X - C")
        #expect(lines.first { (try? records($0)) == ["track one C"] } != nil)
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        // The title database contains the titles of the log.
        let songs = try LongwaveBinary.run(["songs", "--format", "csv"], environment: environment)
        #expect(songs.code == 0)
        #expect(songs.output.split(separator: "\r\n").count == 4)
        #expect(songs.output.contains(",one,Radio one,X,C,X - C,song,"))
    }

    /// A list that the command names needs no `--all` to be followed. On a terminal, each title is a line for people
    /// instead of JSON.
    @Test func aNamedListIsFollowedAndToldInLines() throws {
        let one = try IcyServer([try .init(.mp3, title: "X - A\u{1B}[2J")])
        defer { one.stop() }
        try write([("one", one.url)])
        func arguments(_ number: Int) -> [String] {
            ["log", "--library", list, "--database", directory.path + "/titles\(number)"]
        }
        let program = try TerminalProcess(arguments(1), environment: environment)
        #expect(program.read { $0.contains("  Radio one  X - A[2J") })
        #expect(!program.screen.contains("{"))
        program.signal(SIGTERM)
        #expect(program.wait(within: 60) == 0)
        #expect(program.screen.strangers.isEmpty)
        // With `--json`, the titles are JSON on a terminal, too.
        let json = try TerminalProcess(arguments(2) + ["--json"], columns: 400, environment: environment)
        #expect(json.read { $0.contains(#""artist":"X""#) })
        json.signal(SIGTERM)
        #expect(json.wait(within: 60) == 0)
        // With `--format table`, the titles are lines for people although the output is a pipe.
        let lines = try LongwaveBinary.run(arguments(3) + ["--format", "table", "--for", "3s"])
        #expect(lines.lines.contains { $0.hasSuffix("  Radio one  X - A[2J") }, "\(lines)")
    }

    @Test func addressesNeedNoList() throws {
        let one = try Self.station("X - A")
        defer { one.stop() }
        let run = try LongwaveBinary.run(
            ["log", one.url, "--for", "3s", "--format", "csv", "--database", directory.path + "/t.sqlite"])
        #expect(run.code == 0)
        #expect(run.lines.first?.hasPrefix("seq,type,time,") == true)
        #expect(run.lines.count == 2 && run.lines.last?.contains(",X,A,X - A,song,inBand,") == true)
        #expect(run.errors.isEmpty)
    }

    /// The program is killed four times. The log contains each title once, and a gap for each time without the program.
    @Test func aKillLosesNothing() throws {
        let one = try Self.station("X - 0")
        defer { one.stop() }
        try write([("one", one.url)])
        var titles = 0
        for round in 0..<4 {
            let child = try start(["one", "--library", list, "--to", path])
            if round > 0 {
                // The station's new title is set after the restarted program has connected, so the program receives it.
                try wait(for: "gap one restart", times: round)
                one.setTitle("X - \(titles)")
            }
            try wait(for: "track one \(titles)")
            titles += 1
            one.setTitle("X - \(titles)")
            try wait(for: "track one \(titles)")
            child.send(SIGKILL)
            #expect(child.wait() == -SIGKILL)
        }
        let records = try records()
        #expect(records.filter { $0.hasPrefix("track") } == (0...titles).map { "track one \($0)" })
        #expect(records.filter { $0.hasPrefix("end") } == (0..<titles).map { "end one \($0)" })
        #expect(records.filter { $0.hasPrefix("gap") }.count == 3)
        // The title database contains each record of the log.
        let export = try LongwaveBinary.run(["songs", "export"], environment: environment)
        #expect(export.lines.count == titles + 1)
    }

    @Test func aHangUpReadsTheListAndOpensTheLogAgain() throws {
        let (one, two) = (try Self.station("X - A"), try Self.station("Y - B"))
        defer {
            one.stop()
            two.stop()
        }
        try write([("one", one.url)])
        let child = try start(["--all", "--library", list, "--to", path])
        try wait(for: "track one A")
        try write([("one", one.url), ("two", two.url)])
        #expect(rename(path, path + ".1") == 0)
        child.send(SIGHUP)
        try wait(for: "track two B")
        one.setTitle("X - C")
        try wait(for: "track one C")
        #expect(one.connectionCount == 1, "it was not dropped")
        #expect(try records(LongwaveBinary.read(path + ".1")) == ["track one A"])
        child.send(SIGINT)
        #expect(child.wait() == 0)
    }

    @Test func aReaderThatGoesEndsIt() throws {
        let one = try Self.station("X - A")
        defer { one.stop() }
        let child = try start([one.url])
        #expect(LineReader(child).first { _ in true } != nil)
        child.closeOutput()
        one.setTitle("X - B")
        #expect(child.wait() == 0)
    }

    @Test func tooFewDescriptorsAreTold() throws {
        try write((0..<50).map { ("s\($0)", "http://127.0.0.1:1/\($0)") })
        let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
        let errors = directory.path + "/errors"
        let child = try ChildProcess(
            "sh",
            [
                "-c", "file=$1; shift; exec \"$@\" 2>\"$file\"", "sh", errors, "env", "-i",
            ] + settings + [
                "prlimit", "--nofile=60:60", LongwaveBinary.path, "log", "--all", "--library", list,
            ], output: .piped)
        #expect(child.wait() == 69)
        let text = try LongwaveBinary.read(errors)
        #expect(text.contains("50 stations need 146 open files") && text.contains("the system allows only 60"))
    }

    @Test func aLogOfSomethingElseIsLeftAlone() throws {
        try TextFile.write("Dear diary\n", to: path)
        try write([("one", "http://127.0.0.1:1/")])
        let run = try LongwaveBinary.run(
            ["log", "--all", "--library", list, "--to", path], environment: environment)
        #expect(run.code == 73)
        #expect(run.errors.contains("is not a log of this format"))
        #expect(try LongwaveBinary.read(path) == "Dear diary\n")
    }

    /// `songs` only says that the database is damaged. `log` renames it, says so, and logs.
    @Test func aDatabaseThatIsNoneIsRenamed() throws {
        let database = directory.path + "/t.sqlite"
        try TextFile.write(String(repeating: "no database ", count: 1000), to: database)
        let songs = try LongwaveBinary.run(["songs", "--database", database])
        #expect(songs.code == 66 && songs.errors.contains("\(database): file is not a database"))
        let station = try Self.station("X - A")
        defer { station.stop() }
        let run = try LongwaveBinary.run(
            ["log", station.url, "--database", database, "--to", path, "--for", "3"], environment: environment)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.contains("the title database is damaged and was moved to \(database).damaged-"))
        #expect(try LongwaveBinary.run(["songs", "--database", database]).code == 0)
    }

    /// A second `log` would count each song of the database twice. It names the first one's log. The first one's death
    /// gives the database free.
    @Test func onlyOneLogUsesADatabase() throws {
        let station = try Self.station("X - A")
        defer { station.stop() }
        let database = directory.path + "/t.sqlite"
        let first = try start([station.url, "--database", database, "--to", path])
        try wait(for: "track \(station.url) A")
        let second = ["log", station.url, "--database", database, "--to", directory.path + "/2.jsonl", "--for", "1"]
        let refused = try LongwaveBinary.run(second, environment: environment)
        #expect(refused.code == 73)
        #expect(refused.errors.contains("already logs into \(database) and writes \(path)"), "\(refused.errors)")
        first.send(SIGKILL)
        _ = first.wait()
        #expect(try LongwaveBinary.run(second, environment: environment).code == 0)
    }

    /// The path of a database is a FIFO, a folder or a device. Opening some of these would block forever, so the
    /// program refuses them at once.
    @Test(arguments: ["fifo", "folder", "/dev/zero"], [("songs", 66), ("log", 73)] as [(String, Int32)])
    func whatIsNoFileIsTold(_ name: String, _ command: (name: String, code: Int32)) throws {
        let place = name.hasPrefix("/") ? name : "\(directory.path)/\(name)"
        switch name {
        case "fifo": try #require(mkfifo(place, 0o600) == 0)
        case "folder": try #require(mkdir(place, 0o700) == 0)
        case _: break
        }
        var arguments = [command.name, "--database", place]
        if command.name == "log" { arguments.append("http://127.0.0.1:1/") }
        let program = try TerminalProcess(arguments, environment: environment)
        #expect(program.wait(within: 60) == command.code)
        #expect(program.screen.contains("title database"), "\(program.screen.lines)")
    }

    /// The title database is damaged or cannot be used. The player plays, and reports it.
    @Test(arguments: [true, false]) func aPlayerSaysThatItWritesNothing(_ isDamaged: Bool) throws {
        let station = try IcyServer([try .init(.mp3, title: "X - Heard")])
        defer { station.stop() }
        let database = directory.path + "/titles.sqlite"
        let other = try SqliteConnection(path: isDamaged ? directory.path + "/other" : database)
        try other.run("PRAGMA journal_mode=WAL; BEGIN IMMEDIATE")
        if isDamaged { try TextFile.write(String(repeating: "no database ", count: 1000), to: database) }
        let settings = ["-i"] + LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env", settings + [LongwaveBinary.path, "play", "--output", "null", "--database", database, station.url],
            output: .pipedWithErrors)
        let words =
            isDamaged
            ? "the title database is damaged and was moved to " : "the history cannot be written at present: "
        #expect(LineReader(child).first { $0.contains(words) } != nil)
        child.send(SIGTERM)
        #expect(child.wait() == 0)
    }

    static let usage: [[String]] = [
        ["log"], ["log", "--all", "x"], ["log", "x", "--max-rate", "0"], ["log", "x", "--rotate", "daily"],
        ["log", "x", "--to", "a.jsonl", "--rotate", "10"], ["log", "x", "--for", "soon"],
        ["log", "x", "--format", "tsv"], ["log", "x", "--to", "a.jsonl", "--format", "table"],
        ["log", "x", "--to", "a.csv", "--format", "csv"],
        ["songs", "--top", "0"], ["songs", "--since", "whenever"], ["songs", "--top", "3", "--per-station"],
        ["songs", "--kind", "symphony"], ["songs", "export", "--format", "table"],
    ]

    @Test(arguments: usage) func wrongUsageIs64(_ arguments: [String]) throws {
        let run = try LongwaveBinary.run(arguments)
        #expect(run.code == 64, "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    /// Titles are set through the administration page of a real Icecast. The log contains each of them once.
    @Test(.enabled(if: IcecastServer.isInstalled)) func everyMountsTitlesAreWrittenOnce() throws {
        let icecast = try IcecastServer()
        let mounts = (0..<3).map { "/m\($0)" }
        let sources = try mounts.map { try icecast.feed($0, .mp3) }
        for mount in mounts { try icecast.setTitle("Artist \(mount.dropFirst()) - Söng 0", on: mount) }
        try write(mounts.map { (String($0.dropFirst()), icecast.url($0)) })
        let child = try start(["--all", "--library", list, "--to", path])
        for number in 0..<4 {
            for mount in mounts { try icecast.setTitle("Artist \(mount.dropFirst()) - Söng \(number)", on: mount) }
            for mount in mounts { try wait(for: "track \(mount.dropFirst()) Söng \(number)") }
        }
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        let records = try records()
        for mount in mounts {
            let name = String(mount.dropFirst())
            #expect(
                records.filter { $0.hasPrefix("track \(name) ") } == (0..<4).map { "track \(name) Söng \($0)" })
        }
        withExtendedLifetime(sources) {}
    }

    /// A title of an HLS station is logged at the time when a listener would hear its sound.
    @Test func segmentsAreFollowed() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let titles = [28: "X - First", 31: "X - Second", 33: "X - Third"]
        let programme = try HlsProgramme.packed(.mp3, seconds: 1, loops: true, titles: titles)
        for name in ["low", "high"] {
            // The live window lasts one minute, so that the program misses no segment if a busy computer delays it.
            origin.add(name, HlsChannel(.live(window: 60), targetDuration: 1, programme: programme))
        }
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([
                .init("high.m3u8", "BANDWIDTH=256000"), .init("low.m3u8", "BANDWIDTH=64000"),
            ]))
        origin.advance(seconds: 27)
        origin.startClock()
        try write([("hls", origin.url("/index.m3u8"))])
        let child = try start(["--all", "--library", list, "--to", path])
        try wait(for: "track hls Third")
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        let records = try records().filter { $0.hasPrefix("track") }
        #expect(records.suffix(2) == ["track hls Second", "track hls Third"], "\(records)")
        #expect(!origin.paths.contains { $0.hasPrefix("/high") }, "the smallest variant is enough")
    }

    /// The player stores the heard titles in the title database, unless `--no-history` is given.
    @Test(arguments: [true, false]) func whatWasHeardIsWritten(_ isWanted: Bool) throws {
        let station = try IcyServer([try .init(.mp3, title: "X - Heard")])
        defer { station.stop() }
        let settings = ["-i"] + LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env",
            settings + [LongwaveBinary.path, "play", "--output", "null", "--json", station.url]
                + (isWanted ? [] : ["--no-history"]), output: .piped)
        #expect(LineReader(child).first { $0.contains("nowPlayingDidChange") && $0.contains("Heard") } != nil)
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        let songs = try LongwaveBinary.run(["songs", "--json"], environment: environment)
        guard isWanted else {
            #expect(songs.code == 66 && songs.errors.contains("No titles yet"))
            return
        }
        let value = try JSONReader.read(Array(songs.output.utf8))
        guard case .array(let found)? = value["songs"] else {
            Issue.record("\(songs.output) \(songs.errors)")
            return
        }
        #expect(found.count == 1 && found.first?["title"]?.string == "Heard")
        #expect(found.first?["source"]?.string == "heard" && found.first?["end"]?.string != nil)
    }

    /// The same title is heard twice, with three seconds between. The title database has one song, whose length does
    /// not include these seconds.
    @Test func whatWasHeardIsItsLength() throws {
        let station = try IcyServer([try .init(.mp3, title: "X - Heard")])
        defer { station.stop() }
        for _ in 0..<2 {
            let arguments = ["play", "--output", "null", "--for", "1", "--quiet", station.url]
            #expect(try LongwaveBinary.run(arguments, environment: environment).code == 0)
            sleep(3)
        }
        let songs = try LongwaveBinary.run(["songs", "--json"], environment: environment)
        let value = try JSONReader.read(Array(songs.output.utf8))
        guard case .array(let found)? = value["songs"], let song = found.first else {
            Issue.record("\(songs)")
            return
        }
        let (heard, duration) = (song["heard"]?.number ?? 0, song["duration"]?.number ?? 0)
        #expect(found.count == 1 && heard > 0.5 && duration - heard > 2, "\(songs.output)")
        let table = try LongwaveBinary.run(["songs", "--format", "table"], environment: environment)
        #expect(table.lines.first?.hasSuffix("HEARD  LENGTH") == true)
        let seconds = table.lines.last?.split(separator: ":").last.flatMap { Double($0.filter(\.isNumber)) } ?? 0
        #expect(abs(seconds - heard) <= 1, "\(table.output)")
    }
}
