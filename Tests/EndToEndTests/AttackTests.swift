import FaultRows
import RadioLoop
import TestSupport
import Testing

/// The short form of `bin/attacks`: the program as it was built, against servers and files of strangers.
@Suite(.fewAtOnce)
struct AttackTests {
    @Test(arguments: AttackRow.all) func holds(_ row: AttackRow) async {
        let result = await withCheckedContinuation { continuation in
            // Rows wait by blocking.
            LoopThread.start {
                continuation.resume(returning: AttackRun(binary: BuiltProgram.longwave, isBrief: true).run(row))
            }
        }
        #expect(result.problems.isEmpty, "\(AttackTable.line(result))")
    }

    @Test func rowsHaveNamesOfTheirOwn() {
        let names = AttackRow.all.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
