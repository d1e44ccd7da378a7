import Glibc
import LongwaveTerminal
import TestSupport
import Testing

/// The picture of the current station: half blocks in tmux, and bytes for terminals with kitty's protocol or sixels.
@Suite(.serialized) struct ScreenPictureTests {
    private let home: ScreenHome
    private let station: IcyServer
    private let pictures: LoopbackServer

    init() throws {
        home = try ScreenHome()
        station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        let path = home.path + "/picture.png"
        let maker = try ChildProcess(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=200x200", "-frames:v", "1", path])
        try #require(maker.wait() == 0)
        let bytes = try Samples.read(path: path)
        pictures = try LoopbackServer { $0.reply(headers: ["Content-Type: image/png"], body: bytes) }
        try home.list(
            .init("Here", station.url, more: #","imageURL":"\#(pictures.url("/logo"))""#),
            .init("There", station.url + "?2"))
    }

    private func stop() {
        station.stop()
        pictures.stop()
    }

    /// Returns the rows that contain half blocks or similar characters.
    private static func pictureRows(_ lines: [String]) -> [Int] {
        lines.indices.filter { row in
            lines[row].unicodeScalars.contains { (0x2580...0x259F).contains($0.value) }
        }
    }

    // MARK: In tmux

    /// The picture is shown beside the current station at every size that has room, and disappears with the station.
    @Test func inBlocks() async throws {
        defer { stop() }
        let terminal = try await home.screen()
        try terminal.press("Enter")
        let lines = try await terminal.see { Self.pictureRows($0).count >= 4 && $0.contains { $0.hasSuffix(" Song") } }
        #expect(Self.pictureRows(lines).allSatisfy { (17..<23).contains($0) }, "\(lines)")
        let rows = Self.pictureRows(lines)
        // Typing and drawing elsewhere leaves the picture unchanged. Ctrl-L draws it again.
        try terminal.press("4", "1", "Down", "C-l")
        try await terminal.see { Self.pictureRows($0) == rows && $0[0].hasSuffix("2/2") }
        try terminal.session.resize(columns: 120, rows: 40)
        let wide = try await terminal.see { $0.count == 40 && Self.pictureRows($0).count > rows.count }
        #expect(wide.allSatisfy { DisplayWidth.of($0) <= 120 } && Self.pictureRows(wide).first == 1, "\(wide)")
        // The terminal is too small for a picture.
        try terminal.session.resize(columns: 40, rows: 12)
        try await terminal.see { $0.count == 12 && Self.pictureRows($0).isEmpty && $0.contains { $0.contains("Song") } }
        try terminal.session.resize(columns: 80, rows: 24)
        try await terminal.see { $0.count == 24 && Self.pictureRows($0) == rows }
        // The selected station has no picture, so the picture disappears.
        try terminal.press("Enter")
        try await terminal.see { $0[3].hasPrefix("▸") && Self.pictureRows($0).isEmpty && $0[21].hasPrefix("playing") }
        #expect(pictures.requests.count == 1)
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
    }

    @Test(arguments: [(["--artwork", "none"], ""), ([], "1")])
    func notWanted(_ arguments: [String], _ noColour: String) async throws {
        defer { stop() }
        let terminal = try await home.screen(arguments, ["NO_COLOR": noColour])
        try terminal.press("Enter")
        let lines = try await terminal.see("Song", heardFor: 3)
        #expect(Self.pictureRows(lines).isEmpty && pictures.requests.isEmpty)
    }

    // MARK: Pictures that the terminal draws

    /// Runs the screen on a pseudo-terminal whose bytes the test reads.
    private func withTerminal(
        _ arguments: [String] = [], _ more: [String: String], _ body: (TerminalProcess) throws -> Void
    ) throws {
        defer { stop() }
        let terminal = try TerminalProcess(
            ScreenHome.silent + arguments, columns: 80,
            environment: home.environment.merging(more) { $1 })
        #expect(terminal.read { _ in terminal.text.contains("Nord") || terminal.text.contains("Here") })
        terminal.press("\r")
        try body(terminal)
        #expect(terminal.wait() == 0 && terminal.isInLineMode)
    }

    static let kitty: [([String], [String: String])] = [
        (["--artwork", "kitty"], [:]), ([], ["KITTY_WINDOW_ID": "1"]), ([], ["TERM_PROGRAM": "ghostty"]),
    ]

    /// The picture is sent once, at its place in the page, and removed with the station. The cursor returns to where it
    /// was.
    @Test(arguments: kitty) func inKittysProtocol(_ arguments: [String], _ more: [String: String]) throws {
        try withTerminal(arguments, more) { terminal in
            let begin = "\u{1B}_Ga=T,f=100,t=d,i="
            #expect(terminal.read { _ in terminal.text.contains(begin) && terminal.text.contains("m=0;") })
            let sent = try #require(terminal.text.ranges(of: begin).first)
            let id = terminal.text[sent.upperBound...].prefix { $0.isNumber }
            // The picture is at the left edge of row 18, below the horizontal line. The program saves the cursor
            // (DECSC) and moves it there (CUP).
            #expect(
                terminal.text[..<sent.lowerBound].hasSuffix("\u{1B}7\u{1B}[18;1H"),
                "\(terminal.text[..<sent.lowerBound].suffix(12).debugDescription)")
            #expect(terminal.text[sent.upperBound...].contains("C=1,q=2"))
            #expect(!terminal.text.contains("a=d,d=I,i=\(id)"))
            // The second station has no picture, so the picture is deleted.
            terminal.press("\u{1B}OB\r")
            #expect(terminal.read { _ in terminal.text.contains("\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\") })
            #expect(terminal.text.ranges(of: begin).count == 1)
            // The picture returns with the first station, and is removed at the end.
            terminal.press("\u{1B}OA\r")
            #expect(terminal.read { _ in terminal.text.ranges(of: begin).count == 2 })
            terminal.press("q")
            #expect(terminal.read { _ in terminal.text.ranges(of: "a=d,d=I,i=").count == 2 })
        }
    }

    static let sixel: [([String], [String: String])] = [
        (["--artwork", "sixel"], [:]), ([], ["TERM_PROGRAM": "WezTerm"]), ([], ["TERM_PROGRAM": "mintty"]),
    ]

    /// The picture is sent as one device control string, and later overwritten with blanks.
    @Test(arguments: sixel) func asSixels(_ arguments: [String], _ more: [String: String]) throws {
        try withTerminal(arguments, more) { terminal in
            func pictures() -> [Substring] {
                terminal.text.split(separator: "\u{1B}P").dropFirst().filter {
                    $0.prefix { $0.isNumber || $0 == ";" }.endIndex < $0.endIndex
                }
                .filter { $0.drop { $0.isNumber || $0 == ";" }.hasPrefix("q") }
            }
            #expect(terminal.read { _ in pictures().last?.contains("\u{1B}\\") == true })
            let picture = try #require(pictures().first)
            let end = try #require(picture.ranges(of: "\u{1B}\\").first)
            #expect(picture[..<end.lowerBound].utf8.count > 200)
            #expect(picture[end.upperBound...].hasPrefix("\u{1B}8"))
            // ECH erases the picture's cells in each of its rows.
            let erased = terminal.text.ranges(of: "X\u{1B}[").count
            terminal.press("\u{1B}OB\r")
            #expect(terminal.read { _ in terminal.text.ranges(of: "X\u{1B}[").count >= erased + 4 })
            terminal.press("q")
        }
    }

    /// A text console and a terminal without colours get no picture.
    @Test(arguments: [["TERM": "linux"], ["NO_COLOR": "1", "KITTY_WINDOW_ID": "1"]])
    func nothingIsSent(_ more: [String: String]) throws {
        try withTerminal([], more) { terminal in
            #expect(terminal.read { _ in terminal.text.contains("Song") })
            // By this time, the program would have requested the picture.
            #expect(!terminal.read(within: 2) { _ in terminal.hasPicture })
            #expect(pictures.requests.isEmpty)
            terminal.press("q")
        }
    }
}

extension TerminalProcess {
    /// All output so far.
    fileprivate var text: String { String(decoding: transcript, as: UTF8.self) }

    fileprivate var hasPicture: Bool { text.contains("\u{1B}_G") || text.contains("\u{1B}P") }
}
