import Synchronization
import Testing

/// Limits how many tests run at the same time. Tests with this trait need real sound servers and real time.
struct FewAtOnce: SuiteTrait, TestTrait, TestScoping {
    static let width = 6
    private static let slots = Slots(width)

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Swift Testing calls this method for suites, too. Only a test case takes one of the limited slots.
        guard testCase != nil else { return try await function() }
        await Self.slots.take()
        defer { Self.slots.giveBack() }
        try await function()
    }
}

extension Trait where Self == FewAtOnce {
    static var fewAtOnce: Self { Self() }
}

/// A counting semaphore whose waiters suspend their task instead of blocking their thread.
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
