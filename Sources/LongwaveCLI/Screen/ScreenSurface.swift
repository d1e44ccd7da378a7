import LongwaveTerminal
import RadioLoop

/// The form in which the full-screen player is shown: a page (``FullSurface``), or printed lines (``PlainSurface``).
protocol ScreenSurface: AnyObject {
    /// Returns the content of the page for a terminal that has `width` columns and `height` rows.
    var view: (_ width: Int, _ height: Int) -> ScreenHost.View { get set }
    /// Returns a line of text about the row where the cursor is.
    var spoken: () -> String { get set }
    var onInput: (TerminalInput) -> Void { get set }
    /// Called when the terminal no longer exists.
    var onHangUp: () -> Void { get set }
    var size: (width: Int, height: Int) { get }
    /// Returns whether the page needs space for a picture. False if the surface shows no pictures, there are no
    /// candidates, or none of these candidates is a usable picture.
    func mayShow(_ artwork: [ArtworkCandidate]) -> Bool
    func open(artwork: ArtworkPainter?) throws(StationPickerError)
    /// Updates what is shown at the end of the turn. Called when the content (``ScreenModel``) has changed.
    func changed()
    /// Called when the terminal has changed its size.
    func resized()
    /// Shows everything again. Called when the terminal was overwritten.
    func repaint()
    /// Restores the terminal, because the program will be suspended.
    func leave()
    /// Takes over the terminal again, because the program was continued.
    func resume()
    /// Sets the title of the terminal's window.
    func show(title: String)
    /// Prints a line for the person if the surface prints lines. On a page, does nothing, because the page shows the
    /// text anyway.
    func said(_ text: String)
    func close()
}

/// The full-screen player as a page that fills the terminal.
final class FullSurface: ScreenSurface {
    private let host: ScreenHost
    var spoken: () -> String = { "" }

    init(_ options: ScreenOptions, loop: EventLoop) {
        host = ScreenHost(
            .init(
                charset: options.charset, colours: options.colours, hasMouse: options.hasMouse, watchesSignals: false),
            loop: loop)
        host.onSignal = { [weak self] _ in self?.onHangUp() }
    }

    var view: (_ width: Int, _ height: Int) -> ScreenHost.View {
        get { host.view }
        set { host.view = newValue }
    }
    var onInput: (TerminalInput) -> Void {
        get { host.onInput }
        set { host.onInput = newValue }
    }
    var onHangUp: () -> Void = {}
    var size: (width: Int, height: Int) { host.size }

    func open(artwork: ArtworkPainter?) throws(StationPickerError) { try host.open(artwork: artwork) }
    func mayShow(_ artwork: [ArtworkCandidate]) -> Bool { host.mayShow(artwork) }
    func changed() { host.changed() }
    func resized() { host.resized() }
    func repaint() { host.resized() }
    func leave() { host.leave() }
    func resume() { host.resized() }
    func show(title: String) { host.show(title: title) }
    func said(_ text: String) {}
    func close() { host.close() }
}
