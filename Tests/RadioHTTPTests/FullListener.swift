import Glibc

/// A listening socket whose queue of connections is full. The system ignores further attempts to connect, so they hang.
///
/// A `FullListener` on IPv6 can use the port of another server on IPv4. A program that connects to `localhost` then
/// meets both.
final class FullListener {
    let url: String
    private var descriptors: [Int32] = []
    /// False if the computer has no IPv6 or the port is taken.
    private(set) var isListening = true

    init(ipv6Port: UInt16? = nil) {
        if let ipv6Port {
            url = "http://[::1]:\(ipv6Port)/"
            fill(ipv6Port)
            return
        }
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var fillers: [Int32] = []
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size)
                listen(listener, 0)
                getsockname(listener, $0, &size)
                for _ in 0..<3 {
                    let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                    _ = fcntl(filler, F_SETFL, O_NONBLOCK)
                    connect(filler, $0, size)
                    fillers.append(filler)
                }
            }
        }
        descriptors += fillers
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    }

    private func fill(_ port: UInt16) {
        let listener = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        var only: Int32 = 1
        setsockopt(listener, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &only, 4)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        descriptors.append(listener)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                isListening = bind(listener, $0, size) == 0 && listen(listener, 0) == 0
                for _ in 0..<3 {
                    let filler = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
                    _ = fcntl(filler, F_SETFL, O_NONBLOCK)
                    connect(filler, $0, size)
                    descriptors.append(filler)
                }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
