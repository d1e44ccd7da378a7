import CCurses
import Glibc

/// The functions of ncurses that the program uses.
///
/// The ncurses library is opened when a page is first shown. Linking to the library would slow down every start of the
/// program (docs/DECISIONS.md).
struct Ncurses: @unchecked Sendable {  // functions of a library that stays loaded
    static let shared = Result { () throws(StationPickerError) in try Ncurses() }

    let newterm: lw_curses_newterm
    let delscreen: lw_curses_delscreen
    let endwin, cbreak, noecho, nonl, saveMode, doupdate, startColours, useDefaultColours: lw_curses_call
    let cursSet, setEscapeDelay, setMouseInterval: lw_curses_number
    let resizeTerminal: lw_curses_two_numbers
    let erase, noutRefresh: lw_curses_window
    let keypad, nodelay, clearok: lw_curses_window_flag
    let setAttributes: lw_curses_window_number
    let move: lw_curses_window_two_numbers
    let addText: lw_curses_window_text
    let getKey: lw_curses_window_key
    let setMouse: lw_curses_mouse_mask
    let getMouse: lw_curses_get_mouse
    let makePair: lw_curses_pair
    private let colours: UnsafePointer<Int32>
    private let standardScreen: UnsafePointer<UnsafeMutableRawPointer?>

    /// The window that covers the whole terminal; nil before `newterm`.
    var window: UnsafeMutableRawPointer? { standardScreen.pointee }

    /// The number of colours that the terminal knows; 0 before `start_color`.
    var colourCount: Int { Int(colours.pointee) }

    private static let fileNames = ["libncursesw.so.6", "libncursesw.so"]

    /// Opens the library and looks up its functions.
    /// - Throws: ``StationPickerError/noTerminal(reason:)`` if the library or a function is missing.
    private init() throws(StationPickerError) {
        var library: UnsafeMutableRawPointer?
        var reason = ""
        for name in Self.fileNames where library == nil {
            library = dlopen(name, RTLD_NOW | RTLD_LOCAL)
            if library == nil, reason.isEmpty { reason = String(cString: dlerror()) }
        }
        guard let library else { throw .noTerminal(reason: reason) }
        func symbol<Symbol>(_ name: String, as type: Symbol.Type) throws(StationPickerError) -> Symbol {
            guard let symbol = dlsym(library, name) else { throw .noTerminal(reason: "ncurses has no \(name)") }
            return unsafeBitCast(symbol, to: type)
        }
        newterm = try symbol("newterm", as: lw_curses_newterm.self)
        delscreen = try symbol("delscreen", as: lw_curses_delscreen.self)
        endwin = try symbol("endwin", as: lw_curses_call.self)
        cbreak = try symbol("cbreak", as: lw_curses_call.self)
        noecho = try symbol("noecho", as: lw_curses_call.self)
        nonl = try symbol("nonl", as: lw_curses_call.self)
        saveMode = try symbol("def_prog_mode", as: lw_curses_call.self)
        doupdate = try symbol("doupdate", as: lw_curses_call.self)
        cursSet = try symbol("curs_set", as: lw_curses_number.self)
        setEscapeDelay = try symbol("set_escdelay", as: lw_curses_number.self)
        resizeTerminal = try symbol("resizeterm", as: lw_curses_two_numbers.self)
        erase = try symbol("werase", as: lw_curses_window.self)
        noutRefresh = try symbol("wnoutrefresh", as: lw_curses_window.self)
        keypad = try symbol("keypad", as: lw_curses_window_flag.self)
        nodelay = try symbol("nodelay", as: lw_curses_window_flag.self)
        clearok = try symbol("clearok", as: lw_curses_window_flag.self)
        setAttributes = try symbol("wattrset", as: lw_curses_window_number.self)
        move = try symbol("wmove", as: lw_curses_window_two_numbers.self)
        addText = try symbol("waddnstr", as: lw_curses_window_text.self)
        getKey = try symbol("wget_wch", as: lw_curses_window_key.self)
        startColours = try symbol("start_color", as: lw_curses_call.self)
        useDefaultColours = try symbol("use_default_colors", as: lw_curses_call.self)
        setMouseInterval = try symbol("mouseinterval", as: lw_curses_number.self)
        setMouse = try symbol("mousemask", as: lw_curses_mouse_mask.self)
        getMouse = try symbol("getmouse", as: lw_curses_get_mouse.self)
        makePair = try symbol("init_pair", as: lw_curses_pair.self)
        colours = try symbol("COLORS", as: UnsafePointer<Int32>.self)
        standardScreen = try symbol("stdscr", as: UnsafePointer<UnsafeMutableRawPointer?>.self)
    }
}
