import FoundationEssentials

/// Results as a file.
public struct FaultReport: Codable, Sendable {
    public struct Row: Codable, Sendable {
        public var name: String
        public var kind: String
        public var what: String
        public var figures: FaultFigures
        public var problems: [String]
        public var skipped: String?
    }

    public var version = 1
    /// When the run ended, RFC 3339.
    public var date: String
    public var binary: String
    public var rows: [Row]

    public init(_ results: [FaultRun.Result], binary: String) {
        date = Date.now.formatted(.iso8601)
        self.binary = String(binary.split(separator: "/").last ?? "")
        rows = results.map {
            Row(
                name: $0.row.name, kind: $0.row.kind.rawValue, what: $0.row.what, figures: $0.figures,
                problems: $0.problems, skipped: $0.skipped)
        }
    }

    public func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}
