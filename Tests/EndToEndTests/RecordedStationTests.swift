import FaultRows
import RadioLoop
import TestSupport
import Testing

/// The brief form of `bin/record-check`: a real Icecast with titles from its administration page and dropped listeners.
@Suite(.fewAtOnce, .enabled(if: RecordingCheck.isPossible))
struct RecordedStationTests {
    /// Every received frame is in one file, in order, under its title. Sound that a busy computer loses is no problem.
    @Test func titlesOfARealIcecast() async throws {
        let plan = RecordingCheck.Plan(titleCount: 5, titleSeconds: 4, drops: [2: .listeners])
        let check = RecordingCheck(binary: BuiltProgram.longwave, plan)
        let result = try await withCheckedThrowingContinuation { continuation in
            // The check blocks its thread while it waits.
            LoopThread.start { continuation.resume(with: Result { try check.run() }) }
        }
        #expect(result.problems.isEmpty, "\(result.problems)\n\(result.facts)")
    }
}
