import RadioDirectory
import RadioLoop

/// A picture on the screen: asked for when its subject has rested, drawn when it is there, and taken away when the subject is another.
final class ScreenPictures {
    /// What a picture is wanted of, and where.
    struct Subject: Hashable {
        /// Tried one after another.
        var candidates: [ArtworkCandidate]
        /// The station's own address.
        var home: String
        var frame: PictureFrame
    }

    /// What is on the terminal.
    private struct Shown {
        var picture: TerminalPicture
        var frame: PictureFrame
        /// The cells of its rows up to its last column. If they change, ncurses may clear the rest of a row.
        var lines: [ArraySlice<ScreenCells.Cell>]
    }

    /// Something else wrote over the whole terminal, or cleared it.
    var isSpoilt = false

    private let painter: ArtworkPainter
    private let onChange: () -> Void
    private var timer: LoopTimer?
    private var subject: Subject?
    private var picture: TerminalPicture?
    private var shown: Shown?
    /// Of what there was no picture when it was asked for last.
    private var missing: [ArtworkCandidate]?

    /// A cursor that moves on asks for nothing.
    static let rest = Duration.milliseconds(150)

    /// - Parameters:
    ///   - painter: makes the pictures.
    ///   - loop: where it waits.
    ///   - onChange: the page is to be drawn: there is a picture.
    init(_ painter: ArtworkPainter, loop: EventLoop, onChange: @escaping () -> Void) {
        self.painter = painter
        self.onChange = onChange
        timer = loop.makeTimer { [weak self] in self?.ask() }
    }

    /// - Parameter new: nil where no picture is wanted, or there is no room.
    func show(_ new: Subject?) {
        guard new != subject else { return }
        subject = new
        picture = nil
        painter.cancel()
        if new == nil { timer?.disarm() } else { timer?.rearm(after: Self.rest) }
    }

    /// There is no picture of it: no room need be left.
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

    /// What takes a picture off the terminal that is not wanted any more: before the page is drawn.
    func erasure() -> String {
        guard let shown, shown.picture != picture || shown.frame != subject?.frame || isSpoilt else { return "" }
        return removal()
    }

    /// What puts the picture on the terminal where it is not there yet, or was drawn over: after the page.
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

    /// What takes the picture off the terminal; the next page shows it again.
    func removal() -> String {
        guard let shown else { return "" }
        self.shown = nil
        return shown.picture.erasure(row: shown.frame.row, column: shown.frame.column)
    }

    /// For good.
    func stop() {
        timer?.cancel()
        painter.cancel()
    }
}
