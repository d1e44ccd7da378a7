import Glibc
import Longwave
import TestSupport
import Testing

@testable import LongwaveCLI

/// `longwave play` of the built program, without a terminal.
@Suite struct PlayTests {
    static let stations = #"""
        {"station":[
          {"name":"Radio Nord","streamURL":"http://127.0.0.1:1/nord","id":"nord"},
          {"name":"Radio Süd","streamURL":"http://127.0.0.1:1/sued"}
        ]}
        """#

    /// A server's response that is not a station's sound, and the exit code with which the program must end.
    struct BadAnswer: Sendable, CustomTestStringConvertible {
        var name: String
        var code: Int32
        var script: LoopbackServer.Script
        var testDescription: String { name }

        init(_ name: String, _ code: Int32, _ script: @escaping LoopbackServer.Script) {
            (self.name, self.code, self.script) = (name, code, script)
        }
    }

    static let badAnswers: [BadAnswer] = [
        BadAnswer("404", 65) { $0.reply(status: "404 Not Found", text: "no") },
        BadAnswer("410", 65) { $0.reply(status: "410 Gone", text: "no") },
        BadAnswer("401", 77) { $0.reply(status: "401 Unauthorized", text: "no") },
        BadAnswer("403", 77) { $0.reply(status: "403 Forbidden", text: "no") },
        BadAnswer("500", 69) { $0.reply(status: "500 Oops", text: "no") },
        BadAnswer("web page", 65) {
            $0.reply(headers: ["Content-Type: text/html"], text: "<!doctype html><html><body>Hello</body></html>")
        },
        BadAnswer("garbage", 65) {
            var generator = SeededGenerator(seed: 7)
            $0.reply(headers: ["Content-Type: audio/mpeg"], body: generator.bytes(600_000))
        },
        BadAnswer("empty body", 65) { $0.reply(headers: ["Content-Type: audio/mpeg"]) },
        BadAnswer("Ogg", 65) {
            $0.reply(
                headers: ["Content-Type: application/ogg"], text: "OggS\0\u{2}" + String(repeating: "\0", count: 9000))
        },
        BadAnswer("ADPCM in a WAV file", 65) {
            $0.reply(headers: ["Content-Type: audio/x-wav"], body: QuietSound().wave(formatTag: 0x11))
        },
        BadAnswer("redirects in a circle", 76) { $0.redirect(to: "/again") },
        BadAnswer("headers without end", 76) { $0.sendHeaders(totalling: 100 << 20) },
        BadAnswer("no HTTP", 76) { $0.send("SSH-2.0-OpenSSH_9.2\r\n") },
        BadAnswer("an empty playlist", 65) { $0.reply(headers: ["Content-Type: audio/x-mpegurl"], text: "#EXTM3U\n") },
        BadAnswer("never answers", 69) { $0.neverAnswer() },
    ]

    @Test(arguments: badAnswers) func badAnswersEndWithOneSentence(_ answer: BadAnswer) throws {
        let server = try LoopbackServer(script: answer.script)
        defer { server.stop() }
        let run = try LongwaveBinary.run(
            ["play", "--output", "null", "--give-up-after", "1", server.url("/radio")])
        #expect(run.code == answer.code)
        let sentences = run.errors.split(separator: "\n")
        #expect(sentences.count == 1 && sentences[0].hasPrefix("longwave: ") && sentences[0].hasSuffix("."))
        #expect(!run.output.contains("playing"))
    }

    static let badArguments: [([String], Int32)] = [
        (["/nonexistent/song.mp3"], 66), (["missing.aac"], 66), (["file:///nonexistent/song.mp3"], 66),
        (["http://name.invalid/radio", "--give-up-after", "1"], 68),
        (["http://127.0.0.1:1/radio", "--give-up-after", "1"], 69), (["gopher://127.0.0.1/"], 65),
    ]

    /// The first station fails. The program prints the reason and the next station's name before it prints anything
    /// else about the next station.
    @Test func whatFollowsIsSaidFirst() throws {
        let nobody = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { nobody.stop() }
        let directory = try TemporaryDirectory()
        let entries = ["Alpha", "Beta"].map { #"{"name":"\#($0)","streamURL":"\#(nobody.url("/" + $0))"}"# }
        let list = try directory.write("stations.json", "{\"station\":[\(entries.joined(separator: ","))]}")
        let settings = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let play = [LongwaveBinary.path, "play", "--output", "null", "--library", list, "--query", "sort=name"]
        // Standard output and standard error go into the same pipe, which keeps the order of their lines.
        let child = try ChildProcess(
            "sh", ["-c", "exec \"$@\" 2>&1", "sh", "env", "-i"] + settings + play, output: .piped)
        let lines = child.readAll().split(separator: "\n")
        #expect(child.wait() == 65)
        let next = try #require(lines.firstIndex { $0.hasSuffix("Next: Beta") }, "\(lines)")
        let shown = try #require(lines.firstIndex { $0.hasSuffix(": Beta") && !$0.contains("Next") }, "\(lines)")
        #expect(next < shown, "\(lines)")
    }

    @Test(arguments: badArguments) func badArgumentsEndWithOneSentence(_ arguments: [String], _ code: Int32) throws {
        let run = try LongwaveBinary.run(["play", "--output", "null"] + arguments)
        #expect(run.code == code)
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func aFileThatIsNoSound() throws {
        let directory = try TemporaryDirectory()
        try TextFile.write("This is a letter, not a song.\n", to: directory.path + "/song.mp3")
        let run = try LongwaveBinary.run(["play", "--output", "null", directory.path + "/song.mp3"])
        #expect(run.code == 65)
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func withoutASoundServer() throws {
        let run = try LongwaveBinary.run(["play", Sample.mp3.path])
        #expect(run.code == 69)
        #expect(run.errors.contains("Sound server not found"))
    }

    @Test func aSoundServerThatIsNamedWronglyIsTold() throws {
        let run = try LongwaveBinary.run(
            ["play", Sample.mp3.path], environment: ["PULSE_SERVER": "unix:/proc/nonexistent/here"])
        #expect(run.code == 69)
        let words = "at unix:/proc/nonexistent/here, set by PULSE_SERVER: correct"
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test func anOutputFileThatCannotBe() throws {
        let run = try LongwaveBinary.run(
            ["play", "--output", "/proc/nonexistent/x.wav", "--fast", Sample.mp3.path])
        #expect(run.code == 73)
    }

    @Test func aFilePlaysToItsEnd() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/sound.wav"
        let run = try LongwaveBinary.run(["play", "--output", file, "--fast", Sample.mp3.path])
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        #expect(run.lines.last?.hasPrefix("ended: ") == true)
        // The file contains eight seconds of sound, more than a megabyte, and not only a header.
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_size > 1_000_000)
        // The second run finds the file of the first. Without `--overwrite`, the program leaves the file unchanged.
        let again = try LongwaveBinary.run(["play", "--output", file, "--fast", Sample.aac.path])
        #expect(again.code == 73 && again.errors.contains("already exists; --overwrite replaces it"))
        #expect(again.errors.contains("Gave up") == false)
        var after = stat()
        #expect(stat(file, &after) == 0 && after.st_size == status.st_size)
        let over = try LongwaveBinary.run(["play", "--output", file, "--overwrite", "--fast", Sample.aac.path])
        #expect(over.code == 0 && stat(file, &after) == 0 && after.st_size != status.st_size)
    }

    @Test func packetsGoIntoAFile() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/kept.aac"
        let run = try LongwaveBinary.run(["play", "--output", file, "--for", "1", Sample.aac.path])
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        var status = stat()
        let size = Samples.adtsPackets(try Sample.aac.read()).reduce(0) { $0 + $1.count }
        #expect(stat(file, &status) == 0 && Int(status.st_size) == size)
        // The file that the first run wrote is itself played.
        let again = try LongwaveBinary.run(["play", "--output", directory.path + "/kept.wav", "--fast", file])
        #expect(again.code == 0, "\(again.errors)")
        let other = try LongwaveBinary.run(["play", "--output", file, "--overwrite", Sample.mp3.path])
        #expect(other.code == 73 && other.errors.contains("MP3 cannot be written"), "\(other.errors)")
    }

    /// The shell limits the size of files. The program reports the limit with an exit code. (The signal SIGXFSZ would
    /// otherwise end the program without a message.)
    @Test func aFileThatMayNotGrow() throws {
        let directory = try TemporaryDirectory()
        let script = "ulimit -f 64; exec \"$@\""
        let arguments = ["play", "--output", directory.path + "/x.wav", "--fast", Sample.mp3.path]
        let run = try ChildProcess.run(
            "sh", ["-c", script, "sh", "env"] + Self.plain + [LongwaveBinary.path] + arguments)
        #expect(run.code == 73, "\(run.code)")
    }

    @Test func stationsThatAreNotThere() throws {
        let directory = try TemporaryDirectory()
        let list = directory.path + "/stations.json"
        try TextFile.write(Self.stations, to: list)
        // "Rdio Norft" differs too much from "Radio Nord" for the program to play that station without asking.
        let none = try LongwaveBinary.run(["play", "--library", list, "Rdio Norft"])
        #expect(none.code == 65)
        #expect(none.errors.contains("Did you mean:\nlongwave: Radio Nord (nord)"))
        let other = directory.path + "/other.json"
        try TextFile.write(Self.stations.replacing("nord", with: "ost"), to: other)
        let both = try LongwaveBinary.run(["play", "--library", list, "--library", other, "xyzzy"])
        let sentence = "longwave: No station matches \"xyzzy\". Searched lists: \(list), \(other).\n"
        #expect(both.code == 65 && both.errors == sentence, "\(both)")
        let query = try LongwaveBinary.run(["play", "--library", list, "--query", "country=fr"])
        #expect(query.errors == "longwave: No station matches. Searched lists: \(list).\n")
        let two = try LongwaveBinary.run(["play", "--library", list, "radio"])
        #expect(two.code == 65)
        #expect(two.errors.contains("2 stations"))
        // The error lists the matching stations with numbers and ids. Its last line says how to choose one of them.
        #expect(
            two.errors == """
                longwave: "radio" matches 2 stations:
                longwave: 1 Radio Nord (nord)
                longwave: 2 Radio Süd
                longwave: Choose one by its number, its id (in brackets) or its full name.

                """)
        let missing = try LongwaveBinary.run(["play", "--library", "/nonexistent/x.json", "radio"])
        #expect(missing.code == 66)
    }

    @Test func jsonLinesOfAStation() throws {
        let station = try IcyServer([try .init(.mp3, title: "Sænk - Æblet")])
        defer { station.stop() }
        let child = try ChildProcess(
            "env", Self.plain + [LongwaveBinary.path, "play", "--output", "null", "--json", station.url],
            output: .piped)
        let lines = LineReader(child)
        let playing = try #require(lines.first { $0.contains(#""event":"nowPlayingDidChange""#) })
        #expect(playing.hasPrefix(#"{"version":1,"event":"nowPlayingDidChange","time":"20"#))
        #expect(playing.contains(#""artist":"Sænk","title":"Æblet","text":"Sænk - Æblet""#))
        #expect(playing.contains(#""serverName":"Test Station""#))
        #expect(playing.contains(#""codec":"mp3""#))
        child.send(SIGTERM)
        #expect(child.wait() == 0)
    }

    static let plain = ["-i"] + LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalsEndIt(_ signal: Int32) throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let child = try ChildProcess(
            "env", Self.plain + [LongwaveBinary.path, "play", "--output", "null", station.url], output: .piped)
        let lines = LineReader(child)
        #expect(lines.first { $0 == "playing: Test Station" } != nil)
        child.send(signal)
        #expect(child.wait() == (signal == SIGINT ? 130 : 0))
    }

    @Test func aClosedPipeEndsIt() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let script = "{ env \"$@\"; echo \"code $?\" >&2; } | head -n 1"
        let run = try ChildProcess.run(
            "sh",
            ["-c", script, "sh"] + Self.plain + [LongwaveBinary.path, "play", "--output", "null", station.url])
        #expect(run.output.hasPrefix("connecting: "))
        #expect(run.output.hasSuffix("code 0\n"))
    }

    /// When the program that reads Longwave's output ends, Longwave notices this at once, even if it has nothing to
    /// write at the moment.
    @Test(arguments: [[], ["--json"]]) func aReaderThatGoesIsNoticedAtOnce(_ format: [String]) throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let child = try ChildProcess(
            "env", Self.plain + [LongwaveBinary.path, "play", "--output", "null"] + format + [station.url],
            output: .piped)
        let lines = LineReader(child)
        #expect(lines.first { $0.contains("title") && $0.contains("One") } != nil)
        child.closeOutput()
        #expect(child.wait() == 0)
    }

    @Test func quietSaysNothingButErrors() throws {
        let run = try LongwaveBinary.run(["demo", "--output", "null", "--for", "2", "--quiet"])
        #expect(run.code == 0)
        #expect(run.output.isEmpty && run.errors.isEmpty)
        let failed = try LongwaveBinary.run(["play", "--quiet", "/nonexistent/song.mp3"])
        #expect(failed.code == 66)
        #expect(failed.output.isEmpty && failed.errors.split(separator: "\n").count == 1)
    }

    @Test func verboseTellsWhatGoesOnAndNoPassword() throws {
        let server = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { server.stop() }
        let run = try LongwaveBinary.run(
            ["play", "-v", "--output", "null", server.url("/radio", credentials: "user:secret")])
        #expect(run.code == 65)
        #expect(run.errors.contains("longwave \(Version.current) plays"))
        #expect(run.errors.contains("didFail"))
        #expect(run.errors.contains("heard 0.0 s, no stalls, no reconnects"))
        #expect(!run.errors.contains("secret") && !run.output.contains("secret"))
    }

    @Test func theDemonstrationNeedsNothing() throws {
        let run = try LongwaveBinary.run(["demo", "--output", "null", "--for", "8"])
        #expect(run.code == 0)
        #expect(run.lines.contains("playing: Longwave demo"))
        #expect(Set(run.lines.filter { $0.hasPrefix("title: ") }).count >= 2)
        let silent = try LongwaveBinary.run(["demo", "--for", "60"])
        #expect(silent.code == 69)
    }

    /// `play` without a station starts with the station and the volume of the previous run.
    @Test func theStationHeardLastComesBack() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let list = directory.path + "/stations.json"
        try TextFile.write(
            """
            {"station":[{"name":"First","streamURL":"\(station.url)"},{"name":"Second","streamURL":"\(station.url)?2"}]}
            """, to: list)
        let environment = ["XDG_STATE_HOME": directory.path, "LONGWAVE_LIBRARY": list]
        let settings = ["-i"] + LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
        func play(_ arguments: [String], until wanted: String) throws {
            let child = try ChildProcess(
                "env", settings + [LongwaveBinary.path, "play", "--output", "null", "--json"] + arguments,
                output: .piped)
            let lines = LineReader(child)
            #expect(lines.first { $0.contains(wanted) && $0.contains(#""status":"playing""#) } != nil, "\(wanted)")
            child.send(SIGTERM)
            #expect(child.wait() == 0)
        }
        try play([], until: #""name":"First""#)
        try play(["sec", "--volume", "40"], until: #""name":"Second""#)
        try play([], until: #""name":"Second""#)
        let state = try LongwaveBinary.read(directory.path + "/longwave/state.json")
        #expect(state.contains("Second"))
        #expect(state.contains("0.4"))
    }
}
