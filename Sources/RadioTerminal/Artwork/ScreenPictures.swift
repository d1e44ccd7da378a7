import RadioDirectory
import RadioLoop

/// The picture on the screen.
///
/// The picture is requested when its subject has not changed for ``rest``, drawn when it arrives, and removed when the
/// subject changes.
final class ScreenPictures {
    /// The subject of a picture (the candidates for the picture), and the picture's place on the screen.
    struct Subject: Hashable {
        /// The pictures to try, one after another.
        var candidates: [ArtworkCandidate]
        /// The address of the station that the pictures belong to. `ArtworkCache` fetches pictures only from public
        /// addresses and from this station's host.
        var home: String
        var frame: PictureFrame
    }

    /// A picture that is on the terminal.
    private struct Shown {
        var picture: TerminalPicture
        var frame: PictureFrame
        /// The page's cells in the picture's rows, up to the picture's last column. If they change, ncurses may clear
        /// the rest of a row and damage the picture.
        var lines: [ArraySlice<ScreenCells.Cell>]
    }

    /// Whether the terminal was cleared or overwritten since the picture was last drawn.
    var isSpoilt = false

    private let painter: ArtworkPainter
    private let onChange: () -> Void
    private var timer: LoopTimer?
    private var subject: Subject?
    private var picture: TerminalPicture?
    private var shown: Shown?
    /// The candidates of the last request that found no picture.
    private var missing: [ArtworkCandidate]?

    /// How long a subject must stay before its picture is requested, so that a moving cursor causes no requests.
    static let rest = Duration.milliseconds(150)

    /// - Parameters:
    ///   - painter: draws the pictures.
    ///   - loop: the loop of the painter.
    ///   - onChange: called when a request has ended, so that the page is drawn again.
    init(_ painter: ArtworkPainter, loop: EventLoop, onChange: @escaping () -> Void) {
        self.painter = painter
        self.onChange = onChange
        timer = loop.makeTimer { [weak self] in self?.ask() }
    }

    /// Sets the subject of the picture on the screen.
    /// - Parameter new: the subject; nil if no picture is wanted or there is no room.
    func show(_ new: Subject?) {
        guard new != subject else { return }
        subject = new
        picture = nil
        painter.cancel()
        if new == nil { timer?.disarm() } else { timer?.rearm(after: Self.rest) }
    }

    /// Returns true if the last request for these candidates found no picture. The page then needs no room for a
    /// picture.
    func lacks(_ candidates: [ArtworkCandidate]) -> Bool { candidates == missing }

    private func ask() {
        guard let subject else { return }
        painter.paint(
            subject.candidates, home: subject.home, columns: subject.frame.columns, rows: subject.frame.rows
        ) { [weak self] _, picture in
            guard let self, self.subject == subject else { return }
            self.picture = picture
            if picture == nil { missing = subject.candidates }
            onChange()
        }
    }

    /// Returns the output that removes an outdated picture from the terminal; empty if there is none. Write the output
    /// before the page is drawn.
    func erasure() -> String {
        guard let shown, shown.picture != picture || shown.frame != subject?.frame || isSpoilt else { return "" }
        return removal()
    }

    /// Returns the output that draws the picture; empty unless the picture is new or was overwritten. Write the output
    /// after the page is drawn.
    func drawing(on page: ScreenCells) -> String {
        isSpoilt = false
        guard let picture, let frame = subject?.frame else { return "" }
        let lines = (frame.row..<min(frame.row + frame.rows, page.height)).map { row in
            page.cells(row).prefix(frame.column + frame.columns)
        }
        guard shown?.picture != picture || shown?.frame != frame || shown?.lines != lines else { return "" }
        shown = Shown(picture: picture, frame: frame, lines: lines)
        return picture.text(row: frame.row, column: frame.column)
    }

    /// Returns the output that removes the picture from the terminal. The next drawn page shows the picture again.
    func removal() -> String {
        guard let shown else { return "" }
        self.shown = nil
        return shown.picture.erasure(row: shown.frame.row, column: shown.frame.column)
    }

    /// Ends the requests for good.
    func stop() {
        timer?.cancel()
        painter.cancel()
    }
}
