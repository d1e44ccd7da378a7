import Glibc
import RadioStations
import TestSupport
import Testing

@testable import LongwaveTerminal

@Suite struct ArtworkDisplayTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let descriptor = open(folder.path + "/chafa", O_CREAT | O_WRONLY, 0o755)
        close(descriptor)
    }

    private func display(
        _ choice: ArtworkDisplay.Choice = .auto, _ environment: [String: String], hasChafa: Bool = true,
        isTerminal: Bool = true
    ) -> ArtworkDisplay? {
        var all = ["TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "PATH": hasChafa ? folder.path : "/nonexistent"]
        all.merge(environment) { $1 }
        return ArtworkDisplay(choice, isTerminal: isTerminal) { all[$0] }
    }

    static let terminals: [([String: String], ArtworkDisplay.Means?)] = [
        ([:], .symbols), (["COLORTERM": "truecolor"], .symbols), (["TERM": "xterm"], .symbols),
        (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], .kitty), (["KITTY_WINDOW_ID": "1"], .kitty),
        (["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"], .kitty),
        (["TERM": "foot"], .sixel), (["TERM": "foot-extra"], .sixel), (["TERM": "mlterm"], .sixel),
        (["TERM_PROGRAM": "WezTerm"], .sixel),
        // A multiplexer (tmux, screen) does not pass pictures on to the terminal around it, so that terminal does not
        // matter.
        (["TERM": "tmux-256color", "TMUX": "/tmp/x", "KITTY_WINDOW_ID": "1"], .symbols),
        (["TERM": "screen", "STY": "1.x"], .symbols), (["TERM": "screen.xterm-kitty"], .symbols),
        // Without colours, pictures are not shown. The same holds for an unsuitable terminal, and for a locale without
        // suitable characters.
        (["NO_COLOR": "1"], nil), (["NO_COLOR": ""], .symbols), (["TERM": "dumb"], nil), (["TERM": ""], nil),
        (["TERM": "linux"], nil), (["LANG": "C"], nil), (["LC_ALL": "POSIX"], nil),
    ]

    @Test(arguments: terminals) func whatTheEnvironmentSays(
        _ environment: [String: String], _ means: ArtworkDisplay.Means?
    ) {
        #expect(display(.auto, environment)?.means == means)
        #expect(display(.none, environment) == nil)
        #expect(display(.auto, environment, isTerminal: false) == nil)
    }

    /// The user's choice takes precedence over the environment. It does not apply if the output is not a terminal.
    @Test(arguments: [ArtworkDisplay.Choice.kitty, .sixel, .symbols]) func askedFor(_ choice: ArtworkDisplay.Choice) {
        #expect(
            display(choice, ["NO_COLOR": "1", "TERM": "dumb", "LANG": "C"]).map { "\($0.means)" } == choice.rawValue)
        #expect(display(choice, [:], isTerminal: false) == nil)
    }

    @Test func withoutChafaThereIsKittyAlone() {
        for choice: ArtworkDisplay.Choice in [.auto, .sixel, .symbols] {
            #expect(display(choice, [:], hasChafa: false) == nil)
        }
        #expect(display(.auto, ["TERM": "xterm-kitty"], hasChafa: false)?.means == .kitty)
    }

    @Test func colours() {
        #expect(display(.auto, ["COLORTERM": "24bit"])?.colours == .full)
        #expect(display(.auto, [:])?.colours == .palette256)
        #expect(display(.auto, ["TERM": "xterm"])?.colours == .palette16)
        #expect(display(.kitty, [:])?.format == .png && display(.symbols, [:])?.format == .any)
    }
}
