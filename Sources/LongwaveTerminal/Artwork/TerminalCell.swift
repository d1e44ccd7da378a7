import CLinux
import Glibc

/// The size of a character cell in the program's terminal.
enum TerminalCell {
    /// The size of a cell in pixels that is assumed if the terminal reports none.
    private static let usual = (width: 8, height: 16)

    /// The size of a cell in pixels that the terminal reports (ioctl_tty(2), TIOCGWINSZ).
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
