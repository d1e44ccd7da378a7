import Glibc

/// A port of the loopback interface that refuses connections. While the object lives, no program can listen on the
/// port.
final class ClosedPort {
    let port: UInt16
    private let descriptor: Int32

    struct Failure: Error { var code: Int32 }

    init() throws {
        // The socket is bound but never listens.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0 ? 0 : errno
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        // All properties have their values here. Therefore, if the initializer throws, `deinit` runs and closes the
        // socket.
        guard code == 0 else { throw Failure(code: code) }
    }

    deinit { close(descriptor) }
}
