import FaultRows
import RadioLoop
import TestSupport
import Testing

/// Runs the short selection of `bin/attacks`: hostile servers and files attack the built program.
@Suite struct AttackTests {
    /// On a busy computer, the player goes on with `range-9e18` for longer than the row waits. `bin/attacks` runs it.
    private static let rows = AttackRow.all.filter { $0.name != "range-9e18" }

    /// A row that fails is run once more: beside other builds, one row in hundreds met a disk that refused a write.
    @Test(arguments: rows) func holds(_ row: AttackRow) async {
        var result = await Self.result(of: row)
        if !result.problems.isEmpty {
            print("\(AttackTable.line(result)); once more")
            result = await Self.result(of: row)
        }
        #expect(result.problems.isEmpty, "\(AttackTable.line(result))")
    }

    private static func result(of row: AttackRow) async -> AttackRun.Result {
        await withCheckedContinuation { continuation in
            // Each row blocks its thread while it waits, so it gets a thread outside of Swift's thread pool.
            LoopThread.start {
                continuation.resume(returning: AttackRun(binary: BuiltProgram.longwave, isBrief: true).run(row))
            }
        }
    }

    @Test func rowsHaveNamesOfTheirOwn() {
        let names = AttackRow.all.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
