/// What the requests of one opening of a station learn from each other: cookies (RFC 6265), and how the server
/// authenticates a listener.
///
/// libcurl decides which cookies a server may set, and which requests get them. The session passes them on from one
/// transfer to the next, and keeps them in memory only.
package final class HTTPSession: Hashable, @unchecked Sendable {  // Used on the loop's thread only.
    /// The maximum number of cookies, and of bytes in them. The oldest are dropped first.
    static let maximumCookies = 64
    static let maximumBytes = 64 << 10

    /// The ways to authenticate, as bits of libcurl's `CURLAUTH_…`.
    static let basic = 1 << 0
    static let digest = 1 << 1

    /// The cookies as lines of a cookie file, the oldest first.
    private(set) var cookies: [String] = []
    /// The ways to authenticate that the server offered. Before the first demand all, so that no password is sent.
    private(set) var authentication = HTTPSession.basic | HTTPSession.digest

    package init() {}

    /// Takes the cookies of a transfer that ends.
    /// - Parameters:
    ///   - before: The cookies with which the transfer began.
    ///   - after: The cookies that libcurl has at the end. Another transfer may have changed the session's meanwhile.
    func take(cookies after: [String], before: [String]) {
        guard after != before else { return }
        cookies.removeAll { before.contains($0) && !after.contains($0) }
        cookies += after.filter { !before.contains($0) && !cookies.contains($0) }
        var bytes = cookies.reduce(0) { $0 + $1.utf8.count }
        while cookies.count > Self.maximumCookies || bytes > Self.maximumBytes {
            bytes -= cookies.removeFirst().utf8.count
        }
    }

    /// Takes the ways to authenticate that a server offered in a demand, as bits.
    func take(offered: Int) {
        if offered & Self.digest != 0 {
            authentication = Self.digest
        } else if offered & Self.basic != 0 {
            authentication = Self.basic
        }
    }

    package static func == (left: HTTPSession, right: HTTPSession) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
