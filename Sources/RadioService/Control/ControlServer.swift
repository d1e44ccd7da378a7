import CLinux
import Glibc
import RadioJSON
import RadioLoop

/// Listens at a Unix socket, and hands on what clients ask. A client is given so much and no more: what it does not read stays with
/// us up to a bound, then it is dropped.
package final class ControlServer {
    package typealias Answer = (Result<JSONNode, ControlError>) -> Void
    /// Is told a command, its connection, and whom to answer; at once or later.
    package typealias Handler = (ControlCommand, ControlConnection, @escaping Answer) -> Void

    /// More clients at a time are not taken.
    package static let maximumClients = 64

    package let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: Handler
    private var watch: DescriptorWatch?
    private var connections: [Int: ControlConnection] = [:]
    private var count = 0
    /// Told when a client is gone.
    package var onGone: (ControlConnection) -> Void = { _ in }

    package init(_ loop: EventLoop, at path: String, _ handler: @escaping Handler) throws(ControlSocketError) {
        self.loop = loop
        self.path = path
        self.handler = handler
        descriptor = try ControlSocket.listen(at: path)
        do { watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.accept() } } catch {
            close(descriptor)
            throw .unusable(path, "\(error)")
        }
    }

    deinit { shutDown() }

    /// Nobody is answered any more, and the socket is gone.
    package func shutDown() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        unlink(path)
        close(descriptor)
        for connection in connections.values { connection.close() }
        connections = [:]
    }

    /// Those who asked for notifications.
    package var hasSubscribers: Bool { connections.values.contains { $0.isSubscribed } }

    package func tellSubscribers(_ line: String) {
        for connection in connections.values where connection.isSubscribed { connection.send(line) }
    }

    private func accept() {
        while true {
            let client = longwave_accept(descriptor)
            guard client >= 0 else { return }
            guard connections.count < Self.maximumClients, ControlSocket.isOwn(client) else {
                close(client)
                continue
            }
            count += 1
            let connection = ControlConnection(loop, client, number: count, handler) { [weak self] in self?.gone($0) }
            if let connection { connections[count] = connection } else { close(client) }
        }
    }

    private func gone(_ connection: ControlConnection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        onGone(connection)
    }
}

/// One client of a ``ControlServer``.
package final class ControlConnection {
    /// A longer line is no request of ours.
    static let maximumLine = 65_536
    /// A client that leaves more unread is dropped.
    static let maximumUnread = 1 << 20
    /// Requests that wait for an answer; more are refused.
    static let maximumOpen = 16

    let number: Int
    /// It asked for notifications.
    package var isSubscribed = false

    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: ControlServer.Handler
    private let onGone: (ControlConnection) -> Void
    private var watch: DescriptorWatch?
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var open = 0

    /// Nil where the system gives no watch.
    init?(
        _ loop: EventLoop, _ descriptor: Int32, number: Int, _ handler: @escaping ControlServer.Handler,
        onGone: @escaping (ControlConnection) -> Void
    ) {
        self.loop = loop
        self.descriptor = descriptor
        self.number = number
        self.handler = handler
        self.onGone = onGone
        watch = try? loop.watch(descriptor, for: .readable) { [weak self] in self?.happened($0) }
        if watch == nil { return nil }
    }

    deinit { close() }

    /// Says no more, and hears nothing.
    func close() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        Glibc.close(descriptor)
        onGone(self)
    }

    private func happened(_ events: DescriptorEvents) {
        if events.contains(.writable) { write() }
        guard watch != nil, !events.isDisjoint(with: [.readable, .hangup, .error]) else { return }
        read()
    }

    // MARK: What it says

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return close() }
        input += bytes[..<count]
        while watch != nil, let end = input.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(input[..<end])
            input.removeSubrange(...end)
            if line.contains(where: { $0 > 0x20 }) { take(ControlRequest(line: line)) }
        }
        guard input.count > Self.maximumLine else { return }
        answer(.failure(ControlError(.notARequest, kind: "tooLong", "A line can have at most 64 KiB.")), to: .null)
        close()
    }

    private func take(_ request: ControlRequest) {
        guard open < Self.maximumOpen else {
            let busy = ControlError(
                .refused, kind: "busy", "Too many requests are waiting.", exitCode: .unavailable)
            return answer(.failure(busy), to: request.id)
        }
        switch request.command {
        case .failure(let error): answer(.failure(error), to: request.id)
        case .success(let command):
            open += 1
            handler(command, self) { [weak self] result in
                self?.open -= 1
                self?.answer(result, to: request.id)
            }
        }
    }

    // MARK: What it is told

    private func answer(_ result: Result<JSONNode, ControlError>, to id: JSONNode?) {
        if let id { send(ControlLine.answer(result, to: id)) }
    }

    func send(_ line: String) {
        guard watch != nil else { return }
        output += line.utf8
        write()
        if output.count > Self.maximumUnread { close() }
    }

    private func write() {
        while watch != nil, !output.isEmpty {
            let count = output.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno != EAGAIN { return close() }
            guard count > 0 else { break }
            output.removeFirst(count)
        }
        watch?.update(output.isEmpty ? .readable : [.readable, .writable])
    }
}
