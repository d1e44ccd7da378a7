import RadioLoop
import Testing

@testable import RadioTitles

@Suite struct SegmentPaceTests {
    private func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64(seconds * 1e9)) }

    @Test func titlesAreDueWhenTheirSoundIs() {
        var pace = SegmentPace()
        #expect(pace.due(at: at(10)) == nil, "a plain stream's titles are due at once")
        pace.sampleRate = 48_000
        // Three segments of six seconds arrive at once, so their sound would be heard later.
        for _ in 0..<3 { pace.received(samples: 6 * 48_000, at: at(10)) }
        #expect(pace.ahead(at: at(10)) == .seconds(18))
        #expect(pace.due(at: at(11)) == at(28))
        #expect(pace.ahead(at: at(28)) == .zero)
        // After a minute without a segment, new sound counts as heard when it arrives.
        pace.received(samples: 6 * 48_000, at: at(90))
        #expect(pace.due(at: at(90)) == at(96))
    }

    @Test func nonsenseIsBounded() {
        var pace = SegmentPace()
        pace.received(samples: 1000, at: at(1))
        #expect(pace.ahead(at: at(1)) == .zero, "no rate was told")
        pace.sampleRate = 1
        for _ in 0..<100 { pace.received(samples: 1 << 40, at: at(1)) }
        #expect(pace.ahead(at: at(1)) == .seconds(600))
        pace.sampleRate = -5
        pace.received(samples: -7, at: at(1))
        #expect(pace.ahead(at: at(2)) == .seconds(600))
    }
}
