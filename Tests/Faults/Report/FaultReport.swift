import FoundationEssentials

/// The results of all fault rows of one run, as a JSON file.
package struct FaultReport: Codable, Sendable {
    package struct Row: Codable, Sendable {
        package var name: String
        package var kind: String
        package var what: String
        package var figures: FaultFigures
        package var problems: [String]
        package var skipped: String?
    }

    package var version = 1
    /// The time at which the run ended, in the format of RFC 3339.
    package var date: String
    package var binary: String
    package var rows: [Row]

    package init(_ results: [FaultRun.Result], binary: String) {
        date = Date.now.formatted(.iso8601)
        self.binary = String(binary.split(separator: "/").last ?? "")
        rows = results.map {
            Row(
                name: $0.row.name, kind: $0.row.kind.rawValue, what: $0.row.what, figures: $0.figures,
                problems: $0.problems, skipped: $0.skipped)
        }
    }

    package func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}
