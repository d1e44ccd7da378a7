import RadioFormats
import RadioLists

extension Station {
    /// The id under which the listener's properties and playlists refer to the station, the same on every computer.
    ///
    /// This is the id in the station's list; without one, an id made from the first address. Only host, path and query
    /// of the address count. A change between `http:` and `https:`, the ports 80 and 443, credentials and the case of
    /// the host make no difference.
    public var persistentID: String {
        if let id { return id }
        return "url-" + Fingerprint.of(urls.first.map(Self.addressKey) ?? name)
    }

    /// Returns the part of an address that identifies its stream: host, path and query.
    static func addressKey(_ url: String) -> String {
        let reference = URLReference(url)
        var host = reference.hostAndPort?.lowercased() ?? ""
        for port in [":80", ":443"] where host.hasSuffix(port) { host.removeLast(port.utf8.count) }
        let path = reference.path.isEmpty ? "/" : reference.path
        return host + path + (reference.query.map { "?" + $0 } ?? "")
    }
}
