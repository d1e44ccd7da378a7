import Testing

@testable import RadioDirectory

struct DirectoryServersTests {
    private static let all = "https://all.api.radio-browser.info"

    private static let rows: [(names: [String], urls: [String])] = [
        (
            ["fi1.api.radio-browser.info", "de1.api.radio-browser.info", "fi1.api.radio-browser.info"],
            ["https://fi1.api.radio-browser.info", "https://de1.api.radio-browser.info", all]
        ),
        // A name server returns names outside of the directory's domain. They are ignored.
        (["radio-browser.info.example.com", "static.192-0-2-1.example.net"], [all]),
        (["all.api.radio-browser.info"], [all]),
        ([], [all]),
        // Addresses whose names are unknown are asked under the common name.
        (
            ["2001:db8::1", "192.0.2.1", "fi1.api.radio-browser.info", "192.0.2.1"],
            [all + "#192.0.2.1", "https://fi1.api.radio-browser.info", all + "#2001:db8::1", all]
        ),
    ]

    @Test(arguments: rows) func `what is asked`(names: [String], urls: [String]) {
        #expect(DirectoryServers.urls(names) == urls)
    }

    @Test func `no more than a few`() {
        let found = DirectoryServers.urls((0..<60).map { "s\($0).api.radio-browser.info" })
        #expect(found.count == DirectoryServers.maximumCount && found.last == Self.all)
    }

    @Test func `a server with an address`() {
        #expect(DirectoryServers.parts(of: Self.all) == (Self.all, nil))
        #expect(DirectoryServers.parts(of: Self.all + "#::1") == (Self.all, "::1"))
    }

    /// The system's resolver finds the name of this computer without a name server.
    @Test func `addresses have names`() {
        #expect(DirectoryServers.names(of: "localhost").contains { $0.contains("localhost") })
        #expect(DirectoryServers.names(of: "127.0.0.3").contains("127.0.0.3"))
        #expect(DirectoryServers.names(of: "").isEmpty)
    }
}
