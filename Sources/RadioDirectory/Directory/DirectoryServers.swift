import Glibc
import RadioLoop

/// Where radio-browser's servers are.
///
/// The project asks programs to look its servers up under one name, to take one by chance, and another where that fails (its API
/// documentation, "Get a list of available servers").
enum DirectoryServers {
    /// Has the addresses of all servers.
    static let all = "all.api.radio-browser.info"
    /// What is called otherwise is not theirs, whatever a name server says. That it is, HTTPS proves.
    static let domain = ".radio-browser.info"
    /// More are not tried.
    static let maximumCount = 16

    /// The servers' URLs in the order in which they are tried.
    /// - Parameter names: what their addresses are called.
    static func urls(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        let known = names.filter { $0.hasSuffix(domain) && seen.insert($0).inserted }
        // The last one's certificate is that of whichever server answers.
        return (known.prefix(maximumCount - 1) + (seen.contains(all) ? [] : [all])).map { "https://" + $0 }
    }

    /// The names of a host's addresses, in random order. It blocks while name servers are asked; once this has taken longer than
    /// `patience`, what is known by then is the answer.
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
