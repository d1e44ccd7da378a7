import CLinux
import Glibc
import RadioDirectory
import RadioLoop

/// A page on the program's terminal, with its keys, signals and picture. It belongs to one loop, and draws at the end of a turn what
/// changed in it.
package final class ScreenHost {
    /// What is to be seen.
    package struct View {
        package var cells: ScreenCells
        /// Of what a picture is wanted, and where.
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
        /// Ctrl-C, Ctrl-Z, a hang-up and the terminal's size come here.
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

    /// What the page is, for a terminal of so many columns and rows.
    package var view: (_ width: Int, _ height: Int) -> View = { ScreenHost.View(ScreenCells(width: $0, height: $1)) }
    package var onInput: (TerminalInput) -> Void = { _ in }
    /// A signal wants the program to end, or the terminal is gone: nil.
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

    /// Takes the terminal.
    /// - Parameter artwork: draws pictures, on the same loop; nil: none are shown.
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

    /// Whether there may be a picture of it.
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
        // A key is seen at once.
        draw()
    }

    // MARK: Drawing

    /// The page is another one: it is drawn at the end of the turn.
    package func changed() {
        guard screen != nil, !isDrawingDue else { return }
        isDrawingDue = true
        loop.post { [weak self] in
            guard let self, isDrawingDue else { return }
            draw()
        }
    }

    private func draw() {
        isDrawingDue = false
        guard let screen else { return }
        let (width, height) = screen.size
        let view = view(width, height)
        guard let pictures else { return screen.draw(view.cells) }
        pictures.show(view.picture.map { ScreenPictures.Subject(candidates: $0, home: $1, frame: $2) })
        // Cells that ncurses knows nothing of: blank before it draws, and drawn after it has.
        screen.write(pictures.erasure())
        screen.draw(view.cells)
        screen.write(pictures.drawing(on: view.cells))
    }

    /// Everything is drawn anew: something else wrote on the terminal, or it has another size.
    package func resized() {
        pictures?.isSpoilt = true
        screen?.resized()
        draw()
    }

    /// The title of the terminal's window; the one before comes back at the end, where the terminal keeps it.
    package func show(title new: String) {
        guard let screen, new != title else { return }
        // XTWINOPS 22 and 23; OSC 2 of xterm's control sequences.
        screen.write((title == nil ? "\u{1B}[22;2t" : "") + "\u{1B}]2;\(new)\u{1B}\\")
        title = new
    }

    /// Ctrl-Z: the terminal is given back, then the signal has its usual effect.
    package func suspend() {
        if let pictures { screen?.write(pictures.removal()) }
        screen?.suspend()
        // Stopped here, until it is continued.
        SignalWatch.deliver(SIGTSTP)
        resized()
    }

    /// The terminal is as it was.
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
