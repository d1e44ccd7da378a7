/// An address taken apart for the page of its server: who answers, and for what it is asked.
struct PageAddress: Hashable, Sendable {
    /// `http://host:8000`, in lower case and without credentials.
    var server: String
    /// Path and query: `/radio.mp3?x=1`.
    var target: String

    /// Nil for what no HTTP server answers.
    init?(_ url: String) {
        guard let colon = url.firstRange(of: "://") else { return nil }
        let scheme = url[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = url[colon.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var host = rest[..<end]
        if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
        guard !host.isEmpty else { return nil }
        server = "\(scheme)://\(host.lowercased())"
        let target = rest[end...].prefix { $0 != "#" }
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }
}
