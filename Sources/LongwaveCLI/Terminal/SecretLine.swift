import Glibc
import LongwaveTerminal

/// Reads a secret, such as a token, as a line from stdin. A terminal does not show the typed text.
enum SecretLine {
    private static let maximumBytes = 1024

    /// Why reading ended without a line.
    enum Ending: Error {
        /// The person pressed Ctrl-C.
        case interrupted
        /// The person pressed Ctrl-D, or the input has ended.
        case ended
        case tooLong
    }

    /// Reads a line from stdin. Prints the prompt to stderr if stdin is a terminal.
    static func read(_ prompt: String) throws(Ending) -> String {
        var before = termios()
        let isTerminal = Terminal.isTerminal(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0
        guard isTerminal else { return try line(isTerminal: false) }
        var mode = before
        // Ctrl-C is read as a byte instead of a signal, because the signal would end the program before the terminal's
        // mode is restored.
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        withUnsafeMutableBytes(of: &mode.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
        // The prompt is printed after the echo was switched off, so that even text that is typed at once is not shown.
        OutputSink.writeAll(STDERR_FILENO, Sanitiser(charset: TerminalCharset(environment: Environment.value))(prompt))
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            OutputSink.writeAll(STDERR_FILENO, "\n")
        }
        return try line(isTerminal: true)
    }

    /// Reads bytes up to a line end. On a terminal, also handles Ctrl-C, Ctrl-D, Ctrl-U and the backspace key.
    private static func line(isTerminal: Bool) throws(Ending) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                if bytes.isEmpty { throw .ended }
                break
            }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: bytes, as: UTF8.self)
            case 0x03 where isTerminal: throw .interrupted
            case 0x04 where isTerminal && bytes.isEmpty: throw .ended
            case 0x08 where isTerminal, 0x7F where isTerminal: _ = bytes.popLast()
            // Ctrl-U (0x15) deletes the text that was typed so far.
            case 0x15 where isTerminal: bytes = []
            case _: bytes.append(byte)
            }
            if bytes.count > maximumBytes { throw .tooLong }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
