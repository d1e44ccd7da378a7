import Glibc
import LongwaveTerminal
import RadioJSON

/// Prints the results of `rules test`. Each title is printed as soon as the rules were applied to it, because a log may
/// be too large for the memory.
struct RuleTrialPrinter {
    let format: OutputFormat
    let charset: TerminalCharset
    let isQuiet: Bool

    private static let columns = [
        "line", "station", "rules", "given_up", "before", "kind", "text", "artist", "title", "album", "new_kind",
    ]

    func begin() {
        switch format {
        case .csv, .csvRaw: write(writer.csv(Self.columns) + "\r\n")
        case .tsv: write(writer.tsv(Self.columns) + "\n")
        case .table, .json: break
        }
    }

    /// Prints a title as it was before and after the rules were applied, with the names of the rules that matched.
    func show(_ title: LoggedTitles.Title, _ result: TitleRuleSet.Result, _ rules: TitleRuleSet) {
        func names(_ places: [Int]) -> [String] { places.map { rules.rules[$0].name } }
        let (applied, givenUp) = (names(result.applied), names(result.givenUp))
        switch format {
        case .json: write(Self.json(title, result, applied, givenUp).text(isASCII: charset == .ascii) + "\n")
        case .csv, .csvRaw: write(writer.csv(row(title, result, applied, givenUp), format) + "\r\n")
        case .tsv: write(writer.tsv(row(title, result, applied, givenUp)) + "\n")
        case .table:
            let clean = Sanitiser(charset: charset)
            let station = title.stations.last.map { " " + clean($0) } ?? ""
            var by = applied.isEmpty ? "no rule" : applied.joined(separator: ", ")
            if !givenUp.isEmpty { by += " (too slow: \(givenUp.joined(separator: ", ")))" }
            write(
                "\(title.line)\(station): \(clean(by))\n  - \(clean(Self.words(title.track)))\n"
                    + "  + \(clean(Self.words(result.track)))\n")
        }
    }

    static func json(
        _ title: LoggedTitles.Title, _ result: TitleRuleSet.Result, _ applied: [String], _ givenUp: [String]
    ) -> JSONNode {
        .members([
            "version": .int(1), "line": .int(Int64(title.line)), "station": .optional(title.stations.first),
            "rules": .array(applied.map { .string($0) }), "givenUp": .array(givenUp.map { .string($0) }),
            "before": JSONLine.track(title.track), "after": JSONLine.track(result.track),
        ])
    }

    /// Returns a track in words for people: its kind, and its artist, title and album.
    static func words(_ track: TrackInfo) -> String {
        let fields = [("artist", track.artist), ("title", track.title), ("album", track.album)]
            .compactMap { name, value in value.map { "\(name) \"\($0)\"" } }
        let shown = fields.isEmpty && !track.text.isEmpty ? ["\"\(track.text)\""] : fields
        return ([track.kind.rawValue] + shown).joined(separator: ", ")
    }

    private func row(
        _ title: LoggedTitles.Title, _ result: TitleRuleSet.Result, _ applied: [String], _ givenUp: [String]
    ) -> [String] {
        let track = result.track
        return [
            String(title.line), title.stations.first ?? "", applied.joined(separator: "; "),
            givenUp.joined(separator: "; "), title.track.text, title.track.kind.rawValue, track.text,
            track.artist ?? "", track.title ?? "", track.album ?? "", track.kind.rawValue,
        ]
    }

    private var writer: TableWriter { TableWriter(columns: Self.columns, charset: charset) }

    private func write(_ text: String) {
        if !isQuiet { OutputSink.writeAll(STDOUT_FILENO, text) }
    }
}
