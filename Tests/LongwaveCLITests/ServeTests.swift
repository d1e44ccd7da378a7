import Glibc
import TestSupport
import Testing

/// The shared player (`longwave serve`) and its clients.
@Suite struct ServeTests {
    /// A shared player (`longwave serve`) with folders of its own.
    final class Service {
        let folder: TemporaryDirectory
        let environment: [String: String]
        private(set) var child: ChildProcess
        private let arguments: [String]
        private let output: ChildProcess.Output
        /// The path of the shared player's configuration file.
        var configuration: String { folder.path + "/config/longwave/config.toml" }
        var socket: String { folder.path + "/run/longwave/control.sock" }

        init(
            _ arguments: [String] = ["--output", "null"], _ more: [String: String] = [:], configuration: String? = nil,
            output: ChildProcess.Output = .discarded
        ) throws {
            folder = try TemporaryDirectory()
            self.output = output
            let path = folder.path
            var environment = [
                "HOME": path, "XDG_RUNTIME_DIR": path + "/run", "XDG_STATE_HOME": path + "/state",
                "XDG_DATA_HOME": path + "/data", "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache",
            ]
            environment.merge(more) { $1 }
            self.environment = environment
            self.arguments = arguments
            if let configuration { try folder.write("config/longwave/config.toml", configuration) }
            child = try Self.start(arguments, environment, output)
            try #require(isThere)
        }

        deinit { stop() }

        private static func start(
            _ arguments: [String], _ environment: [String: String], _ output: ChildProcess.Output
        ) throws -> ChildProcess {
            let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
            return try ChildProcess(
                "env", ["-i"] + settings + [LongwaveBinary.path, "serve", "--quiet"] + arguments, output: output)
        }

        /// True if the shared player accepts connections. Waits until it does, for about 90 seconds at most.
        var isThere: Bool { ServeTests.waits { UnixSocket.connected(to: socket).map { close($0) } != nil } }

        func stop() {
            child.send(SIGTERM)
            child.wait()
        }

        /// Kills the shared player, as a power cut would, and starts it again.
        func crash() throws {
            child.send(SIGKILL)
            child.wait()
            child = try Self.start(arguments, environment, output)
            try #require(isThere)
        }

        func ctl(_ arguments: String...) throws -> LongwaveBinary.Run {
            try LongwaveBinary.run(["ctl"] + arguments, environment: environment)
        }

        /// Waits until one line that the shared player sends to its clients contains all these texts. Returns false if
        /// none does within 90 seconds.
        func says(_ texts: String...) -> Bool {
            guard let client = try? Client(socket) else { return false }
            client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\"}\n")
            return client.line { line in texts.allSatisfy { line.contains($0) } } != nil
        }
    }

    /// A client of the shared player that can send any text.
    private final class Client {
        let descriptor: Int32

        init(_ path: String) throws {
            descriptor = try #require(UnixSocket.connected(to: path))
            var patience = timeval(tv_sec: 90, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        /// Sends `text`. Returns false if the shared player has closed the connection.
        @discardableResult func send(_ text: String, _ flags: Int32 = 0) -> Bool {
            let bytes = Array(text.utf8)
            let sent = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | flags)
            return sent >= 0 || errno == EAGAIN
        }

        func line(with text: String) -> String? { line { $0.contains(text) } }

        /// Returns the first received line that matches, or nil if the connection ends or 90 seconds pass.
        func line(where isWanted: (String) -> Bool) -> String? {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            let start = time(nil)
            while read(descriptor, &byte, 1) == 1, time(nil) - start < 90 {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                let whole = String(decoding: line, as: UTF8.self)
                if isWanted(whole) { return whole }
                line = []
            }
            return nil
        }
    }

    /// Checks a condition every 10 ms, for changes that a test cannot wait for in another way. Returns true as soon as
    /// it holds, and false after about 90 seconds.
    static func waits(_ condition: () -> Bool) -> Bool {
        for _ in 0..<9000 {
            if condition() { return true }
            usleep(10_000)
        }
        return condition()
    }

    @Test func withoutAService() throws {
        let run = try LongwaveBinary.run(["ctl", "play", "x"])
        #expect(run.code == 69)
        #expect(run.errors.contains("longwave serve"))
    }

    @Test func playingAndAsking() throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        let service = try Service()
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(service.says(#""status":"playing""#, #""serverName":"Test Station""#, #""nowPlaying":{"kind":"song""#))
        let status = try service.ctl("status").output
        #expect(status.contains("station\tTest Station") && status.contains("title\tBand - Song"), "\(status)")
        #expect(try service.ctl("volume", "40").code == 0)
        #expect(try service.ctl("volume", "-15%").code == 0)
        #expect(service.says(#""volume":0.25"#))
        #expect(try service.ctl("pause").code == 0)
        #expect(service.says(#""status":"paused","reason":"user""#))
        #expect(try service.ctl("toggle").code == 0)
        #expect(service.says(#""status":"playing""#))
        #expect(try service.ctl("interrupt", "begin").code == 0)
        #expect(service.says(#""reason":"interruption""#, "interruption:application"))
        #expect(try service.ctl("interrupt", "end").code == 0)
        #expect(service.says(#""status":"playing""#))
        #expect(try service.ctl("sleep", "1").code == 0)
        #expect(service.says(#""status":"stopped""#, #""volume":0.25"#))
        #expect(try service.ctl("status", "--json").output.contains(#""sleep":null"#))
        #expect(try service.ctl("play").code == 0)
        #expect(service.says(#""status":"playing""#))
    }

    /// `ctl like` stores the current title with its station at once. The title survives a crash and is listed with its
    /// links.
    @Test func liking() throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        let service = try Service()
        let early = try service.ctl("like")
        #expect(early.code == 69 && early.errors.contains("There is no current title"))
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(service.says(#""text":"Band - Song""#, #""links":[{"name":"MusicBrainz","url":"https://"#))
        let liked = try service.ctl("like", "--json")
        #expect(liked.code == 0 && liked.output == "{\"liked\":true}\n")
        try service.crash()
        let songs = { (arguments: [String]) in
            try LongwaveBinary.run(["songs", "--liked"] + arguments, environment: service.environment)
        }
        let found = try songs(["--links", "--format", "table"])
        #expect(
            found.lines.count == 5 && found.lines.first?.hasSuffix("  Band - Song  (\(station.url))") == true,
            "\(found)")
        #expect(found.lines.last?.hasPrefix("    YouTube: https://") == true && found.errors == "")
        #expect(try songs(["--json"]).output.contains(#""artist":"Band","title":"Song""#))
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(service.says(#""nowPlaying":{"kind":"song""#))
        let taken = try service.ctl("like", "off")
        #expect(taken.code == 0, "\(taken)")
        #expect(try songs(["--format", "tsv"]).lines.count == 1)
        #expect(try songs(["--top", "3"]).code == 64)
    }

    @Test func whatIsRefused() throws {
        let service = try Service()
        let unknown = try service.ctl("play", "nosuchstation")
        #expect(unknown.code == 65 && unknown.errors.contains("nosuchstation"))
        #expect(try service.ctl("seek", "-10").code == 69)
        #expect(try service.ctl("queue", "play", "3").code == 65)
        #expect(try service.ctl("volume", "loud").code == 64)
        #expect(try service.ctl("keep").code == 69)
    }

    /// After a crash, the shared player has the same queue and position, and plays.
    @Test func itComesBackAfterACrash() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let service = try Service()
        for name in ["a", "b", "c"] { #expect(try service.ctl("queue", "add", "\(station.url)\(name)").code == 0) }
        #expect(try service.ctl("repeat", "all").code == 0)
        #expect(try service.ctl("volume", "30").code == 0)
        #expect(try service.ctl("queue", "play", "2").code == 0)
        #expect(service.says(#""status":"playing""#))
        let state = service.folder.path + "/state/longwave/player.json"
        #expect(Self.waits { ((try? LongwaveBinary.read(state)) ?? "").contains(#""playing":true"#) })
        try service.crash()
        #expect(service.says(#""status":"playing""#, #""repeat":"all""#, #""index":1,"count":3"#, #""volume":0.3"#))
        // It was paused before the second crash, so it does not play after it.
        #expect(try service.ctl("pause").code == 0)
        #expect(Self.waits { ((try? LongwaveBinary.read(state)) ?? "").contains(#""playing":false"#) })
        try service.crash()
        #expect(service.says(#""index":1,"count":3"#, #""status":"stopped""#))
        #expect(try service.ctl("next").code == 0)
        #expect(service.says(#""status":"playing""#))
    }

    /// With `--volume`, the shared player has this volume after each start, although another one was stored.
    @Test func theVolumeAtTheStart() throws {
        let service = try Service(["--output", "null", "--volume", "15"])
        #expect(service.says(#""volume":0.15"#))
        let state = service.folder.path + "/state/longwave/player.json"
        #expect(try service.ctl("volume", "30").code == 0)
        #expect(Self.waits { ((try? LongwaveBinary.read(state)) ?? "").contains(#""volume":0.3"#) })
        try service.crash()
        #expect(service.says(#""volume":0.15"#))
    }

    /// The stored state is damaged. The shared player renames the file and starts without a state.
    @Test func aDamagedState() throws {
        let service = try Service()
        let state = service.folder.path + "/state/longwave/player.json"
        #expect(try service.ctl("volume", "30").code == 0)
        #expect(Self.waits { access(state, F_OK) == 0 })
        service.child.send(SIGKILL)
        service.child.wait()
        try TextFile.write("{\"version\":1,", to: state)
        try service.crash()
        #expect(Self.waits { access(state + ".broken", F_OK) == 0 })
        #expect(service.says(#""status":"stopped""#))
    }

    @Test func aSecondService() throws {
        let service = try Service()
        let second = try LongwaveBinary.run(["serve", "--output", "null"], environment: service.environment)
        #expect(second.code == 69 && second.errors.contains("already running"))
        #expect(try service.ctl("status").code == 0)
    }

    /// Each client that subscribes first gets the current state. A client that does not read is disconnected, and other
    /// clients do not notice.
    @Test func clientsThatDoNotBehave() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let service = try Service()
        let watcher = try Client(service.socket)
        watcher.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\"}\n")
        #expect(watcher.line(with: #""id":1"#)?.contains(#""event":"snapshot""#) == true)
        // This client sends requests without end and reads no response.
        let flood = try Client(service.socket)
        let request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\"}\n"
        #expect(Self.waits { !(0..<500).allSatisfy { _ in flood.send(request, Int32(MSG_DONTWAIT)) } })
        // This client sends a line that never ends.
        let endless = try Client(service.socket)
        let part = String(repeating: "x", count: 40_000)
        for _ in 0..<220 { endless.send(part) }
        #expect(endless.line(with: "tooLong") != nil)
        // One of these clients sends half a request, and the other sends nonsense.
        let dead = try Client(service.socket)
        dead.send("{\"jsonrpc\":\"2.0\",\"id\":1,")
        let nonsense = try Client(service.socket)
        nonsense.send("\u{0}\u{1B}[2J\n{}\n")
        #expect(nonsense.line(with: "-32700") != nil)
        #expect(nonsense.line(with: "-32600") != nil)
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(watcher.line(with: #""event":"nowPlayingDidChange""#) != nil)
        #expect(service.says(#""status":"playing""#))
    }

    /// Only the user who started the shared player can connect to its socket.
    @Test(.enabled(if: geteuid() == 0)) func anotherUserAtTheSocket() throws {
        let service = try Service()
        chmod(service.folder.path, 0o755)
        chmod(service.folder.path + "/run", 0o755)
        chmod(service.folder.path + "/run/longwave", 0o755)
        func connects() throws -> Bool {
            let script =
                "import socket,sys; s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); "
                + "s.sendall(b'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\"}\\n'); sys.exit(0 if s.recv(10) else 1)"
            let words = ["--reuid=65534", "--clear-groups", "python3", "-c", script, service.socket]
            return try ChildProcess.run("setpriv", words).code == 0
        }
        #expect(try !connects())
        // Other users are refused even if the socket's permissions would allow them.
        chmod(service.socket, 0o666)
        #expect(try !connects())
        #expect(try service.ctl("status").code == 0)
    }

    @Test func watching() throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        let service = try Service()
        let settings = LongwaveBinary.environment(service.environment).map { "\($0.key)=\($0.value)" }
        let words = ["ctl", "watch", "--format", "{state}|{artist}|{title}|{nosuch}"]
        let child = try ChildProcess("env", ["-i"] + settings + [LongwaveBinary.path] + words, output: .piped)
        let lines = LineReader(child)
        #expect(lines.first { $0 == "stopped|||{nosuch}" } != nil)
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(lines.first { $0 == "playing|Band|Song|{nosuch}" } != nil)
        service.stop()
        // When the shared player ends, `longwave ctl watch` ends, too.
        #expect(child.wait() == 0)
    }

    /// The shared player and a private player are not heard at the same time: the one that starts to play pauses the
    /// other.
    @Test func aPrivatePlayerBesideIt() throws {
        let pulse = try PulseServer()
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let service = try Service([], ["PULSE_SERVER": pulse.address])
        #expect(try service.ctl("play", station.url).code == 0)
        #expect(service.says(#""status":"playing""#))
        let settings = LongwaveBinary.environment(service.environment).map { "\($0.key)=\($0.value)" }
        func play() throws -> (ChildProcess, LineReader) {
            let child = try ChildProcess(
                "env", ["-i"] + settings + [LongwaveBinary.path, "play", station.url], output: .piped)
            return (child, LineReader(child))
        }
        let (first, _) = try play()
        #expect(service.says(#""reason":"interruption""#))
        // The private player is killed, and the shared player continues to play.
        first.send(SIGKILL)
        first.wait()
        #expect(service.says(#""status":"playing""#))
        let (second, lines) = try play()
        #expect(service.says(#""reason":"interruption""#))
        #expect(lines.first { $0.hasPrefix("playing") } != nil)
        #expect(try service.ctl("play").code == 0)
        #expect(lines.first { $0.hasPrefix("paused") } != nil)
        #expect(service.says(#""status":"playing""#))
        second.send(SIGTERM)
        #expect(second.wait() == 0)
        #expect(service.says(#""status":"playing""#))
    }

    @Test func handedOver() throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        let service = try Service()
        let run = try LongwaveBinary.run(["play", "--shared", station.url], environment: service.environment)
        #expect(run.code == 0)
        #expect(service.says(#""status":"playing""#))
    }

    /// `serve --install` prints a unit file that systemd accepts.
    @Test(arguments: [false, true]) func units(isSystem: Bool) throws {
        let folder = try TemporaryDirectory()
        let environment = ["HOME": folder.path, "SUDO_UID": isSystem ? "1" : ""]
        let words = ["serve", "--install"] + (isSystem ? ["--system"] : []) + ["--device", "a b$%*"]
        let run = try LongwaveBinary.run(words, environment: environment)
        // Without a terminal, the program cannot ask for confirmation, so it prints the unit file and installs nothing.
        #expect(run.code == 64 && run.errors.contains("--yes"))
        #expect(run.output.contains(#"serve --device "a b$$%%*""#))
        let path = folder.path + "/longwave-serve.service"
        try TextFile.write(run.output, to: path)
        let verified = try ChildProcess.run("systemd-analyze", (isSystem ? [] : ["--user"]) + ["verify", path])
        #expect(!verified.output.contains("longwave-serve.service:"), "\(verified.output)")
    }
}
