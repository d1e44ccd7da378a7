import Testing

@testable import Longwave

@Suite struct RedirectChainTests {
    /// The status codes of the responses of successive addresses, and the index of the address that must replace the
    /// first one (nil: none).
    static let rows: [([Int], Int?)] = [
        ([200], nil), ([301, 200], 1), ([308, 200], 1), ([302, 200], nil), ([303, 200], nil), ([307, 200], nil),
        ([301, 308, 200], 2),
        // Only the permanent redirects before the first temporary one count.
        ([301, 302, 200], 1), ([301, 308, 307, 301, 200], 2), ([302, 301, 200], nil),
        // The response does not say where the redirect leads.
        ([301], nil), ([], nil), ([404], nil),
    ]

    @Test(arguments: rows) func permanent(_ statuses: [Int], _ expected: Int?) {
        let chain = RedirectChain(statuses.enumerated().map { .init(url: "http://a/\($0)", status: $1) })
        #expect(chain.permanentURL == expected.map { "http://a/\($0)" })
        #expect(chain.isRedirected == (statuses.count > 1))
    }

    @Test func aWayBackIsNoMove() {
        let chain = RedirectChain([
            .init(url: "http://a/", status: 301), .init(url: "http://b/", status: 301),
            .init(url: "http://a/", status: 200),
        ])
        #expect(chain.permanentURL == nil)
    }

    /// The station's address contains a password. It is not replaced, because the password would be lost.
    @Test func credentialsAreNotLost() {
        for (url, expected) in [
            ("http://user:secret@a/", nil), ("http://a/@x", "http://b/"),
        ] as [(String, String?)] {
            let chain = RedirectChain([.init(url: url, status: 301), .init(url: "http://b/", status: 200)])
            #expect(chain.permanentURL == expected)
        }
    }

    @Test func chainsAreBounded() {
        var chain = RedirectChain()
        for number in 0..<1000 { chain.add(.init(url: "http://a/\(number)", status: 301)) }
        #expect(chain.hops.count == RedirectChain.maximumHops)
    }
}
