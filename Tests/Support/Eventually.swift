import RadioLoop

/// Waits until a condition holds, without holding up other tests; false when the bound passes before. The bound is for
/// tests that fail, so it is generous.
public func eventually(
    within bound: Duration = .seconds(90), _ condition: () throws -> Bool
) async rethrows -> Bool {
    let deadline = MonotonicInstant.now.advanced(by: bound)
    while try !condition() {
        guard MonotonicInstant.now < deadline else { return false }
        do { try await Task.sleep(for: .milliseconds(5)) } catch { return try condition() }
    }
    return true
}

/// Lets sound pass, or shows that something does *not* happen meanwhile.
public func pass(_ time: Duration) async throws { try await Task.sleep(for: time) }
