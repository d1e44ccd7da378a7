import FaultRows
import RadioLoop
import TestSupport
import Testing

/// The brief form of `bin/record-check`: a real Icecast, titles by its administrator's page, and listeners that it drops.
@Suite(.fewAtOnce, .enabled(if: RecordingCheck.isPossible))
struct RecordedStationTests {
    /// Every frame that was received is in one file, in order, under its title. What a starved machine loses counts for
    /// nothing.
    @Test func titlesOfARealIcecast() async throws {
        let plan = RecordingCheck.Plan(titleCount: 5, titleSeconds: 4, drops: [2: .listeners])
        let check = RecordingCheck(binary: BuiltProgram.longwave, plan)
        let result = try await withCheckedThrowingContinuation { continuation in
            // The check waits by blocking.
            LoopThread.start { continuation.resume(with: Result { try check.run() }) }
        }
        #expect(result.problems.isEmpty, "\(result.problems)\n\(result.facts)")
    }
}
