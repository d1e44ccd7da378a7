import Glibc
import LongwaveTerminal
import TestSupport
import Testing

/// `longwave play` of the built program on a pseudo-terminal.
@Suite struct TerminalTests {
    /// Starts a station, and the program that plays it on a pseudo-terminal.
    private func withPlayer(
        title: String = "Lady Blackbird - Collage", columns: Int = 80, environment: [String: String] = [:],
        _ body: (TerminalProcess, IcyServer) throws -> Void
    ) throws {
        let station = try IcyServer([try .init(.mp3, title: title)])
        defer { station.stop() }
        let player = try TerminalProcess(
            ["play", "--output", "null", station.url], columns: columns, environment: environment)
        try body(player, station)
        #expect(player.screen.strangers.isEmpty)
    }

    @Test func aStatusLineAndTitlesAboveIt() throws {
        try withPlayer(columns: 100) { player, station in
            #expect(player.read { $0.last.hasPrefix("playing · Test Station · Lady Blackbird - Collage") })
            #expect(player.read { $0.last.contains("MP3 128 kbit/s · buffer ") })
            #expect(player.screen.lines.dropLast().last?.hasSuffix("  Lady Blackbird - Collage") == true)
            station.setTitle("Second")
            #expect(player.read { $0.last.hasPrefix("playing · Test Station · Second") })
            #expect(
                player.screen.lines.dropLast().suffix(2).map { $0.dropFirst(10) } == [
                    "Lady Blackbird - Collage", "Second",
                ])
            player.press("q")
            #expect(player.wait() == 0)
            #expect(player.isInLineMode)
            #expect(player.screen.lines.last?.hasSuffix("Second") == true, "the status line is gone")
        }
    }

    @Test func keys() throws {
        try withPlayer(columns: 100) { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing · ") })
            #expect(!player.isInLineMode)
            player.press(" ")
            #expect(player.read { $0.last.hasPrefix("paused · ") })
            // The keys Up, Down and Alt-q have no function. The letters in their escape sequences must not count as
            // keys either.
            player.press("\u{1B}[A\u{1B}[B\u{1B}OB\u{1B}q")
            player.press(" ")
            #expect(player.read { $0.last.hasPrefix("playing · ") })
            player.press("---")
            #expect(player.read { $0.last.contains("volume 85 %") })
            player.press("+")
            #expect(player.read { $0.last.contains("volume 90 %") })
            player.press("m")
            #expect(player.read { $0.last.contains("muted") })
            player.press("m")
            #expect(player.read { $0.last.contains("volume 90 %") })
            player.press("\u{1B}[D")
            // There may be less than a second of earlier sound.
            let answers = [" behind live", "this is the oldest sound that is kept"]
            #expect(player.read { $0.lines.contains { line in answers.contains { line.hasSuffix($0) } } })
            player.press("l")
            #expect(player.read { $0.last.hasPrefix("playing · ") })
            player.press("n")
            #expect(player.read { $0.contains("there is nothing else in the queue") })
            player.press("q")
            #expect(player.wait() == 0)
        }
    }

    /// The keys that start recordings, and the key for the level meter.
    @Test func recordingKeys() throws {
        let station = try IcyServer([try .init(.mp3, title: "Lady Blackbird - Collage")])
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let player = try TerminalProcess(
            ["play", "--output", "null", "--recordings", directory.path, station.url], columns: 250)
        #expect(player.read { $0.last.contains("Lady Blackbird - Collage") })
        player.press("v")
        #expect(player.read { $0.last.contains("█") && $0.last.contains("░") })
        player.press("v")
        #expect(player.read { !$0.last.contains("█") })
        player.press("R")
        #expect(player.read { $0.lines.contains { $0.contains("writing \(directory.path)/") } })
        #expect(player.read { $0.last.contains("recording 0:") })
        player.press("k")
        // The title began before the program started, so the beginning is missing in the recording.
        #expect(
            player.read {
                $0.lines.contains { $0.contains("Lady Blackbird - Collage.mp3; its beginning is missing") }
            })
        station.setTitle("Second")
        #expect(
            player.read {
                $0.lines.contains { $0.contains("written: ") && $0.contains("Lady Blackbird - Collage.mp3, ") }
            })
        player.press("R")
        #expect(player.read { $0.lines.filter { $0.contains("written: ") && $0.contains(".mp3, ") }.count == 2 })
        player.press("K")
        #expect(player.read { $0.lines.filter { $0.contains("written: ") && $0.contains(".mp3, ") }.count == 3 })
        player.press("q")
        #expect(player.wait() == 0)
    }

    @Test func theLikeKey() throws {
        let data = try TemporaryDirectory()
        try withPlayer(columns: 100, environment: ["XDG_DATA_HOME": data.path]) { player, _ in
            #expect(player.read { $0.last.contains("Lady Blackbird - Collage") })
            player.press("*")
            #expect(player.read { $0.lines.contains { $0.contains("you like Lady Blackbird - Collage") } })
            player.press("*")
            #expect(player.read { $0.lines.contains { $0.contains("you no longer like Lady Blackbird - Collage") } })
            player.press("q")
            #expect(player.wait() == 0)
        }
    }

    @Test func nextAndPreviousStation() throws {
        let station = try IcyServer([try .init(.mp3)])
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let list = directory.path + "/stations.json"
        let entries = ["Alpha", "Beta"].map { #"{"name":"\#($0)","streamURL":"\#(station.url)?\#($0)"}"# }
        try TextFile.write("{\"station\":[\(entries.joined(separator: ","))]}", to: list)
        let player = try TerminalProcess(["play", "--output", "null", "--library", list, "Alpha"])
        #expect(player.read { $0.last.hasPrefix("playing · Alpha") })
        station.setTitle("First")
        #expect(player.read { $0.contains("  Alpha · First") })
        player.press("n")
        #expect(player.read { $0.last.hasPrefix("playing · Beta") })
        // A title is printed with its station if another station's title was printed before.
        station.setTitle("Second")
        #expect(player.read { $0.contains("  Beta · Second") })
        station.setTitle("Third")
        #expect(player.read { $0.lines.contains { $0.hasSuffix("  Third") } })
        player.press("p")
        #expect(player.read { $0.last.hasPrefix("playing · Alpha") })
        // The list is repeated, so the key p on the first station plays the last station. When shuffle is turned on and
        // off, the list has its old order.
        player.press("rr")
        #expect(player.read { $0.contains("repeat: one") && $0.contains("repeat: all") })
        player.press("p")
        #expect(player.read { $0.last.hasPrefix("playing · Beta") })
        player.press("s")
        #expect(player.read { $0.contains("shuffle: on") })
        player.press("s")
        #expect(player.read { $0.contains("shuffle: off") })
        player.press("n")
        #expect(player.read { $0.last.hasPrefix("playing · Alpha") })
        player.press("q")
        #expect(player.wait() == 0)
    }

    /// A dead station in the queue is reported with its reason. Then the next station plays, or the previous one if the
    /// key p was pressed.
    @Test func aDeadStationInTheListIsPassed() throws {
        let station = try IcyServer([try .init(.mp3)])
        defer { station.stop() }
        let nobody = try LoopbackServer { connection in connection.send("HTTP/1.1 404 Not Found\r\n\r\n") }
        defer { nobody.stop() }
        let directory = try TemporaryDirectory()
        let list = directory.path + "/stations.json"
        let urls = ["Alpha": station.url, "Beta": nobody.url(), "Gamma": station.url, "Delta": nobody.url("/2")]
        let entries = ["Alpha", "Beta", "Gamma", "Delta"].map { name in
            #"{"name":"\#(name)","streamURL":"\#(urls[name]!)?\#(name)"}"#
        }
        try TextFile.write("{\"station\":[\(entries.joined(separator: ","))]}", to: list)
        let player = try TerminalProcess(["play", "--output", "null", "--library", list, "Alpha"], columns: 160)
        #expect(player.read { $0.last.hasPrefix("playing · Alpha") })
        player.press("n")
        #expect(player.read { $0.contains("Beta: Station not found on the server (404)") })
        #expect(player.read { $0.contains("Next: Gamma") && $0.last.hasPrefix("playing · Gamma") })
        player.press("n")
        #expect(player.read { $0.contains("Delta: Station not found on the server (404)") })
        #expect(player.read { $0.last.hasPrefix("playing · Gamma") })
        player.press("p")
        #expect(player.read { $0.contains("Next: Alpha") && $0.last.hasPrefix("playing · Alpha") })
        player.press("q")
        #expect(player.wait() == 0)
    }

    @Test(arguments: [40, 25, 12]) func narrowTerminals(_ columns: Int) throws {
        try withPlayer(title: "宇多田ヒカル - 花束を君に 宇多田ヒカル", columns: columns) { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing · 宇") || columns < 20 && $0.last.hasPrefix("playing") })
            // The time in the status line changes in the same line, which shows that no line was too long for the
            // terminal.
            var seen: Set<String> = []
            #expect(
                player.read {
                    seen.insert($0.last)
                    return columns < 40 || seen.count > 3
                })
            for line in seen { #expect(DisplayWidth.of(line) < columns) }
            player.press("q")
            #expect(player.wait() == 0)
        }
    }

    @Test func anotherWidth() throws {
        try withPlayer(columns: 100) { player, _ in
            #expect(player.read { $0.last.contains("buffer ") })
            player.resize(columns: 40)
            #expect(player.read { $0.last.hasPrefix("playing") && DisplayWidth.of($0.last) < 40 })
            player.resize(columns: 100)
            #expect(player.read { $0.last.contains("buffer ") })
            player.press("q")
            #expect(player.wait() == 0)
        }
    }

    @Test(arguments: [["LANG": "C"], ["LANG": "C.UTF-8"]]) func nothingOfATitleActsOnTheTerminal(
        _ environment: [String: String]
    ) throws {
        let evil = "\u{1B}[2J\u{1B}]0;owned\u{7}Evil\r\n\u{8}\u{9B}1A - B\u{E9}ll\u{7F}\u{202E}"
        try withPlayer(title: evil, columns: 60, environment: environment) { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing") && $0.last.contains("Evil") })
            player.press("q")
            #expect(player.wait() == 0)
            #expect(!player.transcript.contains(0x07))
            if environment["LANG"] == "C" { #expect(player.transcript.allSatisfy { $0 < 0x80 }) }
        }
    }

    @Test func coloursOnlyWhereTheyAreWanted() throws {
        try withPlayer { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing") })
            player.press("q")
            #expect(player.wait() == 0)
            #expect(String(decoding: player.transcript, as: UTF8.self).contains("\u{1B}[32mplaying"))
        }
        try withPlayer(environment: ["NO_COLOR": "1"]) { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing") })
            player.press("q")
            #expect(player.wait() == 0)
            #expect(!String(decoding: player.transcript, as: UTF8.self).contains("\u{1B}[32m"))
        }
    }

    @Test func aDumbTerminalGetsPlainLines() throws {
        try withPlayer(environment: ["TERM": "dumb"]) { player, _ in
            #expect(player.read { $0.contains("playing: Test Station") && $0.contains("title: Lady Blackbird") })
            #expect(!player.transcript.contains(0x1B))
            player.press("q")
            #expect(player.wait() == 0)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalsGiveTheTerminalBack(_ signal: Int32) throws {
        try withPlayer { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing") })
            if signal == SIGINT { player.press("\u{3}") } else { player.signal(signal) }
            // After SIGINT, the program lets the signal end it, so that a shell reports 130 and ends its loop.
            #expect(player.wait() == (signal == SIGINT ? -SIGINT : 0))
            #expect(player.isInLineMode)
            #expect(player.screen.last == "" || !player.screen.last.hasPrefix("playing"))
        }
    }

    /// Ctrl-C ends a shell's loop around the program, because the program dies by the signal. If the program ended with
    /// an exit code instead, the shell would continue the loop.
    @Test(arguments: ["bash --norc --noprofile", "dash"]) func ctrlCBreaksALoop(_ shell: String) async throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let settings = LongwaveBinary.environment(["HOME": directory.path]).map { "'\($0.key)=\($0.value)'" }
        try TextFile.write(
            "exec env \(settings.joined(separator: " ")) '\(LongwaveBinary.path)' play --output null '\(station.url)'\n",
            to: directory.path + "/play.sh")
        let terminal = try TmuxSession("PS1='$ ' \(shell)", in: directory)
        _ = try #require(try await terminal.see { $0[0].hasPrefix("$") })
        try terminal.press("for i in 1 2 3; do echo \"round $i\"; sh '\(directory.path)/play.sh'; done", "Enter")
        _ = try #require(try await terminal.see { $0.contains { $0.hasPrefix("playing") } })
        try terminal.press("C-c")
        _ = try #require(try await terminal.see { lines in lines.last { !$0.isEmpty }?.hasPrefix("$") == true })
        try terminal.press("echo \"code $?\"", "Enter")
        let lines = try #require(try await terminal.see { $0.contains { $0.hasPrefix("code ") } })
        #expect(lines.contains("code 130") && !lines.contains("round 2"), "\(lines)")
    }

    @Test func failuresGiveTheTerminalBack() throws {
        let server = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { server.stop() }
        let player = try TerminalProcess(["play", "--output", "null", server.url("/x")])
        #expect(player.wait() == 65)
        #expect(player.isInLineMode)
        #expect(player.screen.lines.count == 1)
        #expect(player.screen.contains("longwave: Station not found on the server (404)"))
    }

    /// With job control, Ctrl-Z stops the program. The shell's script continues it after the next typed line.
    @Test func aStopAndItsEnd() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let script = "\"$@\"; echo stopped; read line; fg >/dev/null"
        let player = try TerminalProcess(
            ["-mc", script, "sh", LongwaveBinary.path, "play", "--output", "null", station.url], program: "/bin/sh")
        #expect(player.read { $0.last.hasPrefix("playing") })
        player.press("\u{1A}")
        #expect(player.read { $0.contains("stopped") })
        #expect(player.isInLineMode)
        player.press("\n")
        #expect(player.read { $0.last.hasPrefix("playing") })
        #expect(!player.isInLineMode)
        player.press("q")
        #expect(player.wait() == 0)
        #expect(player.isInLineMode)
    }

    /// Without job control, nobody could continue a stopped program, so Ctrl-Z has no effect.
    @Test func withoutJobControlAStopIsNone() throws {
        try withPlayer { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing") })
            player.press("\u{1A}m")
            #expect(player.read { $0.last.contains("muted") })
            player.press("q")
            #expect(player.wait() == 0)
        }
    }
}
