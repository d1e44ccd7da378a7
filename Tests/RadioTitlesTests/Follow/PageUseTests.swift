import RadioLoop
import Testing

@testable import RadioTitles

@Suite struct PageUseTests {
    private func seconds(_ use: PageUse) -> Double {
        MonotonicInstant(nanoseconds: 0).duration(to: use.avoidUntil!) / .seconds(1)
    }

    @Test func `a page that never helps is looked at less and less often`() {
        let start = MonotonicInstant(nanoseconds: 0)
        var use = PageUse()
        var waits: [Double] = []
        for _ in 0..<20 {
            use = use.left(at: start, for: .seconds(60), atMost: .seconds(3600))
            waits.append(seconds(use))
        }
        #expect(waits.prefix(7) == [60, 120, 240, 480, 960, 1920, 3600] && waits.allSatisfy { $0 <= 3600 })
        use.isSource = true
        use = use.left(at: start, for: .seconds(60), atMost: .seconds(3600))
        #expect(seconds(use) == 60, "one that had helped is another matter")
    }

    @Test func `a mount may be missing for a moment`() {
        var use = PageUse()
        let missing = (0..<4).map { _ in use.isMissing() }
        #expect(missing == [false, false, false, true])
        use.isThere()
        let again = use.isMissing()
        #expect(!again)
    }
}
