import CLinux
import Glibc

/// How large a character of the program's terminal is.
enum TerminalCell {
    /// Pixels that a cell is taken to have where the terminal does not say.
    private static let usual = (width: 8, height: 16)

    /// In pixels, as the terminal says (ioctl_tty(2), TIOCGWINSZ).
    static var pixels: (width: Int, height: Int) {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            var size = winsize()
            guard longwave_terminal_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { continue }
            let cell = (width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
            if (4...64).contains(cell.width), (8...128).contains(cell.height) { return cell }
        }
        return usual
    }
}
