import LongwaveTerminal
import RadioJSON

/// Prints each notification of the player as a JSON object on a line of its own.
final class JSONPresenter: PlayPresenter {
    private let output: Output
    private let isASCII: Bool
    private var links = SongLinkTemplate.usual

    init(output: Output, charset: TerminalCharset) {
        self.output = output
        isASCII = charset == .ascii
        output.droppedNotice = {
            let value = JSONNode.members([
                "version": .int(Int64(JSONLine.version)), "event": .string("linesDropped"), "count": .int(Int64($0)),
            ])
            return value.text() + "\n"
        }
    }

    func use(_ links: [SongLinkTemplate]) { self.links = links }

    func show(_ notification: PlaybackNotification) {
        let value = JSONLine(clock: .now(), links: links).value(notification)
        write(value)
    }

    func conclude(_ summary: SessionSummary) { write(summary.line(at: .now, .now())) }

    private func write(_ value: JSONNode) { output.write(value.text(isASCII: isASCII) + "\n") }
}
