import Glibc
import RadioLoop
import Synchronization
import Testing

/// Feels whether the machine runs this process: a thread that wants to wake fifty times a second notes how late it did.
package final class MachinePulse: Sendable {
    private struct State {
        var longest = Duration.zero
        var late = Duration.zero
        var isOver = false
    }

    private let state: Mutex<State>
    private let begin = MonotonicInstant.now

    private static let period = Duration.milliseconds(20)
    /// Sound has less in hand than this at some moments.
    private static let longestPause = Duration.milliseconds(300)
    /// A machine that is slower than this for all of the time is no better than one that pauses.
    private static let mostLate = 0.5

    package init() {
        state = Mutex(State())
        let beat: @Sendable () -> Bool = { [weak self] in self?.beat() ?? false }
        LoopThread.start { while beat() {} }
    }

    /// False when it is over.
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

    /// Sound in real time could not be played as it should.
    package var stoodStill: Bool {
        let elapsed = begin.duration(to: .now)
        return state.withLock { $0.longest > Self.longestPause || $0.late > elapsed * Self.mostLate }
    }
}

/// What is played in real time cannot be judged where the machine did not run the programs: what goes wrong then is noted as known.
package func inRealTime(_ body: () async throws -> Void) async rethrows {
    let pulse = MachinePulse()
    defer { pulse.stop() }
    try await withKnownIssue("the machine stood still meanwhile", isIntermittent: true) {
        try await body()
    } matching: { _ in
        pulse.stoodStill
    }
}
