import FaultRows
import RadioLoop
import TestSupport
import Testing

/// Runs the fastest fault rows of `bin/faults` in their short form: the built program, a misbehaving station and a
/// sound server for each row. The expectations also hold on a busy computer. Only `bin/faults` measures times.
@Suite(.enabled(if: PulseServer.isInstalled && SweepProgramme.isMakeable))
struct FaultTests {
    private static let tools = Result {
        FaultTools(
            binary: BuiltProgram.longwave, programmes: [try SweepProgramme(.mp3, seconds: 60)], pace: .brief,
            latency: 50)
    }

    @Test(arguments: FaultRow.all.filter(\.isBrief)) func holds(_ row: FaultRow) async throws {
        let tools = try Self.tools.get()
        let result = await withCheckedContinuation { continuation in
            // Each row blocks its thread while it waits, so it gets a thread outside of Swift's thread pool.
            LoopThread.start { continuation.resume(returning: FaultRun(tools).run(row)) }
        }
        guard result.skipped == nil else { return }
        #expect(result.certainProblems.isEmpty, "\(FaultTable.line(result))")
    }

    @Test func rowsHaveNamesOfTheirOwn() {
        let names = FaultRow.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 40)
    }
}
