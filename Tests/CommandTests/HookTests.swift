import Glibc
import TestSupport
import Testing

/// Hooks: programs that Longwave runs at events of the player. The tests run real ones.
@Suite struct HookTests {
    private static func hook(_ event: String, _ words: [String], _ more: String = "") -> String {
        let command = words.map { "'''\($0)'''" }.joined(separator: ", ")
        return "[[hooks]]\nevent = \"\(event)\"\ncommand = [\(command)]\n\(more)\n"
    }

    /// Returns the configuration of a hook that runs the shell script `text` with one argument at `event`.
    private static func script(_ event: String, _ text: String, _ argument: String, _ more: String = "") -> String {
        hook(event, ["/bin/sh", "-c", text, argument], more)
    }

    private static func text(_ path: String) -> String { (try? LongwaveBinary.read(path)) ?? "" }

    /// A station's title contains shell code. The hook gets the title in its environment and on standard input, and no
    /// shell interprets it.
    @Test func hostileTitles() throws {
        let title = "Band - \u{1B}[31m$(touch pwned);`id`|&\"q\"'s\u{7}\\n"
        let station = try IcyServer([try .init(.mp3, title: title)])
        defer { station.stop() }
        let out = try TemporaryDirectory()
        let service = try ServeTests.Service(
            ["--output", "null"], ["NOTIFY_SOCKET": "/proc/nonexistent/notify", "WATCHDOG_USEC": "60000000"],
            configuration: Self.script(
                "nowPlayingDidChange",
                "cat >\"$0.json\"; grep SigBlk /proc/self/status >\"$0.signals\"; env -0 >\"$0.part\"; mv \"$0.part\" \"$0\"",
                out.path + "/facts"))
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(ServeTests.waits { access(out.path + "/facts", F_OK) == 0 })
        let variables = Self.text(out.path + "/facts").split(separator: "\0")
        #expect(variables.contains("LONGWAVE_EVENT=nowPlayingDidChange") && variables.contains("LONGWAVE_ARTIST=Band"))
        let heard = variables.first { $0.hasPrefix("LONGWAVE_TITLE=") } ?? ""
        #expect(heard.contains("$(touch pwned);`id`|&\"q\"") && !heard.contains("\u{1B}") && !heard.contains("\u{7}"))
        #expect(!variables.contains { $0.hasPrefix("NOTIFY_SOCKET=") || $0.hasPrefix("WATCHDOG_") })
        #expect(variables.contains { $0.hasPrefix("XDG_RUNTIME_DIR=") })
        let line = Self.text(out.path + "/facts.json")
        #expect(line.hasPrefix(#"{"version":1,"event":"nowPlayingDidChange","#) && line.hasSuffix("}\n"))
        #expect(
            line.split(separator: "\n").count == 1 && line.contains(#""station":"Test Station""#)
                || line.contains(#""station":"#))
        #expect(Self.text(out.path + "/facts.signals").split { $0.isWhitespace }.last?.allSatisfy { $0 == "0" } == true)
        #expect(access("pwned", F_OK) != 0 && !out.names().contains("pwned"))
    }

    /// Hooks fail. The program reports each failing hook once, and the sound continues.
    @Test func failures() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let service = try ServeTests.Service(
            configuration: Self.hook("volumeDidChange", ["no-such-program-\(getpid())"])
                + Self.script("volumeDidChange", "printf 'it is \\033[31mbroken' >&2; exit 3", "x")
                + Self.script("volumeDidChange", "exec sleep 1000", "y", "timeout = 0.2")
                + Self.script("rateDidChange", "exit 4", "z"),
            output: .pipedWithErrors)
        let lines = LineReader(service.child)
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(service.says(#""status":"playing""#))
        for volume in ["10", "20", "30"] { #expect(try service.ctl("volume", volume).code == 0) }
        var said: [String] = []
        #expect(
            lines.first { line in
                if line.contains("the hook") { said.append(line) }
                return said.count == 3
            } != nil)
        #expect(said.contains { $0.contains("cannot start: the program is not in PATH") })
        #expect(
            said.contains { $0.hasSuffix("(volumeDidChange) failed with exit code 3: it is [31mbroken") }, "\(said)")
        #expect(said.contains { $0.contains("took longer than 0.2 seconds and was stopped") }, "\(said)")
        // The same hooks fail again and are not reported again. The next report is about a different hook.
        for volume in ["40", "50"] { #expect(try service.ctl("volume", volume).code == 0) }
        #expect(service.says(#""status":"playing""#, #""volume":0.5"#))
        #expect(try service.ctl("rate", "0.9").code == 0)
        service.stop()
        var more: [String] = []
        _ = lines.first { line in
            if line.contains("the hook") { more.append(line) }
            return false
        }
        #expect(more.allSatisfy { $0.contains("(rateDidChange)") }, "\(more)")
    }

    @Test func fourAtOnceAndAFlood() throws {
        let out = try TemporaryDirectory()
        let go = out.path + "/go"
        // Each hook writes that it has started and then waits until the file `go` exists.
        let text =
            "echo $LONGWAVE_VOLUME >>\"$0.began\"; while ! [ -e \(go) ]; do sleep 0.05; done; echo $LONGWAVE_VOLUME >>\"$0\""
        let hooks = (0..<6).map { Self.script("volumeDidChange", text, "\(out.path)/hook\($0)", "timeout = \"10m\"") }
        let service = try ServeTests.Service(configuration: hooks.joined())
        let client = try #require(UnixSocket.connected(to: service.socket))
        defer { close(client) }
        for volume in 1...99 {
            let line =
                "{\"jsonrpc\":\"2.0\",\"method\":\"volume\",\"params\":{\"to\":0.\(volume < 10 ? "0" : "")\(volume)}}\n"
            #expect(send(client, line, line.utf8.count, Int32(MSG_NOSIGNAL)) == line.utf8.count)
        }
        func began() -> Int { out.names().filter { $0.hasSuffix(".began") }.count }
        #expect(ServeTests.waits { began() == 4 })
        #expect(try service.ctl("status", "--json").output.contains(#""volume":0.99"#))
        #expect(began() == 4)
        try TextFile.write("", to: go)
        // At most four hooks ran at once, and commands were not delayed. All six hooks run in the end, and the last
        // run of each one gets the newest volume.
        #expect(ServeTests.waits { (0..<6).allSatisfy { Self.text("\(out.path)/hook\($0)").hasSuffix("99\n") } })
        for place in 0..<6 {
            #expect(Self.text("\(out.path)/hook\(place)").split(separator: "\n").count <= 2, "\(place)")
        }
    }

    /// The player ends while a hook runs. The hook of the last event still does its work. The other one is stopped, with
    /// a program that it has started in the background.
    @Test func hooksEndWithTheirPlayer() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let out = try TemporaryDirectory()
        let long = "set -m; sleep 1000 & echo $! >\"$0.new\"; mv \"$0.new\" \"$0\"; wait"
        let service = try ServeTests.Service(
            configuration: Self.script("nowPlayingDidChange", long, out.path + "/pid", "timeout = \"10m\"")
                + Self.script("statusDidChange", "echo $LONGWAVE_STATUS >>\"$0\"", out.path + "/status"))
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(ServeTests.waits { access(out.path + "/pid", F_OK) == 0 })
        service.stop()
        #expect(Self.text(out.path + "/status").hasSuffix("stopped\n"))
        let pid = Self.text(out.path + "/pid").filter { !$0.isWhitespace }
        var name = [CChar](repeating: 0, count: 100)
        #expect(ServeTests.waits { readlink("/proc/\(pid)/exe", &name, name.count) < 0 })
    }

    /// The configuration changes. Hooks that it no longer contains do not run any more, and new ones do.
    @Test func otherHooks() throws {
        let out = try TemporaryDirectory()
        let service = try ServeTests.Service(
            configuration: Self.script("volumeDidChange", ": >\"$0\"", out.path + "/old"), output: .pipedWithErrors)
        let lines = LineReader(service.child)
        #expect(try service.ctl("volume", "10").code == 0)
        #expect(ServeTests.waits { access(out.path + "/old", F_OK) == 0 })
        try TextFile.write(
            Self.script("volumeDidChange", ": >\"$0\"", out.path + "/new"), to: service.configuration)
        #expect(lines.first { $0.hasSuffix("was read again") } != nil)
        unlink(out.path + "/old")
        #expect(try service.ctl("volume", "20").code == 0)
        #expect(ServeTests.waits { access(out.path + "/new", F_OK) == 0 })
        #expect(access(out.path + "/old", F_OK) != 0)
    }
}
