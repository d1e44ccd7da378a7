import Glibc

/// A socket that accepts connections at a port of the ``LoadServer``. The object closes the socket in `deinit`.
final class ListeningSocket {
    let descriptor: Int32
    let port: UInt16
    /// The maximum number of connections that wait to be accepted. The system may allow less (net.core.somaxconn).
    private static let backlog: Int32 = 4096
    /// The size in bytes of each connection's send buffer. It is limited, so that thousands of clients that do not read
    /// cannot use up all memory.
    private static let sendBuffer: Int32 = 1 << 18

    init(address host: String, port: UInt16) throws(LoadServerError) {
        descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw LoadServerError(call: "socket") }
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        // The sockets of accepted connections inherit this and the next option.
        var buffer = Self.sendBuffer
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer, 4)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening =
            inet_pton(AF_INET, host, &address.sin_addr) == 1
            && withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && listen(descriptor, Self.backlog) == 0
                        && getsockname(descriptor, $0, &size) == 0
                }
            }
        self.port = UInt16(bigEndian: address.sin_port)
        // If this initializer throws, `deinit` still closes the socket, because all properties have their values.
        guard isListening else { throw LoadServerError(call: "\(host):\(port)") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the next waiting connection, or nil if there is none. Does not block.
    func accept() -> Int32? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        return accepted
    }
}
