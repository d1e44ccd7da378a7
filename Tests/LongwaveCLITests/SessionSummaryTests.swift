import Longwave
import Testing

@testable import LongwaveCLI

@Suite struct SessionSummaryTests {
    @Test(arguments: [
        (0.0, "0.0 s"), (1.24, "1.2 s"), (59.9, "59.9 s"), (59.96, "1 min 0 s"), (61, "1 min 1 s"),
        (3599, "59 min 59 s"),
        (11_520, "3 h 12 min"), (86_399, "23 h 59 min"), (90_000, "1 d 1 h"), (31_557_600, "365 d 6 h"),
    ])
    func lengths(_ seconds: Double, _ text: String) { #expect(SessionSummary.length(.seconds(seconds)) == text) }

    @Test func nothingHappened() {
        let summary = SessionSummary(tally: PlaybackTally())
        #expect(!summary.isWorthALine)
        #expect(summary.text == "heard 0.0 s, no stalls, no reconnects")
    }
}
