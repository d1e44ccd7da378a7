import Glibc
import RadioLoop
import Synchronization

package enum UnixSocket {
    /// Returns whether a program accepts connections to the socket at `path`.
    static func answers(_ path: String) -> Bool {
        guard let descriptor = connected(to: path) else { return false }
        close(descriptor)
        return true
    }

    /// Listens at `path`, and runs `body` with the descriptor of the first connection on another thread. Closes both
    /// afterwards. Nobody may connect later than in a minute.
    package static func serve(_ path: String, _ body: @escaping @Sendable (Int32) -> Void) throws {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0, with(path, { bind(listener, $0, $1) }) == 0, listen(listener, 4) == 0 else {
            throw TemporaryDirectory.WriteError(code: errno)
        }
        LoopThread.start {
            defer { close(listener) }
            var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 60_000) > 0 else { return }
            let peer = accept(listener, nil, nil)
            guard peer >= 0 else { return }
            body(peer)
            close(peer)
        }
    }

    /// Connects to the socket at `path`. Returns the connection's descriptor, or nil if no program accepts the
    /// connection.
    package static func connected(to path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        if with(path, { connect(descriptor, $0, $1) }) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// Calls `body` with the address of the socket at `path`.
    fileprivate static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path), "\(path) is too long for a socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// A program of the test that listens at a Unix socket.
package final class UnixServer: Sendable {
    /// Called on a thread of its own with the descriptor of each connection. The connection is closed afterwards.
    package typealias Script = @Sendable (Int32) -> Void

    private struct State {
        var open: Set<Int32> = []
        var accepted = 0
        var isStopped = false
    }

    private let listener: Int32
    private let state = Mutex(State())

    package init(at path: String, _ script: @escaping Script) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = UnixSocket.with(path) { bind(listener, $0, $1) }
        guard result == 0, listen(listener, 64) == 0 else {
            throw ChildProcess.StartError(description: "\(path): \(errno)")
        }
        LoopThread.start { [self] in accept(script) }
    }

    // The threads keep the server alive until they have ended.
    deinit { close(listener) }

    /// The number of connections that clients have made.
    package var accepted: Int { state.withLock { $0.accepted } }

    /// Ends all connections and stops listening.
    package func stop() {
        state.withLock {
            $0.isStopped = true
            // `accept` and the scripts' calls of `read` and `write` now fail.
            for descriptor in $0.open.union([listener]) { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func accept(_ script: @escaping Script) {
        while case let client = Glibc.accept(listener, nil, nil), client >= 0 {
            state.withLock {
                $0.accepted += 1
                $0.open.insert(client)
                if $0.isStopped { shutdown(client, Int32(SHUT_RDWR)) }
            }
            LoopThread.start { [self] in
                script(client)
                state.withLock {
                    $0.open.remove(client)
                    close(client)
                }
            }
        }
    }

    /// Sends bytes again and again, until the other side closes the connection.
    package static func sendEndlessly(_ bytes: [UInt8], to descriptor: Int32, every pause: UInt32 = 0) {
        while send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 { usleep(pause) }
    }
}
