import RadioLoop
import Testing

@Suite struct MonotonicInstantTests {
    @Test(
        arguments: [
            (0, Duration.seconds(1), 1_000_000_000), (5, .nanoseconds(-7), -2), (0, .milliseconds(1), 1_000_000),
            // A sum that is too large becomes the last possible time. (If it wrapped around, a timer that should never
            // fire would fire at once.)
            (1, .seconds(Int64.max), .max), (Int64.max - 1, .nanoseconds(2), .max), (-2, .seconds(Int64.min), .min),
            (Int64.min + 1, .nanoseconds(-2), .min), (0, .seconds(300 * 365 * 86_400), .max),
        ] as [(Int64, Duration, Int64)])
    func advancing(start: Int64, by duration: Duration, end: Int64) {
        #expect(MonotonicInstant(nanoseconds: start).advanced(by: duration).nanoseconds == end)
    }

    @Test(
        arguments: [
            (0, 1_000_000_000, Duration.seconds(1)), (7, 2, .nanoseconds(-5)),
            (.min, .max, .nanoseconds(Int64.max) - .nanoseconds(Int64.min)),
        ] as [(Int64, Int64, Duration)])
    func distances(from start: Int64, to end: Int64, duration: Duration) {
        #expect(MonotonicInstant(nanoseconds: start).duration(to: MonotonicInstant(nanoseconds: end)) == duration)
    }

    @Test(
        arguments: [
            (Duration.seconds(1), 1_000_000_000), (.milliseconds(-1), -1_000_000), (.zero, 0),
            (Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 0),
            (Duration(secondsComponent: 0, attosecondsComponent: -999_999_999), 0),
            (Duration(secondsComponent: -1, attosecondsComponent: -500_000_000_000_000_000), -1_500_000_000),
            (.seconds(Int64.max), .max), (.seconds(Int64.min), .min), (.nanoseconds(Int64.max), .max),
            (.nanoseconds(Int64.min), .min),
        ] as [(Duration, Int64)])
    func nanoseconds(duration: Duration, nanoseconds: Int64) {
        #expect(duration.nanoseconds == nanoseconds)
    }

    @Test func seconds() {
        #expect(Duration.milliseconds(1500).inSeconds == 1.5)
        #expect(Duration.milliseconds(-250).inSeconds == -0.25)
    }

    @Test func theClockGoesOn() {
        let first = MonotonicInstant.now
        let second = MonotonicInstant.now
        #expect(first <= second)
        #expect(first.nanoseconds > 0)
        // The boot time also counts the time while the computer is suspended, so it is never earlier than the other
        // clock.
        #expect(EventLoop.bootTime.nanoseconds >= first.nanoseconds)
    }
}
