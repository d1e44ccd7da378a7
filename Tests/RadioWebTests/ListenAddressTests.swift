import Glibc
import Testing

@testable import RadioWeb

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("8980", "127.0.0.1", 8980), (":81", "127.0.0.1", 81), ("localhost:81", "127.0.0.1", 81),
        ("10.0.0.1", "10.0.0.1", 80), ("10.0.0.1:81", "10.0.0.1", 81), ("*:81", "::", 81), ("[::1]:81", "::1", 81),
        ("::1", "::1", 80), ("[::1]", "::1", 80), ("0.0.0.0:81", "0.0.0.0", 81),
    ])
    func addresses(_ text: String, _ host: String, _ port: UInt16) {
        #expect(ListenAddress(text, usualPort: 80) == ListenAddress(host: host, port: port))
    }

    @Test(arguments: ["radio.lan:80", "10.0.0.1:x", "10.0.0.1:99999", "10.0.0:80", "[::1:80", "[::1]80", "-1", "a b"])
    func others(_ text: String) { #expect(ListenAddress(text, usualPort: 80) == nil) }

    @Test func aPortThatIsTakenIsSaid() throws {
        let first = try ListenAddress(port: 0).listen()
        defer { close(first.descriptor) }
        let failure = #expect(throws: ListenAddress.Failure.self) { try ListenAddress(port: first.port).listen() }
        #expect(failure?.sentence == "Port \(first.port) at 127.0.0.1 is in use by another program.")
    }
}
