import CLinux
import Glibc
import RadioJSON
import RadioLoop

/// Listens at a Unix socket and passes the clients' requests to a handler.
///
/// The server queues up to 1 MiB that a client has not read yet. If more is unread, the server closes the client's
/// connection.
package final class ControlServer {
    package typealias Answer = (Result<JSONNode, ControlError>) -> Void
    /// Carries out a client's command, then calls the closure with the response, at once or later.
    package typealias Handler = (ControlCommand, ControlConnection, @escaping Answer) -> Void

    /// The maximum number of connected clients. Further connections are closed at once.
    package static let maximumClients = 64

    package let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private let handler: Handler
    private var watch: DescriptorWatch?
    private var connections: [Int: ControlConnection] = [:]
    private var count = 0
    /// Called after a client has disconnected.
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

    /// Closes the socket and all connections, and deletes the socket's file.
    package func shutDown() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        unlink(path)
        close(descriptor)
        for connection in connections.values { connection.close() }
        connections = [:]
    }

    /// Whether any client has asked for notifications.
    package var hasSubscribers: Bool { connections.values.contains { $0.isSubscribed } }

    /// Sends a notification, as one line, to all clients that asked for notifications.
    package func tellSubscribers(_ line: String) {
        for connection in connections.values where connection.isSubscribed { connection.send(line) }
    }

    /// Accepts the waiting connections. Closes connections from other users except root, and connections beyond
    /// ``maximumClients``.
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
            connections[count] = connection
        }
    }

    private func gone(_ connection: ControlConnection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        onGone(connection)
    }
}

/// One client of a ``ControlServer``.
package final class ControlConnection {
    /// Size limits of the connection to a client, in bytes.
    ///
    /// The longest request contains a queue of 20,000 stations. A client that leaves more than 1 MiB unread is
    /// disconnected.
    private static let limits = LineConnection.Limits(line: 8 << 20, unread: 1 << 20)
    /// The largest number of this client's requests that wait for a response. Further requests are refused.
    static let maximumOpen = 16

    let number: Int
    /// True if the client asked for notifications.
    package var isSubscribed = false

    private let lines: LineConnection
    private let handler: ControlServer.Handler
    private let onGone: (ControlConnection) -> Void
    /// The number of this client's requests that wait for a response.
    private var open = 0

    /// Takes over the descriptor of the client's socket. Returns nil, and closes the descriptor, if the operating
    /// system cannot watch another descriptor.
    init?(
        _ loop: EventLoop, _ descriptor: Int32, number: Int, _ handler: @escaping ControlServer.Handler,
        onGone: @escaping (ControlConnection) -> Void
    ) {
        guard let lines = LineConnection(descriptor, Self.limits, loop: loop) else { return nil }
        self.lines = lines
        self.number = number
        self.handler = handler
        self.onGone = onGone
        lines.onLine = { [weak self] line in
            if line.contains(where: { $0 > 0x20 }) { self?.take(ControlRequest(line: line)) }
        }
        lines.onLongLine = { [weak self] in
            let tooLong = ControlError(.notARequest, kind: "tooLong", "A line can have at most 8 MiB.")
            self?.answer(.failure(tooLong), to: .null)
        }
        lines.onEnd = { [weak self] in self.map { $0.onGone($0) } }
    }

    /// Closes the connection to the client.
    func close() {
        guard lines.isOpen else { return }
        lines.close()
        onGone(self)
    }

    /// Passes a request to the handler. Refuses an invalid request, and every request while ``maximumOpen`` others
    /// wait.
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

    private func answer(_ result: Result<JSONNode, ControlError>, to id: JSONNode?) {
        if let id { send(ControlLine.answer(result, to: id)) }
    }

    func send(_ line: String) { lines.send(line) }
}
