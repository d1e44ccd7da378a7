import Synchronization
import Testing

/// Limits the number of tests that run at once. The tests with this trait use real sound servers and real time.
struct FewAtOnce: SuiteTrait, TestTrait, TestScoping {
    static let width = 6
    private static let slots = Slots(width)

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Swift Testing also calls this method for suites. Only a test case takes a slot.
        guard testCase != nil else { return try await function() }
        await Self.slots.take()
        defer { Self.slots.giveBack() }
        try await function()
    }
}

extension Trait where Self == FewAtOnce {
    static var fewAtOnce: Self { Self() }
}

/// A counting semaphore that suspends instead of blocking.
private final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if goesOn { continuation.resume() }
        }
    }

    func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
