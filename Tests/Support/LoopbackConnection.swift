import CLinux
import Glibc
import Synchronization

/// A connection of a ``LoopbackServer``, for the server's script. All calls block. Once the peer or the server has
/// closed the connection, they return at once and ``isOpen`` is false.
package final class LoopbackConnection: Sendable {
    private struct State {
        var request: LoopbackRequest?
        var unread: [UInt8] = []
        var sent = 0
        var isOpen = true
        var isClosed = false
        var isKeptAlive = false
    }

    private let descriptor: Int32
    private let stopping: TestSignal
    private let state = Mutex(State())

    init(descriptor: Int32, stopping: TestSignal) {
        self.descriptor = descriptor
        self.stopping = stopping
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    }

    /// The request for which the script is running.
    package var request: LoopbackRequest { state.withLock { $0.request! } }

    /// False after a failed send, after the connection was closed, or once the server stops.
    package var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The number of bytes written to the socket so far. Some of them may still be in the kernel's buffer.
    package var sentBytes: Int { state.withLock { $0.sent } }

    /// Whether the connection stays open for another request when the script returns.
    package var isKeptAlive: Bool {
        get { state.withLock { $0.isKeptAlive && $0.isOpen } }
        set { state.withLock { $0.isKeptAlive = newValue } }
    }

    // MARK: Sending

    /// Sends bytes. Returns false if the connection is gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { send($0) } }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.send(descriptor, rest.baseAddress!, rest.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                state.withLock { $0.isOpen = false }
                return false
            }
            state.withLock { $0.sent += count }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return isOpen
    }

    // MARK: Waiting

    /// Waits for a signal of the test. Returns false if the server is stopped first.
    @discardableResult
    package func wait(for signal: TestSignal) -> Bool {
        _ = TestSignal.wait(for: [signal.descriptor, stopping.descriptor], milliseconds: -1)
        return signal.isRaised
    }

    /// Waits, as a slow server does. Returns false if the server is stopped before the time has passed.
    @discardableResult
    package func pause(milliseconds: Int32) -> Bool {
        !TestSignal.wait(for: [stopping.descriptor], milliseconds: milliseconds)
    }

    /// Waits until the peer closes the connection or sends something.
    package func waitForPeer() {
        _ = TestSignal.wait(for: [descriptor, stopping.descriptor], milliseconds: -1)
    }

    /// Waits until the peer closes the connection, whatever it sends before.
    package func waitUntilClosed() {
        while receive() {}
    }

    // MARK: Closing

    /// Closes the connection with FIN after all bytes sent. The end of the script does the same, unless the connection
    /// is kept alive.
    package func finish() { close(abruptly: false) }

    /// Closes the connection with RST. The peer loses the bytes that it has not read.
    package func reset() { close(abruptly: true) }

    /// Makes the script's blocking calls return. May be called on another thread.
    func breakOff() {
        state.withLock {
            $0.isOpen = false
            if !$0.isClosed { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func close(abruptly: Bool) {
        state.withLock {
            guard !$0.isClosed else { return }
            $0.isClosed = true
            $0.isOpen = false
            if abruptly {
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            }
            Glibc.close(descriptor)
        }
    }

    // MARK: Receiving

    /// Reads a request with its body. Returns nil if the peer closes the connection or sends an invalid request.
    func readRequest() -> LoopbackRequest? {
        while true {
            let text = state.withLock { state -> String? in
                guard let end = state.unread.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
                defer { state.unread.removeSubrange(..<end.upperBound) }
                return String(decoding: state.unread[..<end.upperBound], as: UTF8.self)
            }
            if let text {
                var request = LoopbackRequest(text)
                if let length = request?["Content-Length"].flatMap({ Int($0) }) {
                    guard let body = readBody(length) else { return nil }
                    request?.body = body
                }
                state.withLock {
                    $0.request = request
                    $0.isKeptAlive = false
                }
                return request
            }
            guard receive() else { return nil }
        }
    }

    private func readBody(_ length: Int) -> [UInt8]? {
        while state.withLock({ $0.unread.count < length }) { if !receive() { return nil } }
        return state.withLock { state in
            defer { state.unread.removeFirst(length) }
            return Array(state.unread.prefix(length))
        }
    }

    private func receive() -> Bool {
        guard isOpen else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        state.withLock { $0.unread += buffer[..<count] }
        return true
    }
}
