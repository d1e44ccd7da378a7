/// What a ``LoadCheck`` found.
package struct LoadReport: Sendable {
    /// Beyond this a song was seen late. Milliseconds.
    package static let lateness = 1000

    package internal(set) var stations = 0
    /// Songs that the log must have, and those among them that it may lack: the listener left just then.
    package internal(set) var required = 0
    package internal(set) var optional = 0
    /// Records of songs, and of jingles and the like.
    package internal(set) var songs = 0
    package internal(set) var others = 0
    /// Lines that are no JSON.
    package internal(set) var unreadable = 0
    package internal(set) var findings: [LoadFinding] = []
    /// Milliseconds from sending to record, in no order.
    package internal(set) var delays: [Int] = []
    /// Milliseconds from a station's first connection to its first record, in no order.
    package internal(set) var firstTitles: [Int] = []

    package var late: Int { delays.count { $0 > Self.lateness } }
    package func count(_ kind: LoadFinding.Kind) -> Int { findings.count { $0.kind == kind } }
    /// A log with no song proves nothing.
    package var isGood: Bool { findings.isEmpty && unreadable == 0 && required > 0 }

    /// - Parameter examples: shown of each kind.
    package func text(examples: Int) -> String {
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
