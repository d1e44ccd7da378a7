import RadioLoop
import TestSupport
import Testing

@testable import FaultRows

/// How `StateRecord` measures the disagreement between a player's states and the sound that was heard.
struct StateRecordTests {
    private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64(seconds * 1e9)) }

    private func line(_ status: String, _ seconds: Double) throws -> PlayerLine {
        try #require(
            PlayerLine(Array("{\"event\":\"statusDidChange\",\"status\":\"\(status)\"}".utf8), at: at(seconds)))
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var says: [(status: String, at: Double)]
        var sound: [ClosedRange<Double>]
        var longest: Double
    }

    static let rows = [
        Row(testDescription: "right", says: [("playing", 1)], sound: [1...10], longest: 0),
        Row(testDescription: "said late", says: [("playing", 1.4)], sound: [1...10], longest: 0.4),
        Row(testDescription: "said early", says: [("playing", 1)], sound: [1.3...10], longest: 0.3),
        Row(testDescription: "never said", says: [("waitingToPlay", 0)], sound: [1...10], longest: 9),
        Row(
            testDescription: "a pause of the programme", says: [("playing", 1)], sound: [1...5, 5.05...10], longest: 0),
        Row(
            testDescription: "a stall said late", says: [("playing", 1), ("waitingToPlay", 5.5), ("playing", 8)],
            sound: [1...5, 8...10], longest: 0.5),
        Row(
            testDescription: "wrong in both ways", says: [("playing", 1), ("waitingToPlay", 6), ("playing", 7)],
            sound: [1...5, 6.2...10], longest: 1),
    ]

    @Test(arguments: rows) func disagreementIsMeasured(_ row: Row) throws {
        let record = StateRecord(try row.says.map { try line($0.status, $0.at) }, until: at(10))
        let parts = row.sound.map { Monitor.Stretch(begin: at($0.lowerBound), end: at($0.upperBound)) }
        let sound = HeardSound(parts, of: SweepProgramme(silentSeconds: 60))
        let longest = record.longestDisagreement(with: sound, from: at(0), to: at(10))
        #expect(abs(longest - row.longest) < 0.001, "\(longest)")
    }

    @Test func requestsAreCountedInTheWorstSecond() {
        #expect(FaultRun.mostInASecond([]) == 0)
        #expect(FaultRun.mostInASecond([0, 0.4, 0.9, 1.3, 5].map(at)) == 3)
    }

    @Test func linesThatAreNone() {
        #expect(PlayerLine(Array("longwave: hello".utf8), at: at(0)) == nil)
        #expect(
            PlayerLine(Array("{\"version\":1,\"event\":\"linesDropped\",\"count\":12}".utf8), at: at(0))?.state == nil)
    }
}
