import Longwave
import Testing

@testable import LongwaveCLI

@Suite struct AnswerWatchTests {
    private struct Row {
        var name: String
        var stations = 10
        /// The times, in seconds, at which the watch looks at the stations, and how many stations are received at each
        /// of them.
        var looks: [(second: Int, following: Int)]
        var told: [String]
    }

    private static let rows = [
        Row(name: "all answer", looks: [(0, 0), (5, 10), (200, 10)], told: []),
        Row(name: "half is enough", looks: [(0, 5), (200, 5)], told: []),
        Row(
            name: "none", looks: [(0, 0), (59, 0), (60, 0), (500, 0)],
            told: ["none of 10 stations has answered for a minute"]),
        Row(
            name: "the only station", stations: 1, looks: [(0, 0), (60, 0)],
            told: ["the station has not answered for a minute"]),
        Row(
            name: "fewer than half, once, and again", looks: [(0, 4), (60, 4), (90, 0), (120, 9), (130, 1), (190, 1)],
            told: [
                "for a minute, only 4 of 10 stations answered", "stations answer again: 9 of 10",
                "for a minute, only 1 of 10 stations answered",
            ]),
        Row(name: "a short outage", looks: [(0, 10), (10, 0), (60, 0), (65, 10), (130, 10)], told: []),
        Row(name: "no list", stations: 0, looks: [(0, 0), (100, 0)], told: []),
    ]

    @Test(arguments: rows.indices) func itIsToldOnce(_ index: Int) {
        let row = Self.rows[index]
        var watch = AnswerWatch()
        let told = row.looks.compactMap { look in
            watch.look(
                following: look.following, of: row.stations,
                at: MonotonicInstant(nanoseconds: Int64(look.second) * 1_000_000_000))
        }
        #expect(told == row.told, "\(row.name)")
    }
}
