import Glibc
import RadioLoop
import Synchronization

/// A scripted HTTP server for tests, on a free loopback port.
///
/// Each connection has a thread of its own, which runs the script once per request. The script therefore sends, waits
/// and reads step by step:
///
///     let server = try LoopbackServer { connection in
///         connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
///         connection.send(firstHalf)
///         connection.wait(for: goOn)      // a TestSignal that the test raises
///         connection.send(secondHalf)
///     }                                   // closes with FIN; `connection.reset()` closes with RST
///     defer { server.stop() }
///     pool.start(TransferRequest(url: server.url("/radio")), delegate: recorder)
///
/// ``LoopbackConnection/reply(status:headers:body:)`` sends a whole response. A script for several paths switches over
/// the path of ``LoopbackConnection/request``. ``requests`` keeps all requests. These methods misbehave as servers do:
/// ``LoopbackConnection/neverAnswer()``, ``LoopbackConnection/sendEndlessly(_:every:)``,
/// ``LoopbackConnection/sendHeaders(totalling:lineLength:)``, ``LoopbackConnection/redirect(to:status:)``.
package final class LoopbackServer: Sendable {
    package typealias Script = @Sendable (LoopbackConnection) -> Void

    package let host: String
    package let port: UInt16
    private let script: Script
    private let stopping = TestSignal()
    private let state = Mutex(State())

    private struct State {
        var connections: [ObjectIdentifier: LoopbackConnection] = [:]
        var requests: [LoopbackRequest] = []
        var accepted = 0
        var threads = 0
        var isStopped = false
        var listener: Int32 = -1
        var isAway = false
        var isAccepting = false
    }

    /// Listens on `host`, an IPv4 address of the loopback network. Different addresses are different hosts for a
    /// client.
    package init(host: String = "127.0.0.1", port: UInt16 = 0, script: @escaping Script) throws {
        self.host = host
        self.script = script
        let (listener, port) = try Self.bound(host, port)
        guard listen(listener, 1024) == 0 else {
            close(listener)
            throw LoopbackError(errno: errno)
        }
        self.port = port
        state.withLock {
            $0.listener = listener
            $0.threads = 1
            $0.isAccepting = true
        }
        LoopThread.start { [self] in accept(on: listener) }
    }

    deinit {
        let listener = state.withLock { $0.listener }
        if listener >= 0 { close(listener) }
    }

    private static func bound(_ host: String, _ port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(descriptor)
            throw LoopbackError(errno: code)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    // MARK: Refusing connections

    /// Closes all connections and refuses new ones. The server keeps its port.
    package func leave() throws {
        let (old, open) = state.withLock { state in
            state.isAway = true
            return (state.listener, Array(state.connections.values))
        }
        shutdown(old, Int32(SHUT_RDWR))
        for connection in open { connection.breakOff() }
        while state.withLock({ $0.isAccepting }) { usleep(1000) }
        // A socket that is bound but does not listen refuses connections.
        state.withLock { $0.listener = -1 }
        close(old)
        let new = try Self.bound(host, port).descriptor
        state.withLock { $0.listener = new }
    }

    /// Accepts connections again after ``leave()``.
    package func comeBack() {
        let listener = state.withLock { state in
            state.isAway = false
            state.isAccepting = true
            state.threads += 1
            return state.listener
        }
        listen(listener, 1024)
        LoopThread.start { [self] in accept(on: listener) }
    }

    /// Returns the URL of a path.
    /// - Parameter credentials: `user:password`, already percent-encoded.
    package func url(_ path: String = "/", credentials: String? = nil) -> String {
        "http://\(credentials.map { $0 + "@" } ?? "")\(host):\(port)\(path)"
    }

    /// All requests so far, oldest first.
    package var requests: [LoopbackRequest] { state.withLock { $0.requests } }

    /// The number of open connections. `acceptedCount` also includes closed ones.
    package var connectionCount: Int { state.withLock { $0.connections.count } }
    package var acceptedCount: Int { state.withLock { $0.accepted } }

    /// Closes the port and all connections, and waits for the scripts to return. A test must call this method, because
    /// a server that listens keeps itself alive.
    package func stop() {
        let open = state.withLock { state -> [LoopbackConnection] in
            state.isStopped = true
            return Array(state.connections.values)
        }
        stopping.raise()
        shutdown(state.withLock { $0.listener }, Int32(SHUT_RDWR))
        for connection in open { connection.breakOff() }
        while state.withLock({ $0.threads > 0 }) { usleep(1000) }
    }

    private func accept(on listener: Int32) {
        defer {
            state.withLock {
                $0.threads -= 1
                $0.isAccepting = false
            }
        }
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            if state.withLock({ $0.isStopped || $0.isAway }) {
                if descriptor >= 0 { close(descriptor) }
                return
            }
            guard descriptor >= 0 else { continue }
            let connection = LoopbackConnection(descriptor: descriptor, stopping: stopping)
            state.withLock {
                $0.connections[ObjectIdentifier(connection)] = connection
                $0.accepted += 1
                $0.threads += 1
            }
            LoopThread.start { [self] in serve(connection) }
        }
    }

    private func serve(_ connection: LoopbackConnection) {
        defer {
            connection.finish()
            state.withLock {
                $0.connections[ObjectIdentifier(connection)] = nil
                $0.threads -= 1
            }
        }
        if state.withLock({ $0.isStopped }) { return }
        repeat {
            guard let request = connection.readRequest() else { return }
            state.withLock { $0.requests.append(request) }
            script(connection)
        } while connection.isKeptAlive
    }
}

/// The error of a system call on a socket.
package struct LoopbackError: Error {
    package let errno: Int32
}
