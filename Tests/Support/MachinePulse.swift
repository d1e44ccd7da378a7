import Glibc
import RadioLoop
import Synchronization
import Testing

/// Measures whether the computer is fast enough for tests in real time. A thread sleeps for 20 ms at a time and notes
/// how late it wakes up.
package final class MachinePulse: Sendable {
    private struct State {
        var longest = Duration.zero
        var late = Duration.zero
        var isOver = false
    }

    private let state: Mutex<State>
    private let begin = MonotonicInstant.now

    private static let period = Duration.milliseconds(20)
    /// The longest tolerated delay. At some moments, a player's buffers contain less sound than this, so a longer delay
    /// can empty them.
    private static let longestPause = Duration.milliseconds(300)
    /// The tolerated sum of delays, relative to the elapsed time. A computer that is always a little late disturbs the
    /// sound as much as one that pauses.
    private static let mostLate = 0.5

    package init() {
        state = Mutex(State())
        let beat: @Sendable () -> Bool = { [weak self] in self?.beat() ?? false }
        LoopThread.start { while beat() {} }
    }

    /// Sleeps once and notes how late the thread wakes up. Returns false after `stop()`.
    private func beat() -> Bool {
        let wanted = MonotonicInstant.now.advanced(by: Self.period)
        usleep(20_000)
        let late = wanted.duration(to: .now)
        return state.withLock { state in
            state.longest = max(state.longest, late)
            state.late += max(late, .zero)
            return !state.isOver
        }
    }

    package func stop() { state.withLock { $0.isOver = true } }

    /// Whether the computer was too slow to play sound in real time.
    package var stoodStill: Bool {
        let elapsed = begin.duration(to: .now)
        return state.withLock { $0.longest > Self.longestPause || $0.late > elapsed * Self.mostLate }
    }
}

/// Runs a test that plays in real time. If ``MachinePulse`` finds that the computer was too slow during the test, the
/// test's failures are recorded as known issues.
package func inRealTime(_ body: () async throws -> Void) async rethrows {
    let pulse = MachinePulse()
    defer { pulse.stop() }
    try await withKnownIssue("the computer stood still meanwhile", isIntermittent: true) {
        try await body()
    } matching: { _ in
        pulse.stoodStill
    }
}
