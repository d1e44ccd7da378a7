import CLinux
import Glibc

/// The terminal on stdin and stdout.
///
/// In key mode, each key can be read at once, and the terminal does not show it. At the end of key mode, the terminal's
/// former mode is restored.
final class Terminal {
    private let input: Int32
    private let output: Int32
    /// The terminal's mode before the program changed it.
    private var original: termios?
    private var isInKeyMode = false

    init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        self.input = input
        self.output = output
    }

    deinit { restore() }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether the program is the terminal's foreground job. A background job must not read keys or draw.
    var isForeground: Bool {
        let group = tcgetpgrp(output)
        return group < 0 || group == getpgrp()
    }

    /// Begins key mode. The terminal still sends signals for keys such as Ctrl-C and Ctrl-Z.
    ///
    /// Call this method again after the program was suspended (Ctrl-Z), because the shell has set a mode of its own.
    func enterKeyMode() {
        guard Self.isTerminal(input), isForeground else { return }
        var mode = termios()
        guard tcgetattr(input, &mode) == 0 else { return }
        if original == nil { original = mode }
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &mode.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        isInKeyMode = tcsetattr(input, TCSANOW, &mode) == 0
    }

    func restore() {
        guard isInKeyMode, var mode = original else { return }
        isInKeyMode = false
        // If the program is in the background, the shell has already set its own mode of the terminal, which must stay.
        if isForeground { tcsetattr(input, TCSANOW, &mode) }
    }

    /// The terminal's width in columns; 80 if the terminal does not report it.
    var width: Int {
        var size = winsize()
        guard longwave_terminal_size(output, &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The terminal's height in rows; 24 if the terminal does not report it.
    var height: Int {
        var size = winsize()
        guard longwave_terminal_size(output, &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    /// Returns the bytes of keys that were pressed, at most 256; nil at the end of the input.
    func readKeys() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(input, &buffer, buffer.count)
        if count > 0 { return Array(buffer[..<count]) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }
}
