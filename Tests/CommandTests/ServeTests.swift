import Glibc
import RadioJSON
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
            try startAgain()
        }

        func startAgain() throws {
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

    /// Checks a condition repeatedly, for changes that a test cannot wait for in another way. Returns true when it
    /// holds, and false after about 90 seconds. The condition may start a program, so the time between two checks grows
    /// from 10 to 200 ms.
    static func waits(_ condition: () -> Bool) -> Bool {
        var (left, pause) = (90_000_000, 10_000.0)
        while left > 0 {
            if condition() { return true }
            usleep(UInt32(pause))
            left -= Int(pause)
            pause = min(pause * 1.1, 200_000)
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

    /// `ctl quit` ends the program. Its next start has the same queue.
    @Test func quitting() throws {
        let service = try Service()
        #expect(try service.ctl("queue", "add", "http://127.0.0.1:1/a").code == 0)
        let run = try service.ctl("quit")
        #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty)
        #expect(service.child.wait() == 0)
        try service.startAgain()
        #expect(service.says(#""index":0,"count":1"#, #""status":"stopped""#))
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

    /// A killed shared player has left its socket behind, and several players start at once. One of them runs; the
    /// others end. At its end, this player deletes its own files.
    @Test func aRace() throws {
        let service = try Service()
        service.child.send(SIGKILL)
        service.child.wait()
        let settings = LongwaveBinary.environment(service.environment).map { "\($0.key)=\($0.value)" }
        let players = try (0..<5).map { _ in
            try ChildProcess("env", ["-i"] + settings + [LongwaveBinary.path, "serve", "--quiet", "--output", "null"])
        }
        #expect(Self.waits { players.count { $0.isRunning } == 1 })
        #expect(try service.ctl("status").code == 0)
        let last = try #require(players.first { $0.isRunning })
        #expect(players.allSatisfy { $0.isRunning || $0.wait() == 69 })
        last.send(SIGTERM)
        #expect(last.wait() == 0)
        #expect(access(service.socket, F_OK) != 0 && access(service.socket + ".lock", F_OK) != 0)
    }

    /// `LONGWAVE_SOCKET` names a file of the user by mistake. The file stays.
    @Test func whatIsNoSocket() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("notes.txt", "precious")
        let run = try LongwaveBinary.run(
            ["serve", "--output", "null"], environment: ["HOME": folder.path, "LONGWAVE_SOCKET": path])
        #expect(run.code == 69 && run.errors.contains("\(path) cannot be used: it is not a socket"), "\(run)")
        #expect(try LongwaveBinary.read(path) == "precious")
    }

    /// The queue is longer than what a client may leave unread.
    @Test func aLongQueue() throws {
        let folder = try TemporaryDirectory()
        let stations = (1...12_000).map {
            #"{"name":"Station \#($0)","streamURL":"http://127.0.0.1:1/stations/\#($0)"}"#
        }
        let library = try folder.write("list.json", "{\"station\":[\(stations.joined(separator: ","))]}")
        let service = try Service(["--output", "null"], ["LONGWAVE_LIBRARY": library])
        #expect(try service.ctl("play", "Station 3").code == 0)
        let list = try service.ctl("queue", "--format", "tsv")
        #expect(list.code == 0 && list.lines.count == 12_001 && list.lines[12_000].hasPrefix("12000\tStation 12000\t"))
        for words in [["shuffle"], ["repeat", "all"], ["queue", "move", "1", "12000"], ["queue", "remove", "7"]] {
            let run = try LongwaveBinary.run(["ctl"] + words, environment: service.environment)
            #expect(run.code == 0 && run.output == "" && run.errors == "", "\(words) \(run)")
        }
        let shuffled = try service.ctl("shuffle", "--json").output
        #expect(shuffled.contains(#""count":11999"#) && shuffled.contains(#""shuffled":false"#))
        #expect(shuffled.contains(#""name":"Station 12000""#))
        // A client that asks for the whole queue at once gets it in one line.
        let client = try Client(service.socket)
        client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"queue.list\"}\n")
        let line = try #require(client.line(with: #""id":1"#))
        #expect(line.utf8.count > 1 << 20 && line.hasSuffix(#""error":null}]}}"#))
    }

    /// The same address is in the queue twice. Clients name an entry by its id, which stays when places change.
    @Test func entriesOfTheQueue() throws {
        let service = try Service(["--output", "null"])
        for address in ["http://127.0.0.1:1/a", "http://127.0.0.1:1/b", "http://127.0.0.1:1/a"] {
            #expect(try service.ctl("queue", "add", address).code == 0)
        }
        let client = try Client(service.socket)
        var number = 0
        func ask(_ method: String, _ params: String) throws -> [Int] {
            number += 1
            client.send("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":\(params)}\n")
            let line = try #require(client.line(with: "\"id\":\(number),"))
            guard case .array(let entries)? = try JSONReader.read(Array(line.utf8))["result"]?["entries"] else {
                #expect(line.contains("The queue has no such entry."))
                return []
            }
            return entries.compactMap { $0["entry"]?.integer }
        }
        let ids = try ask("queue.list", "{}")
        try #require(ids.count == 3 && Set(ids).count == 3)
        #expect(try ask("queue.move", "{\"entry\":\(ids[2]),\"by\":-1}") == [ids[0], ids[2], ids[1]])
        #expect(try ask("queue.move", "{\"entry\":\(ids[0]),\"by\":99}") == [ids[2], ids[1], ids[0]])
        #expect(try ask("queue.remove", "{\"at\":0}") == [ids[1], ids[0]])
        #expect(try ask("queue.remove", "{\"entry\":\(ids[0])}") == [ids[1]])
        for method in ["queue.remove", "queue.play"] { #expect(try ask(method, "{\"entry\":\(ids[0])}") == []) }
        #expect(try ask("queue.move", "{\"entry\":\(ids[0]),\"by\":1}") == [])
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
            let script = """
                import socket, sys
                try:
                    s = socket.socket(socket.AF_UNIX)
                    s.connect(sys.argv[1])
                    s.sendall(b'{"jsonrpc":"2.0","id":1,"method":"status"}\\n')
                    sys.exit(0 if s.recv(10) else 3)
                except OSError: sys.exit(3)
                """
            let words = ["--reuid=65534", "--clear-groups", "/usr/bin/python3", "-c", script, service.socket]
            let run = try ChildProcess.run("setpriv", words)
            // Any other code means that the script did not run.
            try #require([0, 3].contains(run.code), "\(run.output)")
            return run.code == 0
        }
        #expect(try !connects())
        // Other users are refused even if the socket's permissions would allow them.
        chmod(service.socket, 0o666)
        #expect(try !connects())
        #expect(try service.ctl("status").code == 0)
    }

    /// A user's clients and players do not talk to the player of another user, although the socket's permissions would
    /// allow it. They talk to root's player, and root talks to anybody's.
    @Test(.enabled(if: geteuid() == 0)) func aStrangersSocket() throws {
        let folder = try TemporaryDirectory()
        chmod(folder.path, 0o777)
        let path = folder.path + "/control.sock"
        // The stranger prints the length of each request.
        let script = """
            import os, socket, sys
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1])
            os.chmod(sys.argv[1], 0o666)
            listener.listen()
            print("ready", flush=True)
            while True:
                client = listener.accept()[0]
                request = client.recv(100000)
                print(len(request), flush=True)
                if request: client.sendall(b'{"jsonrpc":"2.0","id":1,"result":{"status":"stopped","statusText":"stopped"}}\\n')
                client.close()
            """
        let clear = ["--clear-groups", "--regid=65534"]
        func listener(_ user: Int) throws -> (ChildProcess, LineReader) {
            let words = ["--reuid=\(user)"] + clear + ["/usr/bin/python3", "-c", script, path]
            let child = try ChildProcess("setpriv", words, output: .piped)
            let lines = LineReader(child)
            try #require(lines.first { $0 == "ready" } != nil)
            return (child, lines)
        }
        let settings = LongwaveBinary.environment(["HOME": folder.path, "LONGWAVE_SOCKET": path]).map {
            "\($0.key)=\($0.value)"
        }
        func run(as user: Int, _ words: String...) throws -> ChildProcess {
            try ChildProcess(
                "setpriv", ["--reuid=\(user)"] + clear + ["env", "-i"] + settings + [LongwaveBinary.path] + words,
                output: .pipedWithErrors)
        }
        let (stranger, requests) = try listener(65_534)
        let client = try run(as: 65_533, "ctl", "status")
        #expect(client.readAll().contains("not running") && client.wait() == 69)
        #expect(requests.first { _ in true } == "0")
        let player = try run(as: 65_533, "play", "http://127.0.0.1:1/")
        #expect(requests.first { _ in true } == "0")
        player.end()
        for user in [65_534, 0] {
            let client = try run(as: user, "ctl", "status")
            #expect(client.readAll().contains("stopped") && client.wait() == 0)
            #expect(requests.first { $0 != "0" } != nil)
        }
        stranger.end()
        unlink(path)
        let (own, _) = try listener(0)
        defer { own.end() }
        let other = try run(as: 65_533, "ctl", "status")
        #expect(other.readAll().contains("stopped") && other.wait() == 0)
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
