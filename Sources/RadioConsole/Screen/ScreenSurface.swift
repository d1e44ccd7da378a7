import LongwaveTerminal

/// The form in which the screen is shown: a page, or lines.
protocol ScreenSurface: AnyObject {
    /// Returns the page for a terminal that has `width` columns and `height` rows.
    var view: (_ width: Int, _ height: Int) -> ScreenHost.View { get set }
    /// Returns a line about the row with the cursor.
    var spoken: () -> String { get set }
    var onInput: (TerminalInput) -> Void { get set }
    /// Called with a signal that ends the program; nil if the terminal is gone.
    var onSignal: (Int32?) -> Void { get set }
    var size: (width: Int, height: Int) { get }
    /// Returns false if no picture can be shown: the surface shows no pictures, there are no candidates, or the last
    /// search among these candidates found no picture.
    func mayShow(_ artwork: [ArtworkCandidate]) -> Bool
    func open(artwork: ArtworkPainter?) throws(StationPickerError)
    /// Schedules an update at the end of the turn, because the model has changed.
    func changed()
    /// Shows everything again, because the terminal was overwritten or has changed its size.
    func resized()
    /// Sets the title of the terminal's window.
    func show(title: String)
    /// On a surface of lines, prints a line for the person. On a page, does nothing, because the page already shows the
    /// same fact.
    func said(_ text: String)
    func close()
}

/// The screen as a page on the whole terminal.
final class FullSurface: ScreenSurface {
    private let host: ScreenHost
    var spoken: () -> String = { "" }

    init(_ options: ScreenOptions, loop: EventLoop) {
        host = ScreenHost(
            .init(charset: options.charset, colours: options.colours, hasMouse: options.hasMouse), loop: loop)
    }

    var view: (_ width: Int, _ height: Int) -> ScreenHost.View {
        get { host.view }
        set { host.view = newValue }
    }
    var onInput: (TerminalInput) -> Void {
        get { host.onInput }
        set { host.onInput = newValue }
    }
    var onSignal: (Int32?) -> Void {
        get { host.onSignal }
        set { host.onSignal = newValue }
    }
    var size: (width: Int, height: Int) { host.size }

    func open(artwork: ArtworkPainter?) throws(StationPickerError) { try host.open(artwork: artwork) }
    func mayShow(_ artwork: [ArtworkCandidate]) -> Bool { host.mayShow(artwork) }
    func changed() { host.changed() }
    func resized() { host.resized() }
    func show(title: String) { host.show(title: title) }
    func said(_ text: String) {}
    func close() { host.close() }
}
