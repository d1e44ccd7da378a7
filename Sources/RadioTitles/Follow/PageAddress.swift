import RadioFormats

/// A stream's address, split into the server and the rest, so that the server's status page can be found.
struct PageAddress: Hashable, Sendable {
    /// Scheme, host and port, such as `http://host:8000`, in lower case and without credentials.
    var server: String
    /// Path and query: `/radio.mp3?x=1`.
    var target: String

    /// Returns nil if the address is not an HTTP or HTTPS URL.
    init?(_ url: String) {
        let parts = URLReference(url)
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return nil }
        guard let host = parts.hostAndPort, !host.isEmpty else { return nil }
        server = "\(scheme)://\(host.lowercased())"
        target = (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?" + $0 } ?? "")
    }
}
