import RadioFormats
import RadioPlayer
import Testing

@Suite struct MediaTimeRangeTests {
    private static func range(_ start: Double, _ end: Double) -> MediaTimeRange {
        MediaTimeRange(start: MediaTime(seconds: start), end: MediaTime(seconds: end))
    }

    static let open = MediaTimeRange(start: .zero, end: .positiveInfinity)
    static let invalid = MediaTimeRange(start: .zero, end: .invalid)

    /// Two ranges, their intersection, and the range that covers both.
    static let pairs: [(MediaTimeRange, MediaTimeRange, MediaTimeRange, MediaTimeRange)] = [
        (range(0, 2), range(1, 3), range(1, 2), range(0, 3)), (range(0, 5), range(1, 3), range(1, 3), range(0, 5)),
        (range(0, 1), range(2, 3), .zero, range(0, 3)), (range(0, 1), range(1, 2), .zero, range(0, 2)),
        (range(4, 4), range(1, 2), .zero, range(1, 2)), (range(3, 1), range(1, 2), .zero, range(1, 2)),
        (open, range(1, 2), range(1, 2), open),
        (open, range(-1, 2), range(0, 2), MediaTimeRange(start: MediaTime(seconds: -1), end: .positiveInfinity)),
        (invalid, range(1, 2), .zero, range(1, 2)),
    ]

    @Test(arguments: pairs.indices) func unionAndIntersection(_ row: Int) {
        let (left, right, both, all) = Self.pairs[row]
        #expect(left.intersection(right) == both && right.intersection(left) == both)
        #expect(left.union(right) == all && right.union(left) == all)
    }

    @Test func whatIsInIt() {
        let range = Self.range(1, 3)
        #expect(range.contains(MediaTime(seconds: 1)) && !range.contains(MediaTime(seconds: 3)))
        #expect(range.contains(range) && range.contains(Self.range(1, 2)) && !range.contains(Self.range(2, 4)))
        #expect(range.contains(Self.range(2, 2)) && !range.contains(Self.range(3, 3)))
        #expect(Self.open.contains(Self.range(7, 1e9)) && !Self.open.contains(MediaTime.invalid))
        #expect(!Self.invalid.contains(MediaTime.zero) && Self.invalid.isEmpty && !Self.open.isEmpty)
    }

    @Test func howLongItIs() {
        #expect(Self.range(1, 3.5).duration == .milliseconds(2500))
        #expect(MediaTimeRange(start: MediaTime(seconds: 1), duration: .milliseconds(2500)) == Self.range(1, 3.5))
        #expect(Self.range(3, 1).duration == .zero && Self.invalid.duration == .zero)
        #expect(Self.open.duration == MediaTime.positiveInfinity.duration)
    }
}
