import LongwaveTerminal

/// Draws one live line at the bottom, above which plain lines scroll.
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

    /// The width of a status line. The last column stays free, because some terminals wrap the line after it.
    var width: Int { max(terminal.width - 1, 1) }

    var height: Int { terminal.height }

    /// Draws the line if it has changed.
    func show(_ status: StatusLine.Text) {
        guard status != shown, terminal.isForeground else { return }
        shown = status
        drawnWidth = terminal.width
        output.write(Self.clearLine + coloured(status), isReplaceable: true)
    }

    /// Prints a line above the live line. The text must be clean (`Sanitiser`).
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

    /// Removes the live line after the terminal's width has changed. The terminal may have wrapped the line into
    /// several rows.
    func resized() {
        guard let old = shown else { return }
        let rows = (max(DisplayWidth.of(old.text), 1) - 1) / max(terminal.width, 1)
        shown = nil
        output.write((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
    }

    /// The sequence that returns to the start of the line and erases the line (ECMA-48 §8.3.41).
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
