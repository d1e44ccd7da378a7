import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct ServiceUnitTests {
    private static let packaged =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/packaging/longwave-serve.service"

    /// The unit file in packaging is the same as the one that `serve --install` writes.
    @Test func thePackagedUnitIsTheInstalledOne() throws {
        let unit = ServiceUnit(program: "/usr/local/bin/longwave", arguments: [], user: nil)
        #expect(try Samples.read(path: Self.packaged) == Array(unit.text.utf8))
    }
}
