import LongwaveTerminal
import RadioJSON
import RadioLoop

/// Prints each notification of the player as a row of CSV or TSV.
final class RowsPresenter: PlayPresenter {
    static let columns = [
        "time", "event", "status", "reason", "station", "artist", "title", "text", "position", "codec", "bitRate",
        "error",
    ]

    private let output: Output
    private let writer: TableWriter
    private let format: OutputFormat

    init(output: Output, charset: TerminalCharset, format: OutputFormat) {
        self.output = output
        self.format = format
        writer = TableWriter(columns: Self.columns, charset: charset, width: nil)
        row(Self.columns)
    }

    func show(_ notification: PlaybackNotification) { row(Self.row(notification, WallClock.now())) }

    private func row(_ cells: [String]) {
        output.write(format == .tsv ? writer.tsv(cells) + "\n" : writer.csv(cells, format) + "\r\n")
    }

    /// Returns the cells of a notification's row, in the order of ``columns``.
    static func row(_ notification: PlaybackNotification, _ clock: WallClock) -> [String] {
        let snapshot = notification.snapshot
        let words = JSONLine.words(snapshot.status)
        let track = snapshot.nowPlaying?.track
        let error: String? =
            switch notification {
            case .didFail(let error, _): error.sentence
            case .willRetry(let error, _, _, _): error.sentence
            default: nil
            }
        return [
            clock.rfc3339(snapshot.at), notification.name, words.status, words.reason ?? "",
            PlayerWords(snapshot).station, track?.artist ?? "", track?.title ?? "", track?.text ?? "",
            JSONNode.number(snapshot.currentTime.seconds).text(), snapshot.stream?.format?.codec.rawValue ?? "",
            snapshot.stream?.bitRate.map(String.init) ?? "", error ?? "",
        ]
    }
}
