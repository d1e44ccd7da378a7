import LongwaveTerminal

/// Where the screen is shown: as a page, or in lines.
protocol ScreenSurface: AnyObject {
    var view: (_ width: Int, _ height: Int) -> ScreenHost.View { get set }
    /// What is pointed at, in a line.
    var spoken: () -> String { get set }
    var onInput: (TerminalInput) -> Void { get set }
    var onSignal: (Int32?) -> Void { get set }
    var size: (width: Int, height: Int) { get }
    /// Whether there may be a picture of it.
    func mayShow(_ artwork: [ArtworkCandidate]) -> Bool
    func open(artwork: ArtworkPainter?) throws(StationPickerError)
    func changed()
    func resized()
    func show(title: String)
    /// A line for the person, which the page has, too.
    func said(_ text: String)
    func close()
}

/// The page on the whole terminal.
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
