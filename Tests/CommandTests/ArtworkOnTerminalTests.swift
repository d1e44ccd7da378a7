import Glibc
import LongwaveTerminal
import TestSupport
import Testing

/// Pictures of stations on a terminal: in `longwave pick`, and above the status line of `longwave play`.
@Suite struct ArtworkOnTerminalTests {
    private let directory: TemporaryDirectory
    private let server: LoopbackServer

    /// Starts a server whose only picture has many colours. A terminal shows it as block characters, which differ from
    /// blank cells.
    init() throws {
        directory = try TemporaryDirectory()
        let path = directory.path + "/picture.png"
        let child = try ChildProcess(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=200x200", "-frames:v", "1", path])
        guard child.wait() == 0, let file = fopen(path, "r") else { throw TestFailure(reason: "no picture") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 200_000)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        let picture = bytes
        server = try LoopbackServer { connection in
            if connection.request.path == "/never" { connection.neverAnswer() }
            connection.reply(headers: ["Content-Type: image/png"], body: picture)
        }
    }

    private var environment: [String: String] {
        ["XDG_CACHE_HOME": directory.path + "/cache", "XDG_DATA_HOME": directory.path + "/data"]
    }

    private static func isBlock(_ scalar: Unicode.Scalar) -> Bool { (0x2580...0x259F).contains(scalar.value) }

    /// Returns the numbers of the lines in which a picture's block characters appear.
    private static func pictureRows(_ lines: [String]) -> [Int] {
        lines.indices.filter { lines[$0].unicodeScalars.contains(where: isBlock) }
    }

    // MARK: The picker

    private func pick(_ more: String = "") throws -> TmuxSession {
        let library = directory.path + "/stations.json"
        let stations = [
            #"{"name":"Nord","streamURL":"http://127.0.0.1:1/","id":"nord","imageURL":"\#(server.url("/logo"))"}"#,
            #"{"name":"Ost","streamURL":"http://127.0.0.1:1/","id":"ost"}"#,
            #"{"name":"West","streamURL":"http://127.0.0.1:1/","id":"west","imageURL":"\#(server.url("/never"))"}"#,
        ]
        try TextFile.write("{\"station\":[" + stations.joined(separator: ",") + "]}", to: library)
        let settings = LongwaveBinary.environment(environment).filter { $0.key != "TERM" }
        let words = settings.map { "'\($0.key)=\($0.value)'" } + ["'\(LongwaveBinary.path)'", "pick", "--print", more]
        return try TmuxSession(
            "env -u LC_ALL -u NO_COLOR \(words.joined(separator: " ")) --library '\(library)' > '\(directory.path)/out';"
                + " echo the shell again; cat", in: directory)
    }

    private func ending(_ terminal: TmuxSession) async throws -> String {
        let lines = try await terminal.see { $0.first == "the shell again" }
        let seen = try lines ?? terminal.lines()
        #expect(lines?.dropFirst().allSatisfy(\.isEmpty) == true, "\(seen)")
        return try LongwaveBinary.read(directory.path + "/out")
    }

    /// The picker shows a station's picture beside its details, removes the picture when another station is selected,
    /// shows it again, and adapts it to the terminal's size.
    @Test func inThePicker() async throws {
        defer { server.stop() }
        let terminal = try pick()
        let seen = try #require(try await terminal.see { !Self.pictureRows($0).isEmpty })
        let rows = Self.pictureRows(seen)
        #expect(rows.allSatisfy { (16..<23).contains($0) } && rows.count >= 4, "\(seen)")
        // The picture is to the left of the text about the selected station.
        #expect(rows.allSatisfy { row in seen[row].unicodeScalars.prefix(14).contains(where: Self.isBlock) })
        #expect(seen.contains { $0.hasSuffix(" Nord") })
        try terminal.press("Down")
        let none = try await terminal.see { $0[2].hasPrefix("> ") && Self.pictureRows($0).isEmpty }
        #expect(none != nil)
        try terminal.press("Up")
        #expect(try await terminal.see { $0[1].hasPrefix("> ") && Self.pictureRows($0) == rows } != nil)
        try terminal.press("C-l")
        #expect(try await terminal.see { Self.pictureRows($0) == rows } != nil)
        try terminal.resize(columns: 120, rows: 40)
        let larger = try await terminal.see { $0.count == 40 && Self.pictureRows($0).count > rows.count }
        #expect(larger?.allSatisfy { DisplayWidth.of($0) <= 120 } == true)
        // The picture was fetched once and then came from the cache.
        #expect(server.requests.count == 1)
        try terminal.press("Enter")
        #expect(try await ending(terminal) == "nord\n")
    }

    /// The server never sends the picture. The keys work, and the program ends at once.
    @Test func aServerThatDoesNotAnswer() async throws {
        defer { server.stop() }
        let terminal = try pick()
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") })
        try terminal.press("Down", "Down")
        #expect(await eventually { server.requests.contains { $0.path == "/never" } })
        try terminal.press("Up")
        #expect(try await terminal.see { $0[2].hasPrefix("> ") } != nil)
        // The third station is no longer selected, so the request for its picture is cancelled.
        #expect(await eventually { server.connectionCount <= 1 })
        try terminal.press("Escape")
        #expect(try await ending(terminal) == "")
    }

    @Test func notWanted() async throws {
        defer { server.stop() }
        let terminal = try pick("--artwork none")
        // With `--artwork none`, the text about the selected station starts at the left edge, where the picture would
        // be.
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") && $0[18] == "Nord" })
        try terminal.press("Down", "Up", "Enter")
        #expect(try await ending(terminal) == "nord\n")
        #expect(server.requests.isEmpty)
    }

    // MARK: The player

    private func play(_ arguments: [String], _ body: (TerminalProcess, IcyServer) throws -> Void) throws {
        defer { server.stop() }
        let station = try IcyServer([try .init(.mp3, title: "Lady Blackbird - Collage")])
        defer { station.stop() }
        let library = directory.path + "/stations.json"
        try TextFile.write(
            #"{"station":[{"name":"Here","streamURL":"\#(station.url)","imageURL":"\#(server.url("/logo"))"}]}"#,
            to: library)
        let player = try TerminalProcess(
            ["play", "here", "--output", "null", "--no-history", "--library", library] + arguments, columns: 100,
            environment: environment)
        try body(player, station)
    }

    /// The picture of the station is drawn above the status line, which stays the last line. The picture of a track is
    /// drawn only if it is another one.
    @Test func aboveTheStatusLine() throws {
        try play([]) { player, station in
            #expect(player.read { !Self.pictureRows($0.lines).isEmpty && $0.last.hasPrefix("playing · Here · Lady") })
            let first = Self.pictureRows(player.screen.lines)
            #expect(first.count >= 4 && first.count <= 10, "\(player.screen.lines)")
            station.setMetadata(Array("StreamTitle='Second';StreamUrl='\(server.url("/cover.png"))';".utf8))
            #expect(player.read { $0.last.hasPrefix("playing · Here · Second") })
            // The picture of the title "Second" has the same bytes as the station's, so it is not drawn again. With
            // the title "Third", which has no picture, the station's picture is not drawn again either.
            station.setTitle("Third")
            #expect(player.read { $0.last.hasPrefix("playing · Here · Third") })
            player.resize(columns: 60)
            player.signal(SIGWINCH)
            player.press("m")
            #expect(player.read { $0.last.hasPrefix("playing · ") && $0.last.contains("muted") })
            #expect(DisplayWidth.of(player.screen.last) < 60)
            #expect(Self.pictureRows(player.screen.lines) == first)
            player.press("q")
            #expect(player.wait() == 0 && player.isInLineMode)
            #expect(player.screen.strangers.isEmpty, "\(player.screen.strangers)")
        }
    }

    @Test func inKittysProtocol() throws {
        try play(["--artwork", "kitty"]) { player, _ in
            func isSent() -> Bool { String(decoding: player.transcript, as: UTF8.self).contains("\u{1B}_Ga=T,f=100,") }
            #expect(player.read { _ in isSent() })
            player.press("q")
            #expect(player.wait() == 0 && player.isInLineMode)
        }
    }

    @Test func notWantedByThePlayer() throws {
        try play(["--artwork", "none"]) { player, _ in
            #expect(player.read { $0.last.hasPrefix("playing · Here · Lady") })
            player.press("q")
            #expect(player.wait() == 0)
            #expect(Self.pictureRows(player.screen.lines).isEmpty && server.requests.isEmpty)
        }
    }
}
