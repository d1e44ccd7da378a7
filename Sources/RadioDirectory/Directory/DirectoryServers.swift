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

    /// Returns the servers' URLs in the order in which they are tried.
    /// - Parameter names: the servers' host names.
    static func urls(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        let known = names.filter { $0.hasSuffix(domain) && seen.insert($0).inserted }
        // The common name of all servers is tried last. Any of the servers may answer under that name. HTTPS then fails
        // if that server's certificate is for its own name only.
        return (known.prefix(maximumCount - 1) + (seen.contains(all) ? [] : [all])).map { "https://" + $0 }
    }

    /// Resolves a host, and returns the host names of its addresses in random order.
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
        return sequence(first: list) { $0.pointee.ai_next }.shuffled().prefix(maximumCount).compactMap { entry in
            guard MonotonicInstant.now < end else { return nil }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NAMEREQD)
            return code == 0 ? name.withUnsafeBufferPointer { String(cString: $0.baseAddress!).lowercased() } : nil
        }
    }
}
