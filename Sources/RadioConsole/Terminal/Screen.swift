import LongwaveTerminal

/// Draws one live line at the bottom and lets plain lines scroll above it.
final class Screen {
    private let output: Output
    private let terminal: Terminal
    private let charset: TerminalCharset
    private let usesColour: Bool
    private var shown: StatusLine.Text?
    /// Columns of the terminal when `shown` was drawn.
    private var drawnWidth = 0

    init(output: Output, terminal: Terminal, charset: TerminalCharset, usesColour: Bool) {
        self.output = output
        self.terminal = terminal
        self.charset = charset
        self.usesColour = usesColour
    }

    /// What a status line may take: the last column stays free, for terminals that go to the next line behind it.
    var width: Int { max(terminal.width - 1, 1) }

    var height: Int { terminal.height }

    /// Draws the line if it differs from what is there.
    func show(_ status: StatusLine.Text) {
        guard status != shown, terminal.isForeground else { return }
        shown = status
        drawnWidth = terminal.width
        output.write(Self.clearLine + coloured(status), isReplaceable: true)
    }

    /// A line that stays. The text must be clean.
    func line(_ text: String) {
        guard let shown, terminal.isForeground else {
            output.write(text + "\n")
            return
        }
        output.write(Self.clearLine + text + "\n")
        output.write(Self.clearLine + coloured(shown), isReplaceable: true)
    }

    /// A picture that stays, in lines of its own above the live line.
    func picture(_ picture: TerminalPicture, indent: Int) {
        guard terminal.isForeground else { return }
        output.write(Self.clearLine + picture.text(indent: indent))
        if let shown { output.write(Self.clearLine + coloured(shown), isReplaceable: true) }
    }

    /// Takes the live line away.
    func clear() {
        guard shown != nil else { return }
        shown = nil
        if terminal.isForeground { output.write(Self.clearLine) }
    }

    /// After the terminal got another width, of which it may have folded the line.
    func resized() {
        guard let old = shown else { return }
        let rows = (max(DisplayWidth.of(old.text), 1) - 1) / max(terminal.width, 1)
        shown = nil
        output.write((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
    }

    /// Carriage return, erase to the end of the line (ECMA-48 §8.3.41).
    private static let clearLine = "\r\u{1B}[K"

    private func coloured(_ status: StatusLine.Text) -> String {
        guard usesColour else { return status.text }
        let code =
            switch status.tone {
            case .good: "32"
            case .waiting: "33"
            case .bad: "31"
            case .neutral: "1"
            }
        let state = status.text.prefix(status.stateCount)
        return "\u{1B}[\(code)m\(state)\u{1B}[0m\(status.text.dropFirst(status.stateCount))"
    }
}
