import Glibc

/// Finds out whether this computer has a network at all.
package enum NetworkState {
    /// True if an interface other than the loopback is up and has an address that reaches beyond its link.
    package static var isConnected: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        // Some sandboxes refuse this call. In this case, the computer is assumed to have a network.
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = Int(interface.ifa_flags)
            guard flags & IFF_UP != 0, flags & IFF_RUNNING != 0,
                flags & IFF_LOOPBACK == 0, let address = interface.ifa_addr
            else { continue }
            switch Int32(address.pointee.sa_family) {
            case AF_INET: return true
            case AF_INET6 where !isLinkLocal(address): return true
            default: continue
            }
        }
        return false
    }

    /// Returns true for fe80::/10 (RFC 4291 §2.5.6). Every interface that is up has such an address.
    private static func isLinkLocal(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
        address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
            withUnsafeBytes(of: address.pointee.sin6_addr) { $0[0] == 0xFE && $0[1] & 0xC0 == 0x80 }
        }
    }
}
