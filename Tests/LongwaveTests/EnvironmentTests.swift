import RadioDirectory
import Testing

@testable import Longwave

@Suite struct EnvironmentTests {
    /// Without the first variable, `Radio.find` asks the network although it is `none`. Without the second one, no
    /// picture is made smaller.
    @Test func whatARadioReads() {
        #expect(Environment.names.contains(DirectoryAddress.variable))
        #expect(Environment.folders["PATH"] == Environment.value("PATH"))
    }
}
