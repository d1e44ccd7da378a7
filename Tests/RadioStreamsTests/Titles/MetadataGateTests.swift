import RadioFormats
import RadioLoop
import Testing

@testable import RadioStreams

/// A station's metadata is read for 5 ms in a second, by the cost that the gate charges.
@Suite struct MetadataGateTests {
    private static func title(_ number: Int, size: Int = 40) -> TimedMetadata {
        TimedMetadata(kind: .icy, raw: Array("\(number)".utf8) + [UInt8](repeating: 0xE9, count: size))
    }

    /// Sends titles for a minute. Returns those that pass, and the cost of the most expensive second but the first two.
    private func passed(
        _ gate: inout MetadataGate, perSecond: Int, size: Int
    ) -> (titles: [TimedMetadata], most: Duration, sum: Duration) {
        var (titles, most, sum, second): ([TimedMetadata], Duration, Duration, Duration) = ([], .zero, .zero, .zero)
        for number in 0..<60 * perSecond {
            let now = MonotonicInstant(nanoseconds: Int64(number) * 1_000_000_000 / Int64(perSecond))
            if number % perSecond == 0 {
                if number > 2 * perSecond { most = max(most, second) }
                second = .zero
            }
            guard let title = gate.take(Self.title(number, size: size), at: now) else { continue }
            titles.append(title)
            second += MetadataGate.cost(of: title)
            sum += MetadataGate.cost(of: title)
        }
        return (titles, most, sum)
    }

    @Test(arguments: [(50, 1000), (300, 4000), (5000, 1000), (2000, 20)]) func floods(_ perSecond: Int, _ size: Int) {
        var gate = MetadataGate()
        let (titles, most, sum) = passed(&gate, perSecond: perSecond, size: size)
        // A title that passes may exceed the limit once; the next one waits for longer.
        let cost = MetadataGate.cost(of: Self.title(0, size: size))
        #expect(most <= .milliseconds(5) + cost * 2 && sum <= MetadataGate.burst + .milliseconds(300) + cost * 2)
        #expect(sum > .milliseconds(290), "the allowance is used")
        // Each title was read, left out and counted, or waits.
        let counted = titles.count + titles.reduce(0) { $0 + $1.skipped }
        let now = MonotonicInstant(nanoseconds: 100_000_000_000)
        let last = gate.release(at: now)
        #expect(counted + (last.map { $0.skipped + 1 } ?? 0) == 60 * perSecond)
        #expect(last.map { $0.raw == Self.title(60 * perSecond - 1, size: size).raw } ?? true, "the newest")
        #expect(gate.release(at: now) == nil)
    }

    @Test func `two readings cost twice as much`() {
        var (once, twice) = (MetadataGate(), MetadataGate(readings: 2))
        let sums = (passed(&once, perSecond: 100, size: 1000).sum, passed(&twice, perSecond: 100, size: 1000).sum)
        #expect(sums.1 < sums.0 * 0.55 && sums.1 > sums.0 * 0.45)
    }

    /// A station begins with many titles of its last minutes, and then shows one every few seconds.
    @Test func `an ordinary station is read whole`() {
        var gate = MetadataGate(readings: 2)
        for number in 0..<60 { #expect(gate.take(Self.title(number), at: .init(nanoseconds: 0))?.skipped == 0) }
        for number in 60..<200 {
            let now = MonotonicInstant(nanoseconds: Int64(number) * 2_000_000_000)
            #expect(gate.take(Self.title(number, size: 250), at: now)?.skipped == 0)
        }
    }

    @Test func `repeated metadata is not counted`() {
        var gate = MetadataGate()
        var passed = 0
        for _ in 0..<10_000 where gate.take(Self.title(1), at: .init(nanoseconds: 0)) != nil { passed += 1 }
        #expect(passed > 50 && passed < 1000)
        #expect(gate.take(Self.title(2), at: .init(nanoseconds: 0)) == nil)
        for _ in 0..<100 { #expect(gate.take(Self.title(2), at: .init(nanoseconds: 0)) == nil) }
        #expect(gate.release(at: .init(nanoseconds: 1_000_000_000))?.skipped == 0)
    }

    @Test func `pictures pass and waiting metadata can be dropped`() {
        var gate = MetadataGate()
        let picture = TimedMetadata(kind: .flacPicture, raw: [UInt8](repeating: 1, count: 1 << 20))
        for _ in 0..<100 { #expect(gate.take(picture, at: .init(nanoseconds: 0)) == picture) }
        // A comment with a picture delays the next title by little more than a second.
        let comment = TimedMetadata(kind: .vorbisComment, raw: [UInt8](repeating: 1, count: 4 << 20))
        for _ in 0..<4 { _ = gate.take(comment, at: .init(nanoseconds: 0)) }
        for number in 0..<10 { _ = gate.take(Self.title(number), at: .init(nanoseconds: 0)) }
        #expect(gate.release(at: .init(nanoseconds: 0)) == nil)
        var copy = gate
        #expect(copy.release(at: .init(nanoseconds: 1_500_000_000))?.skipped ?? 0 > 0)
        gate.drop()
        #expect(gate.release(at: .init(nanoseconds: 9_000_000_000)) == nil)
    }
}
