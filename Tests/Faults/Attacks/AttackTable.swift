/// Writes the results of ``AttackRow``s as a table.
package enum AttackTable {
    private static let columns = [
        "row", "what happens", "requests", "most in a second", "memory MB", "CPU s", "disk MB", "time s", "end", "",
        "before",
    ]

    private static func cells(_ result: AttackRun.Result) -> [String] {
        [
            result.row.name, result.row.what, "\(result.requests)", "\(result.mostInASecond)",
            FaultFigures.text(result.peakMegabytes), FaultFigures.text(result.cpuSeconds),
            FaultFigures.text(result.diskMegabytes), FaultFigures.text(result.seconds),
            result.code.map { $0 < 0 ? "signal \(-$0)" : "exit \($0)" } ?? "goes on",
            result.problems.isEmpty ? "holds" : "FAILS: " + result.problems.joined(separator: "; "), result.row.before,
        ]
    }

    /// Returns a line of text that reports one result.
    package static func line(_ result: AttackRun.Result) -> String {
        let cells = cells(result)
        let facts = zip(columns, cells).dropFirst(2).dropLast(3).filter { $1 != "0" }.map { "\($0) \($1)" }
        return "\(cells[0]): \(cells[9]) (\(facts.joined(separator: ", ")); \(cells[8]))"
    }

    package static func markdown(_ results: [AttackRun.Result]) -> String {
        TextTable.markdown([columns] + results.map(cells))
    }

    package static func plain(_ results: [AttackRun.Result]) -> String {
        TextTable.plain(([columns] + results.map(cells)).map { Array($0.prefix(1) + $0[2..<10]) })
    }
}
