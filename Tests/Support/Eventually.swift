import RadioLoop

/// Waits until a condition holds, without blocking other tests. Returns false if it does not hold within `bound`, which
/// only a failing test uses up.
///
/// The time between two checks counts as at most a tenth of a second, so that the bound is not used up while this task
/// waits for a thread.
package func eventually(
    within bound: Duration = .seconds(90), _ condition: () throws -> Bool
) async rethrows -> Bool {
    var left = bound
    var last = MonotonicInstant.now
    while try !condition() {
        let now = MonotonicInstant.now
        left -= min(last.duration(to: now), .milliseconds(100))
        last = now
        guard left > .zero else { return false }
        do { try await Task.sleep(for: .milliseconds(5)) } catch { return try condition() }
    }
    return true
}

/// Waits for a period of real time, in which sound plays or in which a test checks that something does *not* happen.
package func pass(_ time: Duration) async throws { try await Task.sleep(for: time) }
