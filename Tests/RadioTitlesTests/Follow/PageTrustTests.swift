import Testing

@testable import RadioTitles

@Suite struct PageTrustTests {
    @Test func `a page that never helps is looked at less and less often`() {
        var trust = PageTrust()
        let waits = (0..<20).map { _ in trust.leave(.pages) / .seconds(1) }
        #expect(waits.prefix(7) == [60, 120, 240, 480, 960, 1920, 3600] && waits.allSatisfy { $0 <= 3600 })
        trust.isSource = true
        let helped = trust.leave(.pages)
        #expect(helped == .seconds(60), "one that had helped is another matter")
        let stale = trust.leave(.pages, isWanting: true)
        #expect(stale == .seconds(3600))
    }

    @Test func `a mount may be missing for a moment`() {
        var trust = PageTrust()
        let missing = (0..<4).map { _ in trust.isMissing() }
        #expect(missing == [false, false, false, true])
        trust.isThere()
        let again = trust.isMissing()
        #expect(!again)
    }
}
