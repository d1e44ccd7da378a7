import Glibc
import LongwaveTerminal

/// A yes-or-no question to the person at the terminal, on stderr.
enum Question {
    static var canBeAsked: Bool { Terminal.isTerminal(STDIN_FILENO) && Terminal.isTerminal(STDERR_FILENO) }

    /// Prints the question, and returns whether the person answers yes. Returns false if stdin or stderr is not a
    /// terminal.
    static func ask(_ question: String) -> Bool {
        guard canBeAsked else { return false }
        let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
        OutputSink.writeAll(STDERR_FILENO, "\(clean(question)) [y/N] ")
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while answer.count < 64, read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") { answer.append(byte) }
        return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased().filter { !$0.isWhitespace })
    }
}
