import Glibc

/// A blocking TCP client on the loopback, independent of the project's own network code.
package final class LoopbackClient: Sendable {
    private let descriptor: Int32

    /// Connects. Each read gives up after `timeout` seconds.
    package init(port: UInt16, timeout: Int = 30) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let descriptor = descriptor
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // If this initializer throws, `deinit` still closes the socket, because all properties have their values.
        guard code == 0 else { throw LoopbackError(errno: errno) }
    }

    deinit { close(descriptor) }

    /// Sends bytes. Returns false if the peer has gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Waits for bytes and returns at most `maximum` of them. Returns none if the peer has closed the connection or
    /// sends nothing until the timeout.
    package func receive(_ maximum: Int = 65_536) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: maximum)
        while true {
            let count = recv(descriptor, &buffer, maximum, 0)
            if count < 0, errno == EINTR { continue }
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// Returns the bytes that have arrived, without waiting.
    package func receiveAvailable() -> [UInt8] {
        TestSignal.wait(for: [descriptor], milliseconds: 0) ? receive() : []
    }

    /// Returns exactly `count` bytes, or fewer if the peer closes the connection or sends nothing until the timeout.
    package func receive(exactly count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = receive(count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// Returns the head of a response, including the empty line.
    package func receiveHead() -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let more = receive(1)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a port that was free a moment ago. Another program may take it, so the caller must be ready to try
    /// again.
    package static func freePort() throws -> UInt16 {
        let server = try LoopbackServer { _ in }
        defer { server.stop() }
        return server.port
    }
}
