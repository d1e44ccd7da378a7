import Glibc

/// The address and port at which a front listens.
package struct ListenAddress: Hashable, Sendable {
    /// Why a front cannot listen.
    package struct Failure: Error, Hashable {
        package var sentence: String
    }

    /// A numeric address of IPv4 or IPv6.
    package var host: String
    /// The port; 0 for any that is free.
    package var port: UInt16

    package init(host: String = "127.0.0.1", port: UInt16) { (self.host, self.port) = (host, port) }

    /// Reads an address such as `192.0.2.1:8980`, `[2001:db8::1]:8980`, `192.0.2.1`, `:8980` or `8980`. `localhost` and
    /// a missing address mean 127.0.0.1; `*` means all addresses of this computer. Returns nil if the text is none.
    package init?(_ text: String, usualPort: UInt16) {
        var (host, port) = (Substring(text), Substring(""))
        if let end = text.lastIndex(of: "]"), text.hasPrefix("[") {
            (host, port) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
            guard port.isEmpty || port.hasPrefix(":") else { return nil }
            port = port.dropFirst()
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        } else if text.allSatisfy(\.isWholeNumber) {
            (host, port) = ("", host)
        }
        guard let number = port.isEmpty ? usualPort : UInt16(port) else { return nil }
        let name = ["": "127.0.0.1", "localhost": "127.0.0.1", "*": "::"][String(host)] ?? String(host)
        self.init(host: name, port: number)
        guard SocketAddress.parse(name) != nil else { return nil }
    }

    /// Whether only programs of this computer can connect.
    package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    /// The address as it stands in a URL.
    package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// An address under which other devices find this one, if it listens at all of its addresses.
    var reachableHost: String {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard ["::", "0.0.0.0"].contains(host), getifaddrs(&list) == 0 else { return host }
        defer { freeifaddrs(list) }
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
            guard let address = entry.ifa_addr, address.pointee.sa_family == AF_INET,
                Int(entry.ifa_flags) & (IFF_LOOPBACK | IFF_UP) == IFF_UP
            else { continue }
            var name = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
            var four = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr
            if inet_ntop(AF_INET, &four, &name, socklen_t(name.count)) != nil { return SocketAddress.text(name) }
        }
        return "127.0.0.1"
    }

    /// Returns a non-blocking socket that listens at the address, and its port. The caller closes the socket.
    package func listen() throws(Failure) -> (descriptor: Int32, port: UInt16) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
            throw Failure(sentence: "\(host) is no numeric address.")
        }
        defer { freeaddrinfo(found) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { throw failure }
        var (yes, no): (Int32, Int32) = (1, 0)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        if address.ai_family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, 4) }
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(descriptor, 128) == 0 else {
            defer { close(descriptor) }
            throw failure
        }
        return (descriptor, SocketAddress(of: descriptor, isPeer: false)?.port ?? port)
    }

    /// The failure that `errno` states.
    private var failure: Failure {
        errno == EADDRINUSE
            ? Failure(sentence: "Port \(port) at \(host) is in use by another program.")
            : Failure(sentence: "\(text) cannot be used: \(String(cString: strerror(errno))).")
    }
}

/// The numeric address and the port at one end of a connection.
struct SocketAddress: Hashable {
    /// IPv4 addresses that come in IPv6 are written as IPv4.
    var host: String
    var port: UInt16

    /// - Parameter isPeer: whether the other end of the connection is meant.
    init?(of descriptor: Int32, isPeer: Bool) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: 8)
        let isKnown = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                (isPeer ? getpeername(descriptor, address, &length) : getsockname(descriptor, address, &length)) == 0
                    && getnameinfo(
                        address, length, &name, socklen_t(name.count), &service, socklen_t(service.count),
                        NI_NUMERICHOST | NI_NUMERICSERV) == 0
            }
        }
        guard isKnown, let port = UInt16(Self.text(service)) else { return nil }
        let host = Self.text(name)
        self.host = host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host
        self.port = port
    }

    fileprivate static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the bytes of a numeric address; nil if the text is none.
    static func parse(_ text: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var sixteen = in6_addr()
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? withUnsafeBytes(of: sixteen) { Array($0) } : nil
    }
}
