import RadioLoop
import Testing

@testable import RadioPlayer

@Suite struct PlaybackTallyTests {
    private static func at(_ seconds: Double) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: Int64(seconds * 1e9))
    }

    private static func facts(stalls: Int, reconnects: Int) -> PlaybackFacts {
        var facts = PlaybackFacts()
        facts.stallCount = stalls
        facts.reconnectCount = reconnects
        return facts
    }

    @Test("counts go on over items, whose own begin again at zero")
    func counts() {
        var tally = PlaybackTally()
        for (stalls, reconnects) in [(0, 0), (1, 0), (2, 3), (2, 3), (0, 0), (1, 1)] {
            tally.follow(Self.facts(stalls: stalls, reconnects: reconnects), silentSince: nil, at: Self.at(0))
        }
        #expect(tally.stallCount == 3)
        #expect(tally.reconnectCount == 4)
    }

    @Test("the longest silence is that of one piece, also while it lasts")
    func silence() {
        var tally = PlaybackTally()
        let facts = PlaybackFacts()
        tally.follow(facts, silentSince: Self.at(10), at: Self.at(10))
        tally.follow(facts, silentSince: Self.at(10), at: Self.at(11))
        #expect(tally.longestSilence == .zero)
        #expect(tally.until(Self.at(11.5)).longestSilence == .seconds(1.5))
        tally.follow(facts, silentSince: nil, at: Self.at(12))
        #expect(tally.longestSilence == .seconds(2))
        tally.follow(facts, silentSince: Self.at(20), at: Self.at(20))
        tally.follow(facts, silentSince: nil, at: Self.at(21))
        #expect(tally.longestSilence == .seconds(2))
        #expect(tally.until(Self.at(100)).longestSilence == .seconds(2))
    }
}
