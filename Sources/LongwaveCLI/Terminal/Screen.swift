import LongwaveTerminal

/// Draws a live line, such as a status line, at the bottom of the terminal. Other lines are printed above it.
final class Screen {
    private let output: Output
    private let terminal: Terminal
    private let charset: TerminalCharset
    private let usesColour: Bool
    private var shown: StatusLine.Text?
    /// The terminal's width when the live line was last drawn.
    private var drawnWidth = 0

    init(output: Output, terminal: Terminal, charset: TerminalCharset, usesColour: Bool) {
        self.output = output
        self.terminal = terminal
        self.charset = charset
        self.usesColour = usesColour
    }

    /// The largest width of the live line in columns. The last column of the terminal stays empty, because some
    /// terminals wrap a line that fills it.
    var width: Int { max(terminal.width - 1, 1) }

    var height: Int { terminal.height }

    /// Draws the live line if its text has changed.
    func show(_ status: StatusLine.Text) {
        guard status != shown, terminal.isForeground else { return }
        shown = status
        drawnWidth = terminal.width
        output.write(Self.clearLine + coloured(status), isReplaceable: true)
    }

    /// Prints a line above the live line. The text must have passed `Sanitiser`.
    func line(_ text: String) {
        guard let shown, terminal.isForeground else {
            output.write(text + "\n")
            return
        }
        output.write(Self.clearLine + text + "\n")
        output.write(Self.clearLine + coloured(shown), isReplaceable: true)
    }

    /// Prints a picture above the live line.
    func picture(_ picture: TerminalPicture, indent: Int) {
        guard terminal.isForeground else { return }
        output.write(Self.clearLine + picture.text(indent: indent))
        if let shown { output.write(Self.clearLine + coloured(shown), isReplaceable: true) }
    }

    /// Removes the live line.
    func clear() {
        guard shown != nil else { return }
        shown = nil
        if terminal.isForeground { output.write(Self.clearLine) }
    }

    /// Removes the live line after the terminal's width has changed. This removes several rows if the terminal has
    /// wrapped the line.
    func resized() {
        guard let old = shown else { return }
        let rows = (max(DisplayWidth.of(old.text), 1) - 1) / max(terminal.width, 1)
        shown = nil
        output.write((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
    }

    /// The bytes that move the cursor to the start of the line and erase the line (ECMA-48 §8.3.41).
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
