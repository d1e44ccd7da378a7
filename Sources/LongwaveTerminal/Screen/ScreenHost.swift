import CLinux
import Glibc
import RadioDirectory
import RadioFormats
import RadioLoop

/// Shows a full-screen page with a picture on the program's terminal, and receives keys, mouse events and signals.
///
/// The host may be used only on one event loop. It draws all changes of a turn together at the end of the turn.
package final class ScreenHost {
    /// The content of the page: its cells and its picture.
    package struct View {
        package var cells: ScreenCells
        /// A picture's candidates, their station's address and the station, and the picture's place.
        package typealias Picture = (
            candidates: [ArtworkCandidate], home: String, station: Station?, frame: PictureFrame
        )
        /// Nil for no picture.
        package var picture: Picture?

        package init(_ cells: ScreenCells, picture: Picture? = nil) {
            self.cells = cells
            self.picture = picture
        }
    }

    package struct Settings {
        package var charset: TerminalCharset
        package var colours: ScreenColours
        package var hasMouse: Bool
        /// Whether the host handles Ctrl-C, Ctrl-Z, a hang-up and changes of the terminal's size.
        package var watchesSignals: Bool

        package init(
            charset: TerminalCharset, colours: ScreenColours = .usual, hasMouse: Bool = true,
            watchesSignals: Bool = true
        ) {
            self.charset = charset
            self.colours = colours
            self.hasMouse = hasMouse
            self.watchesSignals = watchesSignals
        }
    }

    /// Called before each drawing. Returns the page for a terminal of `width` columns and `height` rows.
    package var view: (_ width: Int, _ height: Int) -> View = { ScreenHost.View(ScreenCells(width: $0, height: $1)) }
    package var onInput: (TerminalInput) -> Void = { _ in }
    /// Called with a signal that asks the program to end, or with nil if the terminal no longer exists.
    package var onSignal: (Int32?) -> Void = { _ in }

    private let loop: EventLoop
    private let settings: Settings
    private var screen: CursesScreen?
    private var pictures: ScreenPictures?
    private var keys: DescriptorWatch?
    private var signals: SignalWatch?
    private var isDrawingDue = false
    private var title: String?

    package init(_ settings: Settings, loop: EventLoop) {
        self.settings = settings
        self.loop = loop
    }

    /// Takes over the terminal and draws the page.
    /// - Parameter artwork: draws the pictures, on the same loop as the host; nil to show none.
    package func open(artwork: ArtworkPainter?) throws(StationPickerError) {
        let screen = try CursesScreen(
            isUTF8: settings.charset == .utf8, colours: settings.colours, hasMouse: settings.hasMouse)
        self.screen = screen
        do {
            if settings.watchesSignals { try watchSignals() }
            keys = try loop.watch(screen.descriptor, for: .readable) { [weak self] _ in self?.readKeys() }
        } catch {
            close()
            throw .system(reason: "\(error)")
        }
        pictures = artwork.map { ScreenPictures($0, loop: loop) { [weak self] in self?.changed() } }
        draw()
    }

    /// Returns false if no picture can be shown: the host has no painter, there are no candidates, or the last request
    /// that found no picture had these candidates.
    package func mayShow(_ candidates: [ArtworkCandidate]) -> Bool {
        !candidates.isEmpty && pictures?.lacks(candidates) == false
    }

    package var size: (width: Int, height: Int) { screen?.size ?? (80, 24) }

    private func watchSignals() throws(LoopError) {
        signals = try SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]) {
            [weak self] signal in
            switch signal {
            case SIGWINCH, SIGCONT: self?.resized()
            case SIGTSTP: self?.suspend()
            case _: self?.onSignal(signal)
            }
        }
    }

    private func readKeys() {
        guard let screen, let keys = screen.readKeys() else { return onSignal(nil) }
        for input in CursesKeys.inputs(keys) {
            guard self.screen != nil else { return }
            if input == .resized { resized() } else { onInput(input) }
        }
        // The page is drawn now, not at the end of the turn, so that the person sees the effect of a key without delay.
        draw()
    }

    // MARK: Drawing

    /// Draws the page at the end of the turn, because its content has changed.
    package func changed() {
        guard screen != nil, !isDrawingDue else { return }
        isDrawingDue = true
        loop.post { [weak self] in
            guard let self, isDrawingDue else { return }
            draw()
        }
    }

    /// Draws the page and its picture now. Does nothing if the page is closed.
    private func draw() {
        isDrawingDue = false
        guard let screen else { return }
        let (width, height) = screen.size
        let view = view(width, height)
        guard let pictures else { return screen.draw(view.cells) }
        pictures.show(view.picture.map { ScreenPictures.Subject(candidates: $0, home: $1, station: $2, frame: $3) })
        // ncurses does not know about pictures. So the old picture is erased before ncurses draws the page, and the new
        // picture is drawn after the page.
        screen.write(pictures.erasure())
        screen.draw(view.cells)
        screen.write(pictures.drawing(on: view.cells))
    }

    /// Draws the whole page again, because the terminal was overwritten or has changed its size.
    package func resized() {
        pictures?.isSpoilt = true
        screen?.resized()
        draw()
    }

    /// Sets the title of the terminal's window. ``close()`` restores the title from before the first call, if the
    /// terminal supports that.
    package func show(title new: String) {
        guard let screen, new != title else { return }
        // xterm's control sequences: XTWINOPS 22 stores the title, XTWINOPS 23 restores it, OSC 2 sets it.
        screen.write((title == nil ? "\u{1B}[22;2t" : "") + "\u{1B}]2;\(new)\u{1B}\\")
        title = new
    }

    /// Restores the terminal, because the program will be suspended. ``resized()`` draws the page again.
    package func leave() {
        if let pictures { screen?.write(pictures.removal()) }
        screen?.suspend()
    }

    /// Handles Ctrl-Z: restores the terminal, then lets the signal suspend the program.
    private func suspend() {
        leave()
        // The signal stops the process inside this call. The call returns when the process is continued, for example
        // with `fg`.
        SignalWatch.deliver(SIGTSTP)
        resized()
    }

    /// Closes the page and restores the terminal.
    package func close() {
        keys?.cancel()
        keys = nil
        signals?.cancel()
        signals = nil
        if let pictures { screen?.write(pictures.removal()) }
        if title != nil { screen?.write("\u{1B}[23;2t") }
        pictures?.stop()
        pictures = nil
        screen?.close()
        screen = nil
    }
}
