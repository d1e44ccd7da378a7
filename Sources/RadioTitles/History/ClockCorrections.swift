import RadioFormats
import RadioStorage

/// The tracks that were recorded with a wrong wall clock, and by how much. A pure value.
///
/// Of each start of the computer, the last clock counts as right.
struct ClockCorrections: Hashable {
    /// Maximum number of stored clocks, enough for the clocks of two hundred starts at which the clock was set once.
    static let maximumClocks = 400

    /// The ids of consecutive tracks, and the milliseconds to add to their times.
    struct Part: Hashable {
        var tracks: ClosedRange<Int64>
        var shift: Int64
    }

    /// In the order of the tracks.
    private(set) var parts: [Part] = []

    /// - Parameter clocks: the rows of the table of clocks, in the order of their first tracks.
    init(_ clocks: [(first: Int64, boot: String, offset: Int64)]) {
        for (place, clock) in clocks.enumerated() {
            guard let last = clocks.last(where: { $0.boot == clock.boot }) else { continue }
            let (shift, isOver) = last.offset.subtractingReportingOverflow(clock.offset)
            let next = place + 1 < clocks.count ? clocks[place + 1].first : .max
            guard shift != 0, !isOver, next > clock.first else { continue }
            parts.append(Part(tracks: clock.first...(next - 1), shift: shift))
        }
    }

    /// Reads the table of clocks, which files before the fifth version lack.
    init(_ connection: SqliteConnection, version: Int) throws(StorageError) {
        var clocks: [(first: Int64, boot: String, offset: Int64)] = []
        if version > 4 {
            try connection.statement(.selectClocks).run([.integer(Int64(Self.maximumClocks))]) { row in
                clocks.append((row.key(0), row.text(1) ?? "", row.integer(2)))
            }
        }
        self.init(clocks.reversed())
    }

    /// Returns the milliseconds to add to the times of a track.
    func shift(of track: Int64) -> Int64 { parts.first { $0.tracks.contains(track) }?.shift ?? 0 }

    /// Returns an SQL condition that selects the tracks of a part, or all tracks of no part if `part` is nil.
    func condition(_ part: Part?, id: String) -> String {
        func isIn(_ part: Part) -> String {
            "\(id) BETWEEN \(part.tracks.lowerBound) AND \(part.tracks.upperBound)"
        }
        if let part { return isIn(part) }
        return (["1"] + parts.map { "NOT \(isIn($0))" }).joined(separator: " AND ")
    }
}
