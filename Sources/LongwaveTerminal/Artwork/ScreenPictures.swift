import RadioDirectory
import RadioFormats
import RadioLoop

/// Shows a picture on the screen, such as that of the station that plays.
///
/// The screen names the subject of the picture. If the subject does not change for ``rest``, its picture is requested.
/// The picture is drawn when it arrives, and removed when the subject changes.
final class ScreenPictures {
    /// The candidates for the picture, and the picture's place on the screen.
    struct Subject: Hashable {
        /// The pictures to try, one after another.
        var candidates: [ArtworkCandidate]
        /// The address of the station that the pictures belong to. `ArtworkCache` fetches pictures only from public
        /// addresses and from this station's host.
        var home: String
        /// The station itself, whose own headers its pictures may need.
        var station: Station?
        var frame: PictureFrame
    }

    /// A picture that was drawn on the terminal and not removed.
    private struct Shown {
        var picture: TerminalPicture
        var frame: PictureFrame
        /// The page's cells in the picture's rows, from the row's start to the picture's last column. When they change,
        /// the picture is drawn again, because ncurses may have cleared the rest of a row.
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

    /// How long a subject must stay the same before its picture is requested, so that moving the cursor through a list
    /// causes no requests.
    static let rest = Duration.milliseconds(150)

    /// - Parameters:
    ///   - painter: draws the pictures.
    ///   - loop: the event loop on which the painter is used.
    ///   - onChange: called when a request has ended, so that the page is drawn again.
    init(_ painter: ArtworkPainter, loop: EventLoop, onChange: @escaping () -> Void) {
        self.painter = painter
        self.onChange = onChange
        timer = loop.makeTimer { [weak self] in self?.ask() }
    }

    /// Sets the subject of the picture that the screen shows.
    /// - Parameter new: the subject; nil if no picture is wanted or there is no room.
    func show(_ new: Subject?) {
        guard new != subject else { return }
        subject = new
        picture = nil
        painter.cancel()
        if new == nil { timer?.disarm() } else { timer?.rearm(after: Self.rest) }
    }

    /// Returns true if the last request that found no picture had these candidates. The page then leaves no room for a
    /// picture.
    func lacks(_ candidates: [ArtworkCandidate]) -> Bool { candidates == missing }

    private func ask() {
        guard let subject else { return }
        painter.paint(
            subject.candidates, home: subject.home, station: subject.station, columns: subject.frame.columns,
            rows: subject.frame.rows
        ) { [weak self] _, picture in
            guard let self, self.subject == subject else { return }
            self.picture = picture
            if picture == nil { missing = subject.candidates }
            onChange()
        }
    }

    /// Returns the output that removes a picture from the terminal if its subject or place has changed, or if the
    /// terminal was overwritten; otherwise an empty text. Write the output before the page is drawn.
    func erasure() -> String {
        guard let shown, shown.picture != picture || shown.frame != subject?.frame || isSpoilt else { return "" }
        return removal()
    }

    /// Returns the output that draws the picture on the terminal; empty if there is no picture, or if it is already on
    /// the terminal undamaged. Write the output after the page is drawn.
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

    /// Returns the output that removes the picture from the terminal. If the subject stays, ``drawing(on:)`` draws the
    /// picture again.
    func removal() -> String {
        guard let shown else { return "" }
        self.shown = nil
        return shown.picture.erasure(row: shown.frame.row, column: shown.frame.column)
    }

    /// Cancels the current request. Afterwards, no more pictures can be requested.
    func stop() {
        timer?.cancel()
        painter.cancel()
    }
}
