import CCurses
import CLinux
import Glibc

/// The program's terminal as a page of text, through ncurses. It is as it was before after ``close()``; make one at a time.
final class CursesScreen {
    private let curses: Ncurses
    private let input: UnsafeMutablePointer<FILE>
    private let output: UnsafeMutablePointer<FILE>
    private let screen: UnsafeMutableRawPointer
    private let window: UnsafeMutableRawPointer
    private var isClosed = false

    /// How long a lone Escape waits for what would make it another key.
    private static let escapeDelay: Int32 = 25

    /// - Throws: ``StationPickerError/noTerminal(reason:)``.
    init(isUTF8: Bool) throws(StationPickerError) {
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
            throw .noTerminal(reason: type.isEmpty ? "TERM is not set" : "the terminal \(type) is not known")
        }
        (self.screen, self.window) = (screen, window)
        _ = curses.cbreak()
        _ = curses.noecho()
        _ = curses.nonl()
        _ = curses.keypad(window, true)
        _ = curses.nodelay(window, true)
        _ = curses.setEscapeDelay(Self.escapeDelay)
    }

    deinit { close() }

    /// ncurses writes what the C library's locale can; the user's need not be installed.
    private static func setLocale(isUTF8: Bool) {
        let isNamed = setlocale(LC_CTYPE, "") != nil
        let isThere = isNamed && nl_langinfo(Int32(CODESET)).map { strcasecmp($0, "UTF-8") == 0 } == true
        if isUTF8, !isThere { setlocale(LC_CTYPE, "C.UTF-8") }
    }

    /// Becomes readable when a key is pressed.
    var descriptor: Int32 { fileno(input) }

    /// Columns and rows.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard longwave_terminal_size(fileno(output), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    func draw(_ page: PickerPage) {
        _ = curses.erase(window)
        for (row, line) in page.lines.enumerated() {
            guard curses.move(window, Int32(row), 0) == 0 else { break }
            for span in line {
                _ = curses.setAttributes(window, Self.attributes(span.style))
                // The last cell of a screen is written and then told as an error: there is no next one.
                _ = curses.addText(window, span.text, -1)
            }
        }
        _ = curses.setAttributes(window, 0)
        _ = curses.move(window, 0, Int32(page.cursorColumn))
        _ = curses.noutRefresh(window)
        _ = curses.doupdate()
    }

    /// Writes past ncurses, which must not have to know of it: for pictures, on cells that are blank to it.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(fileno(output), $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func attributes(_ style: PickerPage.Style) -> Int32 {
        switch style {
        case .plain: 0
        case .strong: LW_CURSES_BOLD
        case .faint: LW_CURSES_DIM
        case .reversed: LW_CURSES_REVERSE
        }
    }

    /// All keys that wait; nil when the terminal is gone.
    func readKeys() -> [PickerKeys.Key]? {
        var keys: [PickerKeys.Key] = []
        var key: wint_t = 0
        while keys.count < 4096 {
            errno = 0
            let kind = curses.getKey(window, &key)
            if kind == LW_CURSES_KEY_CODE {
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

    /// The terminal got another size.
    func resized() {
        let size = size
        _ = curses.resizeTerminal(Int32(size.height), Int32(size.width))
        redrawWhole()
    }

    /// Everything is drawn anew with the next page: something else wrote on the terminal.
    func redrawWhole() { _ = curses.clearok(window, true) }

    /// The terminal is as it was, until the next ``draw(_:)``.
    func suspend() { _ = curses.endwin() }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        _ = curses.endwin()
        curses.delscreen(screen)
        fclose(input)
        fclose(output)
    }
}
