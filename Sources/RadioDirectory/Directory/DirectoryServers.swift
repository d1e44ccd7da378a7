import Glibc
import RadioLoop

/// Finds radio-browser's servers.
///
/// radio-browser asks programs to look up its servers under one DNS name, to choose one at random, and to choose
/// another one if that fails (API documentation, "Get a list of available servers").
enum DirectoryServers {
    /// The host name that resolves to the addresses of all servers.
    static let all = "all.api.radio-browser.info"
    /// The ending of all servers' names. Other names are ignored, even if a name server returns them. For the remaining
    /// names, HTTPS proves the server's identity.
    static let domain = ".radio-browser.info"
    /// Maximum number of servers to try.
    static let maximumCount = 16

    /// Returns the servers' URLs in the order in which they are tried. The URL of a server without a name contains its
    /// address after `#` (``parts(of:)``).
    /// - Parameter names: the servers' host names, or the addresses of servers whose names are unknown.
    static func urls(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        let found = names.filter { ($0.hasSuffix(domain) || isAddress($0)) && seen.insert($0).inserted }
        // This computer may have no IPv6, so such addresses come last.
        let known = (found.filter { !$0.contains(":") } + found.filter { $0.contains(":") })
            .map { isAddress($0) ? all + "#" + $0 : $0 }
        // The common name of all servers is tried last. Any of the servers may answer under that name. HTTPS then fails
        // if that server's certificate is for its own name only.
        return (known.prefix(maximumCount - 1) + (seen.contains(all) ? [] : [all])).map { "https://" + $0 }
    }

    /// Separates a server's URL from the address to connect to, if it has one.
    static func parts(of url: String) -> (url: String, address: String?) {
        let parts = url.split(separator: "#", maxSplits: 1).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }

    /// Returns true for a numeric IPv4 or IPv6 address. No host name has a colon, or a number as its last part.
    private static func isAddress(_ name: String) -> Bool { name.contains(":") || name.last?.isNumber == true }

    /// Resolves a host, and returns the host names of its addresses in random order. An address without a name in
    /// ``domain`` is returned as well.
    ///
    /// The call blocks while it asks name servers. After `patience`, it asks no further name server, and returns the
    /// names found so far.
    static func names(of host: String, patience: Duration = .seconds(3)) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0, let list else { return [] }
        defer { freeaddrinfo(list) }
        let end = MonotonicInstant.now.advanced(by: patience)
        return sequence(first: list) { $0.pointee.ai_next }.shuffled().prefix(maximumCount).flatMap { entry in
            func name(_ flags: Int32) -> String? {
                var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                let code = getnameinfo(
                    entry.pointee.ai_addr, entry.pointee.ai_addrlen, &name, socklen_t(name.count), nil, 0, flags)
                return code == 0 ? name.withUnsafeBufferPointer { String(cString: $0.baseAddress!).lowercased() } : nil
            }
            let found = MonotonicInstant.now < end ? name(NI_NAMEREQD) : nil
            return [found, found?.hasSuffix(domain) == true ? nil : name(NI_NUMERICHOST)].compactMap { $0 }
        }
    }
}
