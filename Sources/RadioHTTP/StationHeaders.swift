/// The request headers that a station list states for a station.
///
/// The headers may prove who the listener is. They are sent only to the host and port of the station's own address and
/// to the hosts that the list names. Hosts that a playlist or a redirect leads to do not get them.
package struct StationHeaders: Hashable, Sendable {
    package var fields: [String: String]
    /// The station's own address.
    package var home: String
    /// Further hosts (`cdn.example`) and hosts with a port (`cdn.example:8443`) that get the headers.
    package var hosts: [String]

    package init(_ fields: [String: String] = [:], home: String = "", hosts: [String] = []) {
        self.fields = fields
        self.home = home
        self.hosts = hosts
    }

    /// Returns the headers to send with a request for `url`.
    package func fields(for url: String) -> [String: String] {
        guard !fields.isEmpty, let place = Place(url) else { return [:] }
        let isMeant = place == Place(home) || hosts.contains { place.isMeant(by: $0.lowercased()) }
        return isMeant ? fields : [:]
    }

    /// The host and port of a URL, as the URL writes them, without a final dot of the host.
    struct Place: Equatable {
        var host: String
        var port: String

        init?(_ url: String) {
            let authority = CurlFailure.host(of: url).lowercased()
            guard !authority.isEmpty else { return nil }
            let parts = Self.parts(of: authority)
            (host, port) = (parts.host, parts.port ?? "")
            if port.isEmpty { port = url.lowercased().hasPrefix("https:") ? "443" : "80" }
        }

        /// Returns true if `name` is this host, with or without this port.
        func isMeant(by name: String) -> Bool {
            let meant = Self.parts(of: name)
            return meant.host == host && meant.port.map { $0 == port } ?? true
        }

        /// Divides `host:port`. The dot at the end of a host, which only says that the name is complete (RFC 1034
        /// §3.1), is left out.
        private static func parts(of text: some StringProtocol) -> (host: String, port: String?) {
            // The last colon precedes the port, unless it is inside an IPv6 address.
            let colon = text.lastIndex(of: ":").flatMap { text[$0...].contains("]") ? nil : $0 }
            let host = text[..<(colon ?? text.endIndex)]
            return (
                String(host.hasSuffix(".") ? host.dropLast() : host),
                colon.map { String(text[text.index(after: $0)...]) }
            )
        }
    }
}
