import RadioLoop

/// Waits until a condition holds, without holding up other tests; false when the bound passes before. The bound is for
/// tests that fail, so it is generous; and a test that gets no thread, because others keep them all, does not use it up:
/// what passes between two looks counts as a tenth of a second at most.
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

/// Lets sound pass, or shows that something does *not* happen meanwhile.
package func pass(_ time: Duration) async throws { try await Task.sleep(for: time) }
