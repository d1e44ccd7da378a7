import FaultRows
import RadioLoop
import TestSupport
import Testing

/// The brief form of `bin/attacks`: the built program against hostile servers and files.
@Suite(.fewAtOnce)
struct AttackTests {
    @Test(arguments: AttackRow.all) func holds(_ row: AttackRow) async {
        let result = await withCheckedContinuation { continuation in
            // A row blocks its thread while it waits.
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
