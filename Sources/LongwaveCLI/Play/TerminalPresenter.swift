import LongwaveTerminal
import RadioLoop

/// Draws a live status line at the bottom of the terminal, and prints the heard titles above it.
final class TerminalPresenter: PlayPresenter {
    private let screen: Screen
    private let line: StatusLine
    private let clean: Sanitiser
    private let charset: TerminalCharset
    private let playing: String
    private var lastTitle = ""
    /// The last levels of the sound, for the meter; nil while the meter is hidden.
    private var levels: AudioLevels?
    /// The station of the last printed title.
    private var lastStation: Station?

    /// - Parameter playing: the word that is shown as the state while sound plays.
    init(screen: Screen, charset: TerminalCharset, playing: String) {
        self.screen = screen
        self.charset = charset
        line = StatusLine(charset: charset)
        self.playing = playing
        clean = Sanitiser(charset: charset)
    }

    let wantsTicks = true

    func show(_ notification: PlaybackNotification) {
        let snapshot = notification.snapshot
        if case .nowPlayingDidChange = notification, case let title = PlayerWords(snapshot).title, !title.isEmpty {
            let text = clean(title)
            if text != lastTitle {
                screen.line("\(WallClock.now().localTime(snapshot.at))  \(newStation(snapshot))\(text)")
            }
            lastTitle = text
        }
        if case .itemDidChange = notification { lastTitle = "" }
        draw(snapshot)
    }

    /// Returns the station's name and a separator, to print before the title. Returns an empty text if the queue has
    /// only one item, or if the last printed title is from the same station.
    private func newStation(_ snapshot: PlaybackSnapshot) -> String {
        let station = snapshot.item?.station
        defer { lastStation = station }
        guard snapshot.queue.count > 1, station != lastStation else { return "" }
        return clean(PlayerWords(snapshot).station) + charset.separator
    }

    func message(_ text: String) -> Bool {
        screen.line(text)
        return true
    }

    func show(_ picture: TerminalPicture) { screen.picture(picture, indent: Self.indent) }

    /// The indentation of a picture in columns. It aligns the picture with the titles above it, which follow a time
    /// such as `20:15:00`.
    private static let indent = 10

    /// The largest size of a picture in character cells.
    var pictureCells: (columns: Int, rows: Int)? {
        let rows = min(10, (screen.height - 2) / 2)
        return (min(rows * 2, screen.width - Self.indent), rows)
    }

    func show(_ levels: AudioLevels?, _ snapshot: PlaybackSnapshot) {
        self.levels = levels
        draw(snapshot)
    }

    func redraw(_ snapshot: PlaybackSnapshot) {
        screen.resized()
        draw(snapshot)
    }

    func leave() { screen.clear() }

    private func draw(_ snapshot: PlaybackSnapshot) {
        screen.show(line.text(PlayerWords(snapshot, playing: playing), levels, width: screen.width))
    }
}
