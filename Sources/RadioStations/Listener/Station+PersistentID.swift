import RadioFormats
import RadioLists

extension Station {
    /// What the listener's properties and playlists know the station by, the same on every machine: the id of its list, or
    /// else one made of its first address.
    ///
    /// Of the address count host, path and query, so that `https:` instead of `http:`, a port that is the scheme's own, credentials
    /// and the case of the host make no other station.
    public var persistentID: String {
        if let id { return id }
        return "url-" + Fingerprint.of(urls.first.map(Self.addressKey) ?? name)
    }

    /// What two addresses of one stream have in common.
    static func addressKey(_ url: String) -> String {
        let reference = URLReference(url)
        var host = reference.hostAndPort?.lowercased() ?? ""
        for port in [":80", ":443"] where host.hasSuffix(port) { host.removeLast(port.utf8.count) }
        let path = reference.path.isEmpty ? "/" : reference.path
        return host + path + (reference.query.map { "?" + $0 } ?? "")
    }
}
