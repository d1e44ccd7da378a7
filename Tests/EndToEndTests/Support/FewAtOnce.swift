import Synchronization
import Testing

/// Real sound servers and real time: so many tests of this kind run at once, whatever the machine would allow.
struct FewAtOnce: SuiteTrait, TestTrait, TestScoping {
    static let width = 6
    private static let slots = Slots(width)

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Suites come by too; only a test's case does anything.
        guard testCase != nil else { return try await function() }
        await Self.slots.take()
        defer { Self.slots.giveBack() }
        try await function()
    }
}

extension Trait where Self == FewAtOnce {
    static var fewAtOnce: Self { Self() }
}

/// A counting semaphore that suspends.
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
