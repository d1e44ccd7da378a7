import RadioLoop
import Synchronization
import TestSupport

/// Runs fault rows, a few at once, and reports each result.
package final class FaultQueue: Sendable {
    private struct State {
        var next = 0
        var results: [Int: FaultRun.Result] = [:]
    }

    private let rows: [FaultRow]
    private let run: FaultRun
    private let state = Mutex(State())

    package init(_ rows: [FaultRow], _ tools: FaultTools) {
        self.rows = rows
        run = FaultRun(tools)
    }

    /// Runs all rows and blocks until their end.
    /// - Parameters:
    ///   - atOnce: The number of rows that run at once. Rows mostly wait, but with too many at once the computer is
    ///     too busy, and the measurements become worse.
    ///   - told: Called with the result of each row as soon as the row ends.
    /// - Returns: The results in the order of the rows.
    package func runAll(atOnce: Int, told: @escaping @Sendable (FaultRun.Result) -> Void) -> [FaultRun.Result] {
        let ends = (0..<max(1, min(atOnce, rows.count))).map { _ in TestSignal() }
        for end in ends {
            LoopThread.start { [self] in
                while let index = take() {
                    let result = run.run(rows[index])
                    state.withLock { $0.results[index] = result }
                    told(result)
                }
                end.raise()
            }
        }
        for end in ends { while !end.wait(seconds: 3600) {} }
        return state.withLock { state in rows.indices.compactMap { state.results[$0] } }
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.next < rows.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}
