import Glibc
import RadioDirectory
import RadioLoop
import RadioStations
import TestSupport
import Testing

@testable import LongwaveTerminal

/// The program `chafa` prepares pictures for a terminal. In some tests, programs that fail take its place.
@Suite struct ArtworkPainterTests {
    private let loop: EventLoop
    private let folder: TemporaryDirectory

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryDirectory()
    }

    private func painter(
        _ choice: ArtworkDisplay.Choice, searchPath: String = "/usr/local/bin:/usr/bin:/bin"
    ) throws -> ArtworkPainter {
        let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": searchPath]
        let display = try #require(ArtworkDisplay(choice, isTerminal: true) { environment[$0] })
        return ArtworkPainter(
            display, cache: ArtworkCache(folder: folder.path + "/cache", loop: loop, searchPath: searchPath), loop: loop
        )
    }

    /// Makes a picture that is not all one colour, and returns its path.
    private func picture(_ name: String) throws -> String {
        let path = folder.path + "/" + name
        let code = try ChildProcess(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=300x200", "-frames:v", "1", path]
        ).wait()
        #expect(code == 0)
        return path
    }

    private func paint(
        _ painter: ArtworkPainter, _ candidates: [ArtworkCandidate], columns: Int = 16, rows: Int = 8
    ) -> (artwork: Artwork?, picture: TerminalPicture?) {
        var answer: (Artwork?, TerminalPicture?)?
        painter.paint(candidates, home: "", columns: columns, rows: rows) { answer = ($0, $1) }
        loop.turn(within: .seconds(120)) { answer != nil }
        return answer ?? (nil, nil)
    }

    @Test(arguments: ["a.png", "a.jpg", "a.gif", "a.webp"]) func symbols(_ name: String) throws {
        let answer = paint(try painter(.symbols), [.station(try picture(name))])
        let picture = try #require(answer.picture)
        #expect(picture.columns == 16 && picture.rows == 5)
        guard case .lines(let lines) = picture.content else {
            Issue.record("\(picture)")
            return
        }
        #expect(lines.count == 5 && lines.joined().unicodeScalars.contains { (0x2580...0x259F).contains($0.value) })
    }

    @Test func sixels() throws {
        let answer = paint(try painter(.sixel), [.station(try picture("a.jpg"))])
        guard case .sequence(let text)? = answer.picture?.content else {
            Issue.record("\(answer)")
            return
        }
        #expect(text.hasPrefix("\u{1B}P") && text.hasSuffix("\u{1B}\\"))
    }

    /// kitty's protocol needs PNG, so pictures in other formats are converted.
    @Test(arguments: ["a.png", "a.jpg", "a.webp"]) func kitty(_ name: String) throws {
        let answer = paint(try painter(.kitty), [.station(try picture(name))])
        guard case .kitty(let text, id: let id)? = answer.picture?.content else {
            Issue.record("\(answer)")
            return
        }
        #expect(id > 0 && text.contains("f=100") && text.contains("c=16,r=5"))
        #expect(answer.artwork?.kind == .png && answer.artwork?.width == 192)
    }

    @Test func whatIsNotThere() throws {
        let painter = try painter(.symbols)
        #expect(paint(painter, [.station("/nonexistent/a.png")]) == (nil, nil))
        #expect(paint(painter, []) == (nil, nil))
        #expect(paint(painter, [.station(try picture("a.png"))], columns: 0) == (nil, nil))
        // A file with the header of a PNG but no picture, which no program can decode.
        try TextBytes.write(Pictures.png(300, 200), to: folder.path + "/broken.png")
        let broken = paint(painter, [.station(folder.path + "/broken.png")])
        #expect(broken.artwork != nil && broken.picture == nil)
    }

    static let faults = [
        "exit 1", "kill -SEGV $$", "exit 0", #"printf '\033[2J'"#, #"printf '\033]0;x\007'"#,
        "while :; do echo xxxxxxxxxxxxxxxx; done", "printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ]

    @Test(arguments: faults, [ArtworkDisplay.Choice.symbols, .sixel])
    func programsThatGoWrong(_ script: String, _ choice: ArtworkDisplay.Choice) throws {
        mkdir(folder.path + "/bin", 0o755)
        try TextBytes.write(Array("#!/bin/sh\n\(script)\n".utf8), to: folder.path + "/bin/chafa")
        chmod(folder.path + "/bin/chafa", 0o755)
        let answer = paint(
            try painter(choice, searchPath: folder.path + "/bin"), [.station(try picture("a.png"))])
        #expect(answer.artwork != nil && answer.picture == nil)
    }

    /// Several pictures are requested one after another. Only the last request gets a result.
    @Test func askedForSomethingElse() throws {
        let painter = try painter(.symbols)
        let path = try picture("a.png")
        var answers: [Int] = []
        for number in 0..<5 {
            painter.paint([.station(path)], home: "", columns: 16, rows: 8) { _, _ in answers.append(number) }
            // The next request interrupts this one after a varying number of turns of the event loop.
            for _ in 0..<number { loop.turn(mayBlock: false) }
        }
        loop.turn(within: .seconds(120)) { !answers.isEmpty }
        painter.paint([.station(path)], home: "", columns: 16, rows: 8) { _, _ in answers.append(5) }
        painter.cancel()
        var isLater = false
        painter.paint([.station(path)], home: "", columns: 8, rows: 4) { _, _ in isLater = true }
        loop.turn(within: .seconds(120)) { isLater }
        #expect(answers == [4])
    }
}

/// Writes bytes to a file.
private enum TextBytes {
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
