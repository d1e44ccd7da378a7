/// What a ``LoadCheck`` found.
public struct LoadReport: Sendable {
    /// Beyond this a song was seen late. Milliseconds.
    public static let lateness = 1000

    public internal(set) var stations = 0
    /// Songs that the log must have, and those among them that it may lack: the listener left just then.
    public internal(set) var required = 0
    public internal(set) var optional = 0
    /// Records of songs, and of jingles and the like.
    public internal(set) var songs = 0
    public internal(set) var others = 0
    /// Lines that are no JSON.
    public internal(set) var unreadable = 0
    public internal(set) var findings: [LoadFinding] = []
    /// Milliseconds from sending to record, in no order.
    public internal(set) var delays: [Int] = []
    /// Milliseconds from a station's first connection to its first record, in no order.
    public internal(set) var firstTitles: [Int] = []

    public var late: Int { delays.count { $0 > Self.lateness } }
    public func count(_ kind: LoadFinding.Kind) -> Int { findings.count { $0.kind == kind } }
    /// A log with no song proves nothing.
    public var isGood: Bool { findings.isEmpty && unreadable == 0 && required > 0 }

    /// - Parameter examples: shown of each kind.
    public func text(examples: Int) -> String {
        var lines = [
            "\(stations) stations, \(required) songs sent (and \(optional) as the listener left); in the log \(songs) songs, \(others) others",
            LoadFinding.Kind.allCases.map { "\($0.rawValue) \(count($0))" }.joined(separator: ", ")
                + ", unreadable lines \(unreadable), late \(late)",
            "from sending to record, ms: \(Self.spread(delays))",
            "first title after the first connection, ms: \(Self.spread(firstTitles))",
        ]
        for kind in LoadFinding.Kind.allCases {
            for finding in findings.filter({ $0.kind == kind }).prefix(examples) {
                lines.append("\(kind.rawValue): load-\(finding.mount) at \(finding.time): \(finding.text)")
            }
        }
        lines.append(isGood ? "good" : "NOT GOOD")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func spread(_ values: [Int]) -> String {
        guard !values.isEmpty else { return "none" }
        let sorted = values.sorted()
        let high = sorted[sorted.count * 99 / 100]
        return "median \(sorted[sorted.count / 2]), 99 of 100 within \(high), most \(sorted[sorted.count - 1])"
    }
}
