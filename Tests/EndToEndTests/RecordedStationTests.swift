import FaultRows
import RadioLoop
import TestSupport
import Testing

/// Runs the short form of `bin/record-check`: a real Icecast, titles set through its administration page, and dropped
/// connections.
@Suite(.enabled(if: RecordingCheck.isPossible))
struct RecordedStationTests {
    /// Each received frame is in exactly one recorded file, in order, under its title. (Sound that a busy computer does
    /// not receive does not count.)
    @Test func titlesOfARealIcecast() async throws {
        let plan = RecordingCheck.Plan(titleCount: 5, titleSeconds: 4, drops: [2: .listeners])
        let check = RecordingCheck(binary: BuiltProgram.longwave, plan)
        let result = try await withCheckedThrowingContinuation { continuation in
            // The check blocks its thread while it waits, so it gets a thread outside of Swift's thread pool.
            LoopThread.start { continuation.resume(with: Result { try check.run() }) }
        }
        #expect(result.problems.isEmpty, "\(result.problems)\n\(result.facts)")
    }
}
