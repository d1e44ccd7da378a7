import Longwave
import Testing

@testable import LongwaveCLI

@Suite struct ListFormatNameTests {
    /// Each list format has exactly one name for the command line.
    @Test func eachFormatHasItsName() {
        #expect(ListFormatName.allCases.map(\.format.name) == ListFormatName.allCases.map(\.rawValue))
        #expect(Set(ListFormatName.allCases.map(\.format)) == Set(ListFormat.allCases.filter { $0 != .hls }))
    }
}
