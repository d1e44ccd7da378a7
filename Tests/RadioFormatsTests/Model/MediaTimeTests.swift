import Testing

@testable import RadioFormats

/// Infinite, indefinite and invalid times are added and compared by the rules of Core Media's `CMTime`.
@Suite struct MediaTimeTests {
    private func time(_ value: Int64, _ timescale: Int32) -> MediaTime { MediaTime(value: value, timescale: timescale) }

    /// A time takes 16 bytes, because each packet and segment contains times.
    @Test func itTakesSixteenBytes() {
        #expect(MemoryLayout<MediaTime>.stride == 16)
        #expect(MemoryLayout<MediaTime?>.stride == 16)
    }

    @Test func kinds() {
        let numeric: [MediaTime] = [.zero, time(-3, 1), MediaTime(seconds: 1e9), MediaTime(.seconds(5))]
        #expect(numeric.allSatisfy { $0.isNumeric && $0.isValid && !$0.isIndefinite && !$0.isInfinite })
        let others: [MediaTime] = [.indefinite, .positiveInfinity, .negativeInfinity]
        #expect(others.allSatisfy { !$0.isNumeric && $0.isValid })
        #expect(others.map(\.isIndefinite) == [true, false, false] && others.map(\.isInfinite) == [false, true, true])
        #expect(!MediaTime.invalid.isValid && !MediaTime.invalid.isNumeric && !MediaTime.invalid.isIndefinite)
        #expect([time(1, 0), time(1, -1), time(7, .min), MediaTime(seconds: .nan)].allSatisfy { $0 == .invalid })
    }

    /// The two operands, their sum and their difference.
    static let sums: [(MediaTime, MediaTime, MediaTime, MediaTime)] = [
        (.zero, .invalid, .invalid, .invalid), (.invalid, .indefinite, .invalid, .invalid),
        (.invalid, .positiveInfinity, .invalid, .invalid), (.indefinite, .zero, .indefinite, .indefinite),
        (.zero, .indefinite, .indefinite, .indefinite), (.indefinite, .indefinite, .indefinite, .indefinite),
        (.positiveInfinity, .indefinite, .positiveInfinity, .positiveInfinity),
        (.indefinite, .positiveInfinity, .positiveInfinity, .negativeInfinity),
        (.positiveInfinity, .positiveInfinity, .positiveInfinity, .invalid),
        (.positiveInfinity, .negativeInfinity, .invalid, .positiveInfinity),
        (.negativeInfinity, .zero, .negativeInfinity, .negativeInfinity),
        (.zero, .negativeInfinity, .negativeInfinity, .positiveInfinity),
        (
            MediaTime(value: 1, timescale: 3), MediaTime(value: 1, timescale: 3), MediaTime(value: 2, timescale: 3),
            .zero
        ),
        (
            MediaTime(value: 1, timescale: 2), MediaTime(value: 1, timescale: 4), MediaTime(value: 3, timescale: 4),
            MediaTime(value: 1, timescale: 4)
        ),
        // Extreme numbers, which servers may send.
        (MediaTime(flicks: .max), MediaTime(flicks: 1), .positiveInfinity, MediaTime(flicks: .max - 1)),
        (MediaTime(flicks: .min), MediaTime(flicks: 1), MediaTime(flicks: .min + 1), .negativeInfinity),
        (MediaTime(flicks: 0), MediaTime(flicks: .min), MediaTime(flicks: .min), .positiveInfinity),
        (
            MediaTime(value: .max, timescale: 1), MediaTime(value: .max, timescale: 2), .positiveInfinity,
            .zero
        ),
        (
            MediaTime(value: .max, timescale: 1), MediaTime(value: .max, timescale: 1), .positiveInfinity,
            .zero
        ),
    ]

    @Test(arguments: sums.indices) func arithmetic(_ row: Int) {
        let (left, right, sum, difference) = Self.sums[row]
        #expect(left + right == sum)
        #expect(left - right == difference)
    }

    static let ascending: [MediaTime] = [
        .negativeInfinity, MediaTime(value: .min, timescale: 1), MediaTime(flicks: .min),
        MediaTime(value: -1, timescale: 2),
        .zero, MediaTime(value: 1, timescale: 3), MediaTime(value: 1, timescale: 2), MediaTime(flicks: .max),
        MediaTime(value: .max, timescale: 1), .indefinite, .positiveInfinity, .invalid,
    ]

    @Test func theOrderIsTotal() {
        for (place, left) in Self.ascending.enumerated() {
            for (other, right) in Self.ascending.enumerated() {
                #expect((left < right) == (place < other) && (left == right) == (place == other), "\(left) \(right)")
                #expect((left.hashValue == right.hashValue) == (place == other))
            }
        }
        #expect(Self.ascending.shuffled().sorted() == Self.ascending)
    }

    @Test func equalTimesHashAlike() {
        let halves = [time(1, 2), time(22_050, 44_100), MediaTime(seconds: 0.5), MediaTime(.milliseconds(500))]
        #expect(Set(halves).count == 1)
        #expect(Set([MediaTime.zero, time(0, 1), time(0, 48_000)]).count == 1)
        #expect(Set([time(.min, 2), time(.min / 2, 1)]).count == 1)
    }

    static let durations: [(MediaTime, Duration)] = [
        (.zero, .zero), (MediaTime(value: -3, timescale: 2), .milliseconds(-1500)),
        (MediaTime(value: .max, timescale: 1), .seconds(Int64.max)), (.positiveInfinity, .seconds(Int64.max)),
        (.indefinite, .seconds(Int64.max)), (.negativeInfinity, .seconds(Int64.min)), (.invalid, .zero),
        (
            MediaTime(value: 1, timescale: 3),
            Duration(secondsComponent: 0, attosecondsComponent: 333_333_333_333_333_333)
        ),
    ]

    @Test(arguments: durations.indices) func lengths(_ row: Int) {
        #expect(Self.durations[row].0.duration == Self.durations[row].1)
    }

    @Test(
        arguments: [.zero, .nanoseconds(1), .nanoseconds(-1), .milliseconds(-7), .milliseconds(1_800_000_000_123)]
            as [Duration])
    func aLengthIsItsOwn(_ length: Duration) { #expect(MediaTime(length).duration == length) }

    /// No number that a server may send makes the conversion to a time trap.
    @Test func numbersThatAreTooLarge() {
        #expect(MediaTime(.seconds(Int64.max)) == time(.max, 1))
        #expect(MediaTime(.seconds(Int64.min)) == time(.min, 1))
        #expect(MediaTime(seconds: .infinity) == .positiveInfinity && MediaTime(seconds: -1e300) == .negativeInfinity)
        #expect(time(.max, 1).flicks == .max && time(.min, 1).flicks == .min)
        #expect(MediaTime.indefinite.flicks == .max && MediaTime.invalid.flicks == 0)
        #expect(MediaTime(samples: .max, rate: 1).flicks == .max && MediaTime(samples: .min, rate: 0).flicks == .min)
        #expect(MediaTime(samples: 2, rate: .max) == .zero)
        #expect(MediaTime(samples: 1 << 40, rate: 48_000).flicks == (1 << 40) * 14_700)
        #expect(time(.max, 1).milliseconds == .max && time(.min, 3).milliseconds == .min)
        #expect([time(-1, 3), time(1, 3), MediaTime(milliseconds: -7)].map(\.milliseconds) == [-334, 333, -7])
        #expect(MediaTime.invalid.seconds.isNaN && MediaTime.indefinite.seconds.isNaN)
        #expect(MediaTime.positiveInfinity.seconds == .infinity && MediaTime.negativeInfinity.seconds == -.infinity)
    }

    @Test func theirNames() {
        let times: [MediaTime] = [.invalid, .indefinite, .positiveInfinity, .negativeInfinity, time(3, 4)]
        #expect(times.map(\.description) == ["invalid", "indefinite", "+infinity", "-infinity", "3/4"])
    }
}
