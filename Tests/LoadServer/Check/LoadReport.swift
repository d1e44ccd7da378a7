/// The result of a ``LoadCheck``.
package struct LoadReport: Sendable {
    /// The delay in milliseconds, from the sending of a song to its time in the log, above which the song counts as
    /// logged late.
    package static let lateness = 1000

    package internal(set) var stations = 0
    /// The number of songs that the log must contain.
    package internal(set) var required = 0
    /// The number of songs that were sent and that the log may lack, for example because the logger closed the
    /// connection directly after a song was sent.
    package internal(set) var optional = 0
    /// The number of songs in the log.
    package internal(set) var songs = 0
    /// The number of other tracks in the log, such as jingles.
    package internal(set) var others = 0
    /// The number of the log's lines that are not JSON.
    package internal(set) var unreadable = 0
    package internal(set) var findings: [LoadFinding] = []
    /// The delays in milliseconds from the sending of each song to its time in the log, in no order.
    package internal(set) var delays: [Int] = []
    /// For each station, the time in milliseconds from its first connection to its first track in the log, in no order.
    package internal(set) var firstTitles: [Int] = []

    package var late: Int { delays.count { $0 > Self.lateness } }
    package func count(_ kind: LoadFinding.Kind) -> Int { findings.count { $0.kind == kind } }
    /// Whether the log is right. False if the log did not have to contain any song, because such a check proves
    /// nothing.
    package var isGood: Bool { findings.isEmpty && unreadable == 0 && required > 0 }

    /// Returns the report as text.
    /// - Parameter examples: The maximum number of findings of each kind to describe.
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
