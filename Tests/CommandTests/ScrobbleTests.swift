import Glibc
import RadioJSON
import RadioStorage
import TestSupport
import Testing

/// Scrobbling by the built program: it sends heard titles to a test service on this computer, and manages the
/// listener's accounts.
@Suite struct ScrobbleTests {
    /// A listener's folders, and a scrobbling service that the test runs.
    private final class Home {
        let folder: TemporaryDirectory
        let server: ScrobbleServer
        let environment: [String: String]
        var accounts: String { folder.path + "/config/longwave/scrobbling.json" }
        var queue: String { folder.path + "/state/longwave/scrobbles.sqlite" }

        init() throws {
            folder = try TemporaryDirectory()
            server = try ScrobbleServer()
            let path = folder.path
            environment = [
                "HOME": path, "XDG_RUNTIME_DIR": path + "/run", "XDG_STATE_HOME": path + "/state",
                "XDG_DATA_HOME": path + "/data", "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache",
            ]
        }

        deinit { server.stop() }

        /// Runs the program with `input` as its standard input, for secrets that must not be arguments.
        func run(_ arguments: [String], input: String = "") throws -> LongwaveBinary.Run {
            let file = try folder.write("input", Array(input.utf8))
            defer { unlink(file) }
            let errors = folder.path + "/errors"
            let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
            let script = "input=$1; errors=$2; shift 2; exec \"$@\" <\"$input\" 2>\"$errors\""
            let child = try ChildProcess(
                "sh", ["-c", script, "sh", file, errors, "env", "-i"] + settings + [LongwaveBinary.path] + arguments,
                output: .piped)
            let output = child.readAll()
            return LongwaveBinary.Run(code: child.wait(), output: output, errors: try LongwaveBinary.read(errors))
        }

        func addAccount() throws {
            let run = try run(
                ["scrobble", "add", "listenbrainz", "--server", server.url, "--name", "me"],
                input: ScrobbleServer.token + "\n")
            #expect(run.code == 0, "\(run.errors)")
        }

        func start(_ arguments: String...) throws -> ChildProcess {
            let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
            return try ChildProcess("env", ["-i"] + settings + [LongwaveBinary.path] + arguments)
        }

        /// The number of listens that wait to be sent, as the program reports it.
        var waiting: Int? {
            guard let run = try? run(["scrobble", "--json"]), let json = try? JSONReader.read(Array(run.output.utf8)),
                case .array(let accounts)? = json["account"]
            else { return nil }
            return accounts.first?["waiting"]?.number.map { Int($0) }
        }
    }

    /// Returns the sound of a station: first a title that began before the listener connected, then the given titles,
    /// each longer than half a minute.
    private static func programme(_ titles: [String]) throws -> [IcyServer.Piece] {
        let sound = try Sample.mp3.read()
        let pieces = [(1, "Nobody - Before")] + titles.map { (4, $0) }
        return pieces.map { count, title in
            .init([[UInt8]](repeating: sound, count: count).flatMap(\.self), bytesPerSecond: 16_000, title: title)
        }
    }

    /// The station's burst lasts 400 s, long enough to play at three times the speed.
    private static var burst: IcyServer.Settings {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(400)
        settings.loops = true
        return settings
    }

    private static let arguments = ["--quiet", "--output", "null", "--rate", "3"]

    @Test func aStation() throws {
        let home = try Home()
        try home.addAccount()
        let station = try IcyServer(
            try Self.programme(["Band - Song", "Spot Block - Werbung", "The best music", "Last - One"]),
            settings: Self.burst)
        defer { station.stop() }
        let before = time(nil)
        let play = try home.start("play", "--quiet", "--output", "null", "--rate", "3", station.url)
        defer { play.end() }
        // The service learns that the title is heard now, but not yet that it was heard.
        #expect(ServeTests.waits { home.server.announced.contains { $0.title == "Song" } })
        #expect(home.server.listens.isEmpty)
        #expect(ServeTests.waits { !home.server.listens.isEmpty })
        let listen = try #require(home.server.listens.first)
        #expect(listen.artist == "Band" && listen.title == "Song")
        let begin = try #require(listen.begin)
        #expect(begin >= before && begin <= time(nil))
        #expect(listen.seconds.map { (30...34).contains($0) } == true, "\(listen)")
        #expect(ServeTests.waits { home.server.announced.contains { $0.title == "One" } })
        play.send(SIGTERM)
        #expect(play.wait() == 0)
        // Advertisements and slogans are neither announced as heard now nor counted as listens.
        #expect(home.server.listens.map(\.title) == ["Song"])
        #expect(Set(home.server.announced.map(\.title)) == ["Before", "Song", "One"])
        #expect(home.server.complaints == [])
        #expect(home.waiting == 0)
    }

    /// The service is away, and the program is killed. The next program sends the listens of the killed one, each once.
    @Test func aKilledProgram() throws {
        let home = try Home()
        try home.addAccount()
        try home.server.leave()
        let station = try IcyServer(try Self.programme(["Band - Song", "Last - One"]), settings: Self.burst)
        defer { station.stop() }
        let play = try home.start("play", "--quiet", "--output", "null", "--rate", "3", station.url)
        #expect(ServeTests.waits { home.waiting == 1 })
        play.send(SIGKILL)
        play.wait()
        #expect(home.waiting == 1)
        home.server.comeBack()
        let serve = try home.start("serve", "--quiet", "--output", "null")
        defer { serve.end() }
        #expect(ServeTests.waits { home.waiting == 0 })
        #expect(home.server.listens.map(\.title) == ["Song"])
    }

    /// Two programs run at the same time and share the queue of listens. Each listen is sent once and in order.
    @Test func twoPrograms() throws {
        let home = try Home()
        try home.addAccount()
        let first = try home.start("serve", "--quiet", "--output", "null")
        #expect(ServeTests.waits { access(home.queue, F_OK) == 0 })
        first.end()
        #expect(home.waiting == 0)
        try SqliteConnection(path: home.queue).run(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 450)
            INSERT INTO listen (account, begin, artist, title, chosen)
                SELECT 'me', n + 1700000000, 'Band', 'Song', 0 FROM number
            """)
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let programs = [
            try home.start("serve", "--quiet", "--output", "null"),
            try home.start("play", "--quiet", "--output", "null", station.url),
        ]
        defer { for program in programs { program.end() } }
        #expect(ServeTests.waits { home.waiting == 0 })
        #expect(home.server.listens.compactMap(\.begin) == Array(1_700_000_001...1_700_000_450))
    }

    @Test func aFile() throws {
        let home = try Home()
        try home.addAccount()
        func frame(_ id: String, _ text: String) -> [UInt8] {
            Array(id.utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 3] + Array(text.utf8)
        }
        let frames = frame("TPE1", "Tagged") + frame("TIT2", "File") + frame("TALB", "Album")
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
        let sound = [[UInt8]](repeating: try Sample.mp3.read(), count: 4).flatMap(\.self)
        let file = try home.folder.write("one.mp3", tag + sound)
        let run = try home.run(["play"] + Self.arguments + [file])
        #expect(run.code == 0, "\(run.errors)")
        // At its end, the program waits briefly until the service has the last listen.
        #expect(home.server.listens.map(\.title) == ["File"] && home.server.listens.first?.album == "Album")
        #expect(home.server.announced.map(\.artist) == ["Tagged"])
        // `--no-scrobble` turns scrobbling off for this run.
        #expect(try home.run(["play", "--no-scrobble"] + Self.arguments + [file]).code == 0)
        #expect(home.server.listens.count == 1 && home.server.announced.count == 1 && home.waiting == 0)
    }

    /// Without an account, the program creates no file for scrobbling and contacts no service.
    @Test func nobody() throws {
        let home = try Home()
        let run = try home.run(["play"] + Self.arguments + [Sample.mp3.path])
        #expect(run.code == 0)
        #expect(access(home.accounts, F_OK) != 0 && access(home.queue, F_OK) != 0)
        let list = try home.run(["scrobble"])
        #expect(list.code == 0 && list.output.isEmpty && list.errors.contains("longwave scrobble add listenbrainz"))
    }

    // MARK: Accounts

    @Test func anAccountOfListenBrainz() throws {
        let home = try Home()
        let words = ["scrobble", "add", "listenbrainz", "--server", home.server.url + "/", "--name", "me"]
        let refused = try home.run(words, input: "wrong\n")
        #expect(refused.code == 77 && refused.errors.contains("does not accept this token"))
        #expect(access(home.accounts, F_OK) != 0)
        for input in ["", "\n", "two\u{1}words\n", String(repeating: "x", count: 5000)] {
            #expect(try home.run(words, input: input).code == 64)
        }
        let added = try home.run(words, input: ScrobbleServer.token)
        #expect(added.code == 0 && added.output == "me: added for rob\n", "\(added.errors)")
        #expect(added.errors.contains("not encrypted"))
        var status = stat()
        #expect(stat(home.accounts, &status) == 0 && status.st_mode & 0o777 == 0o600)
        for format in ["table", "json", "tsv"] {
            let list = try home.run(["scrobble", "--format", format])
            #expect(list.output.contains("me") && list.output.contains(home.server.url) && list.output.contains("rob"))
            #expect(!list.output.contains(ScrobbleServer.token))
        }
        chmod(home.accounts, 0o644)
        let open = try home.run(["scrobble"])
        #expect(open.code == 66 && open.errors.contains("chmod 600"))
        // Other users may read the file of accounts, so it is refused. `play` reports this and plays.
        let play = try home.run(["play"] + Self.arguments + [Sample.mp3.path])
        #expect(play.code == 0 && play.errors.contains("chmod 600"))
        chmod(home.accounts, 0o600)
        #expect(try home.run(["scrobble", "remove", "you"]).code == 65)
        #expect(try home.run(["scrobble", "remove", "me"]).output == "me: removed\n")
        #expect(access(home.accounts, F_OK) != 0)
    }

    @Test func anAccountOfLastFm() throws {
        let home = try Home()
        let words = ["scrobble", "add", "lastfm", "--server", home.server.url + "/2.0/", "--name", "fm"]
        let keys = "\(ScrobbleServer.key)\n\(ScrobbleServer.secret)\n"
        let wrong = try home.run(words, input: "\(ScrobbleServer.key)\nwrong\n\n")
        #expect(wrong.code == 69 && wrong.errors.contains("Invalid method signature"))
        let early = try home.run(words, input: keys + "\n")
        #expect(early.code == 69 && early.errors.contains("Unauthorized Token"))
        home.server.approve()
        let added = try home.run(words, input: keys + "\n")
        #expect(added.code == 0 && added.output == "fm: added for rj\n", "\(added.errors)")
        #expect(added.errors.contains("\(home.server.url)/api/auth/?api_key=\(ScrobbleServer.key)&token="))
        #expect(!added.errors.contains(ScrobbleServer.secret) && !added.errors.contains(ScrobbleServer.session))
        #expect(try home.run(["scrobble", "--json"]).output.contains(#""service":"lastfm""#))
    }

    /// A token that is typed on a terminal is not shown, and the terminal is restored afterwards.
    @Test func typedOnATerminal() throws {
        let home = try Home()
        let words = ["scrobble", "add", "listenbrainz", "--server", home.server.url, "--name", "me"]
        let terminal = try TerminalProcess(words, environment: home.environment)
        func shown(_ terminal: TerminalProcess) -> String { String(decoding: terminal.transcript, as: UTF8.self) }
        #expect(terminal.read { _ in shown(terminal).contains("Token from") })
        terminal.press("wrong\u{15}x\u{7F}\(ScrobbleServer.token)\r")
        #expect(terminal.read { _ in shown(terminal).contains("me: added for rob") })
        #expect(terminal.wait() == 0 && terminal.isInLineMode)
        #expect(!shown(terminal).contains(ScrobbleServer.token) && !shown(terminal).contains("wrong"))
        let left = try TerminalProcess(words, environment: home.environment)
        #expect(left.read { _ in shown(left).contains("Token from") })
        left.press("abc\u{3}")
        #expect(left.wait() == 130 && left.isInLineMode)
    }
}
