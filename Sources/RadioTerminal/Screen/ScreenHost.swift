import CLinux
import Glibc
import RadioDirectory
import RadioLoop

/// A page on the program's terminal, with its keys, signals and picture.
///
/// The host is used only on one loop. At the end of a turn, it draws all changes of the turn.
package final class ScreenHost {
    /// The page's content.
    package struct View {
        package var cells: ScreenCells
        /// The picture's candidates, their station's address, and the picture's place; nil for no picture.
        package var picture: (candidates: [ArtworkCandidate], home: String, frame: PictureFrame)?

        package init(
            _ cells: ScreenCells, picture: (candidates: [ArtworkCandidate], home: String, frame: PictureFrame)? = nil
        ) {
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

    /// Returns the page for a terminal that has `width` columns and `height` rows.
    package var view: (_ width: Int, _ height: Int) -> View = { ScreenHost.View(ScreenCells(width: $0, height: $1)) }
    package var onInput: (TerminalInput) -> Void = { _ in }
    /// Called with a signal that ends the program; nil if the terminal is gone.
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
    /// - Parameter artwork: the painter of pictures, on the same loop; nil to show none.
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

    /// Returns false if no picture can be shown: pictures are off, there are no candidates, or the last search among
    /// these candidates found no picture.
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
        // The effect of a key is drawn now, not at the end of the turn, so that the person sees it without delay.
        draw()
    }

    // MARK: Drawing

    /// Schedules a drawing at the end of the turn, because the page has changed.
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
        pictures.show(view.picture.map { ScreenPictures.Subject(candidates: $0, home: $1, frame: $2) })
        // ncurses does not know about the picture. So the old picture is erased before ncurses draws, and the new one
        // is drawn afterwards.
        screen.write(pictures.erasure())
        screen.draw(view.cells)
        screen.write(pictures.drawing(on: view.cells))
    }

    /// Draws the whole page again, after the terminal was overwritten or has changed its size.
    package func resized() {
        pictures?.isSpoilt = true
        screen?.resized()
        draw()
    }

    /// Sets the title of the terminal's window. ``close()`` restores the former title if the terminal has stored it.
    package func show(title new: String) {
        guard let screen, new != title else { return }
        // xterm's control sequences: XTWINOPS 22 stores the title, XTWINOPS 23 restores it, OSC 2 sets it.
        screen.write((title == nil ? "\u{1B}[22;2t" : "") + "\u{1B}]2;\(new)\u{1B}\\")
        title = new
    }

    /// Handles Ctrl-Z: restores the terminal, then lets the signal suspend the program.
    package func suspend() {
        if let pictures { screen?.write(pictures.removal()) }
        screen?.suspend()
        // The program stops here until it is continued.
        SignalWatch.deliver(SIGTSTP)
        resized()
    }

    /// Restores the terminal.
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
