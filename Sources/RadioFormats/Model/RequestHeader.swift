/// The names of request headers that a station may set (``Station/headers``).
package enum RequestHeader {
    /// Headers that belong to the connection (RFC 9110 §7.6.1) or to the form of the request, which only Longwave knows,
    /// or that would make the server answer with something else than the whole sound.
    private static let own: Set = [
        "accept-encoding", "connection", "expect", "host", "http2-settings", "keep-alive", "range", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]
    /// The beginnings of further such names: headers for a proxy, about a request's body, and conditions.
    private static let ownPrefixes = ["content-", "if-", "proxy-"]

    /// Returns false if the header with this name must not come from a station list.
    package static func mayBeSet(_ name: String) -> Bool {
        let name = name.lowercased()
        return !own.contains(name) && !ownPrefixes.contains { name.hasPrefix($0) }
    }
}
