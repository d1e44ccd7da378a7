import CCurses
import CLinux
import Glibc

/// Draws pages of text on the program's terminal with ncurses, and reads its keys.
///
/// Only one `CursesScreen` can exist at a time. ``close()`` restores the terminal.
final class CursesScreen {
    private let curses: Ncurses
    private let input: UnsafeMutablePointer<FILE>
    private let output: UnsafeMutablePointer<FILE>
    private let screen: UnsafeMutableRawPointer
    private let window: UnsafeMutableRawPointer
    private var isClosed = false
    /// The page that was drawn last; nil if the terminal may show something else.
    private var shown: ScreenCells?
    private var attributes: [CellStyle: Int32] = [:]

    /// How long ncurses waits after an Escape for the rest of a key's sequence, in milliseconds.
    private static let escapeDelay: Int32 = 25
    /// The largest number of mouse reports that ncurses stores until they are read.
    private static let maximumReports = 8

    /// Takes over the program's controlling terminal (`/dev/tty`).
    /// - Parameters:
    ///   - isUTF8: whether UTF-8 may be written.
    ///   - colours: the look of each cell style.
    ///   - hasMouse: whether the terminal is asked to report the mouse's button and wheel.
    /// - Throws: ``StationPickerError/noTerminal(reason:)``.
    init(isUTF8: Bool, colours: ScreenColours, hasMouse: Bool) throws(StationPickerError) {
        curses = try Ncurses.shared.get()
        guard let output = fopen("/dev/tty", "we"), let input = fopen("/dev/tty", "re") else {
            throw .noTerminal(reason: String(cString: strerror(errno)))
        }
        (self.input, self.output) = (input, output)
        Self.setLocale(isUTF8: isUTF8)
        guard let screen = curses.newterm(nil, output, input), let window = curses.window else {
            fclose(input)
            fclose(output)
            let type = getenv("TERM").map { String(cString: $0) } ?? ""
            throw .noTerminal(reason: type.isEmpty ? "TERM is not set" : "unknown terminal type \(type)")
        }
        (self.screen, self.window) = (screen, window)
        _ = curses.cbreak()
        _ = curses.noecho()
        _ = curses.nonl()
        _ = curses.keypad(window, true)
        _ = curses.nodelay(window, true)
        _ = curses.setEscapeDelay(Self.escapeDelay)
        Self.letKeysThrough(fileno(input))
        _ = curses.saveMode()
        attributes = Self.attributes(colours, curses)
        guard hasMouse else { return }
        // With the interval 0, ncurses reports a press of a mouse button at once. Otherwise it would wait to see
        // whether the press becomes a click.
        _ = curses.setMouseInterval(0)
        // All presses and releases of mouse buttons are requested, because ncurses waits for the next key after a mouse
        // event that was not requested.
        _ = curses.setMouse(LW_CURSES_PRESSES_AND_RELEASES, nil)
    }

    /// Turns off the terminal's flow control, so that Ctrl-S and Ctrl-Q are keys, and makes reading non-blocking.
    ///
    /// After a mouse report, ncurses reads the next key even if it must wait and `nodelay` is set. O_NONBLOCK affects
    /// no other program, because the screen has opened the descriptor itself.
    private static func letKeysThrough(_ descriptor: Int32) {
        var mode = termios()
        if tcgetattr(descriptor, &mode) == 0 {
            mode.c_iflag &= ~tcflag_t(IXON)
            tcsetattr(descriptor, TCSANOW, &mode)
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Returns for each style the number that ncurses needs: its attributes and its colour pair.
    private static func attributes(_ colours: ScreenColours, _ curses: Ncurses) -> [CellStyle: Int32] {
        let count = curses.startColours() == 0 && curses.useDefaultColours() == 0 ? curses.colourCount : 0
        var pairs: [[Int]: Int32] = [:]
        var attributes: [CellStyle: Int32] = [:]
        for style in CellStyle.allCases {
            let look = colours[style]
            var value: Int32 = 0
            if look.isBold { value |= LW_CURSES_BOLD }
            if look.isFaint { value |= LW_CURSES_DIM }
            if look.isReversed { value |= LW_CURSES_REVERSE }
            if look.isUnderlined { value |= LW_CURSES_UNDERLINE }
            let pair = [look.foreground, look.background].map { $0.flatMap { $0 < count ? $0 : nil } ?? -1 }
            if pair != [-1, -1] {
                let number = pairs[pair] ?? Int32(pairs.count + 1)
                if pairs[pair] == nil { _ = curses.makePair(Int16(number), Int16(pair[0]), Int16(pair[1])) }
                pairs[pair] = number
                value |= number << 8
            }
            attributes[style] = value
        }
        return attributes
    }

    deinit { close() }

    /// Sets the user's locale, because ncurses writes only characters of the C library's locale.
    ///
    /// If `isUTF8` is true, but the user's locale is not installed or does not use UTF-8, sets `C.UTF-8` instead.
    private static func setLocale(isUTF8: Bool) {
        let isNamed = setlocale(LC_CTYPE, "") != nil
        let isThere = isNamed && nl_langinfo(Int32(CODESET)).map { strcasecmp($0, "UTF-8") == 0 } == true
        if isUTF8, !isThere { setlocale(LC_CTYPE, "C.UTF-8") }
    }

    /// The terminal's descriptor, which becomes readable when a key is pressed.
    var descriptor: Int32 { fileno(input) }

    /// The terminal's columns and rows; 80 × 24 if the terminal does not report them.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard longwave_terminal_size(fileno(output), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows a page. Writes only the rows that differ from the page that was drawn last.
    func draw(_ page: ScreenCells) {
        guard page != shown else { return }
        for run in page.runs(since: shown) {
            guard curses.move(window, Int32(run.row), Int32(run.column)) == 0 else { break }
            _ = curses.setAttributes(window, attributes[run.style] ?? 0)
            // The result is ignored, because ncurses reports an error after it has written the screen's last cell: the
            // cursor cannot move on.
            _ = curses.addText(window, run.text, -1)
        }
        if page.cursor == nil || shown?.cursor == nil || shown == nil { _ = curses.cursSet(page.cursor == nil ? 0 : 1) }
        let cursor = page.cursor ?? (page.height - 1, page.width - 1)
        _ = curses.setAttributes(window, 0)
        _ = curses.move(window, Int32(cursor.row), Int32(cursor.column))
        shown = page
        _ = curses.noutRefresh(window)
        _ = curses.doupdate()
    }

    /// Writes control sequences to the terminal without ncurses. Used for the window's title, and for pictures, whose
    /// cells ncurses leaves blank.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(fileno(output), $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns all keys that were pressed since the last call; nil if the terminal no longer exists.
    func readKeys() -> [CursesKeys.Key]? {
        var keys: [CursesKeys.Key] = []
        var key: wint_t = 0
        while keys.count < 4096 {
            errno = 0
            let kind = curses.getKey(window, &key)
            if kind == LW_CURSES_KEY_CODE, key == LW_CURSES_KEY_MOUSE {
                keys += readMouse()
            } else if kind == LW_CURSES_KEY_CODE {
                keys.append(.code(key))
            } else if kind == 0 {
                if let scalar = Unicode.Scalar(key) { keys.append(.character(scalar)) }
            } else {
                let isGone = keys.isEmpty && (feof(input) != 0 || errno == EIO)
                return isGone ? nil : keys
            }
        }
        return keys
    }

    /// Returns the mouse reports that ncurses has read, the oldest first. One `KEY_MOUSE` may represent several
    /// reports.
    private func readMouse() -> [CursesKeys.Key] {
        var keys: [CursesKeys.Key] = []
        var event = lw_curses_mouse()
        while keys.count < Self.maximumReports, curses.getMouse(&event) == 0 {
            keys.append(.mouse(row: Int(event.row), column: Int(event.column), buttons: event.buttons))
        }
        return keys.reversed()
    }

    /// Passes the terminal's new size to ncurses. The next ``draw(_:)`` draws the whole page.
    func resized() {
        let size = size
        _ = curses.resizeTerminal(Int32(size.height), Int32(size.width))
        _ = curses.erase(window)
        redrawWhole()
    }

    /// Lets the next ``draw(_:)`` draw the whole page, because the terminal may show something else than the last page.
    func redrawWhole() {
        shown = nil
        _ = curses.clearok(window, true)
    }

    /// Restores the terminal to its normal mode. The next ``draw(_:)`` takes it over again.
    func suspend() {
        shown = nil
        _ = curses.endwin()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        // The terminal is cleared first, because tmux may show the lines of the last page again after a resize.
        _ = curses.erase(curses.window)
        _ = curses.noutRefresh(curses.window)
        _ = curses.doupdate()
        _ = curses.endwin()
        curses.delscreen(screen)
        fclose(input)
        fclose(output)
    }
}
