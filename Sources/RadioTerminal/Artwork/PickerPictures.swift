import RadioFormats
import RadioLoop
import RadioStations

/// The picture of the station that is pointed at: asked for when the cursor has rested, drawn when it is there, and taken away when
/// something else is pointed at.
final class PickerPictures {
    private struct Subject: Hashable {
        var artworkURL: String
        /// The station's own address.
        var home: String
        var frame: PictureFrame
    }

    /// What is on the terminal.
    private struct Shown {
        var picture: TerminalPicture
        var frame: PictureFrame
        /// What ncurses drew beside it.
        var lines: [[PickerPage.Span]]
    }

    /// Something else wrote over the whole terminal, or cleared it.
    var isSpoilt = false

    private let painter: ArtworkPainter
    private let onChange: () -> Void
    private var timer: LoopTimer?
    private var subject: Subject?
    private var picture: TerminalPicture?
    private var shown: Shown?

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

    /// - Parameters:
    ///   - station: that is pointed at.
    ///   - frame: where there is room for its picture.
    func point(to station: Station?, _ frame: PictureFrame?) {
        var new: Subject?
        if let url = station?.artworkURL, let frame {
            new = Subject(artworkURL: url, home: station?.urls.first ?? "", frame: frame)
        }
        guard new != subject else { return }
        subject = new
        picture = nil
        painter.cancel()
        if new == nil { timer?.disarm() } else { timer?.rearm(after: Self.rest) }
    }

    private func ask() {
        guard let subject else { return }
        painter.paint(
            [.station(subject.artworkURL)], home: subject.home, columns: subject.frame.columns,
            rows: subject.frame.rows
        ) { [weak self] _, picture in
            guard let self, let picture, self.subject == subject else { return }
            self.picture = picture
            onChange()
        }
    }

    /// What takes a picture off the terminal that is not wanted any more: before the page is drawn.
    func erasure() -> String {
        guard let shown, shown.picture != picture || shown.frame != subject?.frame || isSpoilt else { return "" }
        return removal()
    }

    /// What puts the picture on the terminal where it is not there yet, or was drawn over: after the page.
    /// - Parameter lines: what stands on the page from the picture's first row on.
    func drawing(beside lines: [[PickerPage.Span]]) -> String {
        isSpoilt = false
        guard let picture, let frame = subject?.frame else { return "" }
        let lines = Array(lines.prefix(frame.rows))
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
