import Longwave
import Testing

@testable import RadioConsole

@Suite struct ListFormatNameTests {
    /// Every list of stations has a name to ask for it, and no other name.
    @Test func eachFormatHasItsName() {
        #expect(ListFormatName.allCases.map(\.format.name) == ListFormatName.allCases.map(\.rawValue))
        #expect(Set(ListFormatName.allCases.map(\.format)) == Set(ListFormat.allCases.filter { $0 != .hls }))
    }
}
