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
        return "url-" + Self.fingerprint(urls.first.map(Self.addressKey) ?? name)
    }

    /// What two addresses of one stream have in common.
    static func addressKey(_ url: String) -> String {
        let reference = URLReference(url)
        let authority = reference.authority ?? ""
        var host = authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        host = host.lowercased()
        for port in [":80", ":443"] where host.hasSuffix(port) { host.removeLast(port.utf8.count) }
        let path = reference.path.isEmpty ? "/" : reference.path
        return host + path + (reference.query.map { "?" + $0 } ?? "")
    }

    /// 64 bits of FNV-1a as thirteen letters and digits: short enough to be typed, and chance does not make two alike.
    private static func fingerprint(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 32)
        return String(repeating: "0", count: 13 - digits.count) + digits
    }
}
