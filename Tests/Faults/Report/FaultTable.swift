/// Writes the results of fault rows as Markdown tables, or one result as a line of text.
package struct FaultTable {
    private let results: [FaultRun.Result]

    package init(_ results: [FaultRun.Result]) { self.results = results }

    private static let columns = [
        "row", "again s", "longest silence s", "total s", "repeated ms", "lost ms", "state wrong s", "tries/s",
        "most/s", "CPU %",
        "lines", "end", "",
    ]

    private static func cells(_ result: FaultRun.Result) -> [String] {
        if let skipped = result.skipped {
            return [result.row.name] + [String](repeating: "", count: columns.count - 2) + ["not run: \(skipped)"]
        }
        let figures = result.figures
        func text(_ value: Double?) -> String { value.map(FaultFigures.text) ?? "–" }
        let end = figures.exitCode.map { "exit \($0) after \(text(figures.endedAfter)) s" } ?? figures.lastState ?? "–"
        let verdict = result.problems.isEmpty ? "holds" : "FAILS: " + result.problems.joined(separator: "; ")
        return [
            result.row.name, text(figures.soundAgain), text(figures.longestSilence), text(figures.totalSilence),
            text(figures.repeated.rounded()), text(figures.lost.rounded()), text(figures.disagreement),
            text(figures.requestsPerSecond), "\(figures.mostRequests)", text(figures.cpu), "\(figures.lines)", end,
            ([verdict] + figures.notes).joined(separator: "; "),
        ]
    }

    /// Returns a line of text that reports one result.
    package static func line(_ result: FaultRun.Result) -> String {
        if let skipped = result.skipped { return "\(result.row.name): not run: \(skipped)" }
        let cells = cells(result)
        let facts = zip(columns, cells).dropFirst().dropLast().filter { $1 != "–" && $1 != "0" }
            .map { "\($0) \($1)" }.joined(separator: ", ")
        return "\(result.row.name): \(cells.last ?? "") (\(facts))"
    }

    /// A Markdown table for each kind of row, with a description of each row.
    package var markdown: String {
        FaultRow.Kind.allCases.compactMap { kind in
            let chosen = results.filter { $0.row.kind == kind }
            guard !chosen.isEmpty else { return nil }
            let head = [Self.columns[0], "what happens"] + Self.columns.dropFirst()
            let rows = chosen.map { result in
                let cells = Self.cells(result)
                return [cells[0], result.row.what] + cells.dropFirst()
            }
            return "### \(Self.title(kind))\n\n" + TextTable.markdown([head] + rows)
        }.joined(separator: "\n")
    }

    private static func title(_ kind: FaultRow.Kind) -> String {
        switch kind {
        case .network: "The network"
        case .server: "The server"
        case .segments: "Segments (HTTP Live Streaming)"
        case .device: "Devices and the sound server"
        case .interruption: "Interruptions"
        case .system: "The system"
        case .people: "People"
        }
    }

    package var plain: String { TextTable.plain([Self.columns] + results.map(Self.cells)) }
}
