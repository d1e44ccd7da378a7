import Glibc
import RadioLoop

/// One connection of a ``LoadServer``: its socket, the request, and the bytes that must still be written to the socket.
/// The object closes the socket in `deinit` at the latest.
final class LoadConnection {
    let number: Int
    /// The index of the slot in the ``BiteWheel``, or nil if the connection is not in the wheel.
    var slot: Int?
    /// The index of this connection within its slot of the ``BiteWheel``.
    var place = 0
    /// The stream that this connection gets, or nil if its request has not been answered with a stream.
    var listener: LoadListener?

    private let descriptor: Int32
    private unowned let server: LoadServer
    private var watch: DescriptorWatch?
    private var request: [UInt8] = []
    private var isAnswered = false
    private var isFinishing = false
    private var outbox: [UInt8] = []
    private var sentOfOutbox = 0
    /// The number of bytes written to the socket so far.
    private(set) var given = 0

    init(number: Int, descriptor: Int32, server: LoadServer, loop: EventLoop) throws(LoopError) {
        self.number = number
        self.descriptor = descriptor
        self.server = server
        do {
            watch = try loop.watch(descriptor, for: .readable) { [weak self] in self?.handle($0) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    deinit { close(byReset: false) }

    /// Closes the connection.
    /// - Parameter byReset: Whether the peer gets RST. Otherwise, it gets FIN after all bytes that were written to the
    ///   socket.
    func close(byReset: Bool) {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        if byReset {
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        Glibc.close(descriptor)
    }

    // MARK: Sending

    var hasWaiting: Bool { sentOfOutbox < outbox.count }

    /// Writes at most the first `limit` of `bytes` to the socket. ``flush()`` writes the rest later.
    func give(_ bytes: [UInt8], limit: Int? = nil) {
        let limit = limit ?? bytes.count
        guard !hasWaiting else {
            outbox += bytes
            return
        }
        let count = bytes.withUnsafeBytes { send($0, from: 0, to: limit) }
        if count < bytes.count {
            outbox.removeAll(keepingCapacity: true)
            outbox.append(contentsOf: bytes[count...])
            sentOfOutbox = 0
        }
    }

    func flush() {
        guard hasWaiting else { return }
        sentOfOutbox += outbox.withUnsafeBytes { send($0, from: sentOfOutbox, to: outbox.count) }
        guard !hasWaiting else { return }
        (outbox, sentOfOutbox) = ([], 0)
    }

    /// Sends a complete response, and closes the connection when all of it has been written to the socket.
    func finish(with answer: [UInt8]) {
        isFinishing = true
        outbox += answer
        goOnFinishing()
    }

    /// Whether the client's computer has received all bytes that were written to the socket, so that a reset cannot
    /// discard any.
    var isDelivered: Bool {
        // The C library declares only the first part of `struct tcp_info` (linux/tcp.h). The number of unacknowledged
        // packets is at byte 24, the number of unsent bytes at 144.
        var info = [UInt32](repeating: 0, count: 64)
        var size = socklen_t(info.count * 4)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size >= 148 else { return false }
        return info[6] == 0 && info[36] == 0
    }

    /// Writes bytes to the socket and returns how many. Ignores errors, because ``handle(_:)`` notices a client that
    /// has gone.
    private func send(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        guard watch != nil, end > start else { return 0 }
        let count = Glibc.send(descriptor, bytes.baseAddress! + start, end - start, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return 0 }
        given += count
        return count
    }

    private func goOnFinishing() {
        flush()
        if hasWaiting {
            watch?.update([.readable, .writable])
        } else {
            server.end(self, byPeer: false, reason: "answered")
        }
    }

    // MARK: Receiving

    private func handle(_ events: DescriptorEvents) {
        if !events.isDisjoint(with: [.readable, .hangup, .error]) { receive() }
        if watch != nil, isFinishing, events.contains(.writable) { goOnFinishing() }
    }

    private func receive() {
        let count = withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0, !isAnswered { request.append(contentsOf: buffer[..<count]) }
            return count
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            return server.end(self, byPeer: true, reason: count == 0 ? "closed" : "reset")
        }
        guard !isAnswered else { return }
        guard request.count <= LoadRequest.maximum else {
            return server.end(self, byPeer: false, reason: "the request is too long")
        }
        guard LoadRequest.isWhole(request) else { return }
        isAnswered = true
        let whole = request
        request = []
        server.answer(self, LoadRequest(whole))
    }
}
