import Glibc
import TestSupport

/// Simulates a host behind a broken route: a port of the IPv6 loopback on which connection attempts get no answer. Its
/// socket accepts no connections, and its queue is full, so that the kernel drops all attempts.
final class BlackHole {
    /// Whether a socket can listen at ::1.
    static let hasIPv6: Bool = {
        guard let hole = try? BlackHole(port: 0) else { return false }
        return hole.listener >= 0
    }()

    private let listener: Int32
    private var fillers: [Int32] = []

    /// Listens at ::1 and fills the socket's queue.
    init(port: UInt16) throws {
        listener = socket(AF_INET6, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 0) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else {
            close(listener)
            throw FaultError(description: "no black hole: \(errno)")
        }
        // A queue of length 0 has space for one connection and, with some kernels, for a second one.
        for _ in 0..<3 {
            let filler = socket(
                AF_INET6, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            _ = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(filler, $0, size) }
            }
            fillers.append(filler)
        }
    }

    deinit {
        for filler in fillers { close(filler) }
        close(listener)
    }
}
