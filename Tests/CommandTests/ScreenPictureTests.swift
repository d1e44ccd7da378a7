import Glibc
import LongwaveTerminal
import TestSupport
import Testing

/// The picture of the current station on the screen: as half-block characters in tmux, and in the protocols of kitty
/// and sixel.
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

    /// Returns the numbers of the lines that contain a picture's block characters.
    private static func pictureRows(_ lines: [String]) -> [Int] {
        lines.indices.filter { row in
            lines[row].unicodeScalars.contains { (0x2580...0x259F).contains($0.value) }
        }
    }

    // MARK: In tmux

    /// The picture is shown beside the current station whenever the terminal has room for it. It disappears with the
    /// station.
    @Test func inBlocks() async throws {
        defer { stop() }
        let terminal = try await home.screen()
        try terminal.press("Enter")
        let lines = try await terminal.see { Self.pictureRows($0).count >= 4 && $0.contains { $0.hasSuffix(" Song") } }
        #expect(Self.pictureRows(lines).allSatisfy { (17..<23).contains($0) }, "\(lines)")
        let rows = Self.pictureRows(lines)
        // Other pages, a moved selection and Ctrl-L, which draws everything again, leave the picture where it is.
        try terminal.press("4", "1", "Down", "C-l")
        try await terminal.see { Self.pictureRows($0) == rows && $0[0].hasSuffix("2/2") }
        try terminal.session.resize(columns: 120, rows: 40)
        let wide = try await terminal.see { $0.count == 40 && Self.pictureRows($0).count > rows.count }
        #expect(wide.allSatisfy { DisplayWidth.of($0) <= 120 } && Self.pictureRows(wide).first == 1, "\(wide)")
        // A terminal of 40 × 12 is too small for a picture.
        try terminal.session.resize(columns: 40, rows: 12)
        try await terminal.see { $0.count == 12 && Self.pictureRows($0).isEmpty && $0.contains { $0.contains("Song") } }
        try terminal.session.resize(columns: 80, rows: 24)
        try await terminal.see { $0.count == 24 && Self.pictureRows($0) == rows }
        // Enter plays the second station, which has no picture. The first station's picture disappears.
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

    /// Runs the screen on a pseudo-terminal. The test reads the bytes that the program sends.
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

    /// kitty's protocol: the picture is sent once, with its place on the page, and deleted when another station plays.
    /// Afterwards the cursor is where it was.
    @Test(arguments: kitty) func inKittysProtocol(_ arguments: [String], _ more: [String: String]) throws {
        try withTerminal(arguments, more) { terminal in
            let begin = "\u{1B}_Ga=T,f=100,t=d,i="
            #expect(terminal.read { _ in terminal.text.contains(begin) && terminal.text.contains("m=0;") })
            let sent = try #require(terminal.text.ranges(of: begin).first)
            let id = terminal.text[sent.upperBound...].prefix { $0.isNumber }
            // The picture is at the left edge, in line 18 of the terminal, below the horizontal line. The program saves
            // the cursor (DECSC) and moves it there (CUP).
            #expect(
                terminal.text[..<sent.lowerBound].hasSuffix("\u{1B}7\u{1B}[18;1H"),
                "\(terminal.text[..<sent.lowerBound].suffix(12).debugDescription)")
            #expect(terminal.text[sent.upperBound...].contains("C=1,q=2"))
            #expect(!terminal.text.contains("a=d,d=I,i=\(id)"))
            // The second station plays. It has no picture, so the program deletes the first station's.
            terminal.press("\u{1B}OB\r")
            #expect(terminal.read { _ in terminal.text.contains("\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\") })
            #expect(terminal.text.ranges(of: begin).count == 1)
            // The first station plays again, and its picture returns. The program deletes the picture when it ends.
            terminal.press("\u{1B}OA\r")
            #expect(terminal.read { _ in terminal.text.ranges(of: begin).count == 2 })
            terminal.press("q")
            #expect(terminal.read { _ in terminal.text.ranges(of: "a=d,d=I,i=").count == 2 })
        }
    }

    static let sixel: [([String], [String: String])] = [
        (["--artwork", "sixel"], [:]), ([], ["TERM_PROGRAM": "WezTerm"]), ([], ["TERM_PROGRAM": "mintty"]),
    ]

    /// Sixel: the picture is sent as one device control string. When another station plays, blanks overwrite the
    /// picture.
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
            // The control sequence ECH erases the cells of the picture in each of its lines.
            let erased = terminal.text.ranges(of: "X\u{1B}[").count
            terminal.press("\u{1B}OB\r")
            #expect(terminal.read { _ in terminal.text.ranges(of: "X\u{1B}[").count >= erased + 4 })
            terminal.press("q")
        }
    }

    /// On a text console and on a terminal without colours, no picture is sent.
    @Test(arguments: [["TERM": "linux"], ["NO_COLOR": "1", "KITTY_WINDOW_ID": "1"]])
    func nothingIsSent(_ more: [String: String]) throws {
        try withTerminal([], more) { terminal in
            #expect(terminal.read { _ in terminal.text.contains("Song") })
            // The test waits two seconds. A program that wanted the picture would have requested it by then.
            #expect(!terminal.read(within: 2) { _ in terminal.hasPicture })
            #expect(pictures.requests.isEmpty)
            terminal.press("q")
        }
    }
}

extension TerminalProcess {
    /// Everything that the program has written so far.
    fileprivate var text: String { String(decoding: transcript, as: UTF8.self) }

    fileprivate var hasPicture: Bool { text.contains("\u{1B}_G") || text.contains("\u{1B}P") }
}
