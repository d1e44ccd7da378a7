import CLinux
import Glibc
import Longwave
import RadioJSON
import RadioLoop
import RadioPlayer

/// Listens at a Unix socket and passes the clients' requests to a handler.
///
/// The server queues up to 1 MiB that a client has not read yet. If more is unread, the server closes the client's
/// connection. A response that is the queue may be longer: the server makes it as fast as the client reads.
package final class ControlServer {
    /// The result of a command.
    package enum Outcome {
        case value(JSONNode)
        /// The queue, as it is when the server begins to write the response.
        case queue
    }

    package typealias Answer = (Result<Outcome, PlayerCommandError>) -> Void
    /// Carries out a client's command, then calls the closure with the response, at once or later.
    package typealias Handler = (ControlCommand, ControlConnection, @escaping Answer) -> Void

    /// The maximum number of connected clients. Further connections are closed at once.
    package static let maximumClients = 64
    /// The maximum number of received bytes, over all clients, that wait for the rest of their lines. If more wait, the
    /// client with the most is disconnected.
    private static let maximumParts = 32 << 20
    /// The maximum number of clients that have read only a part of the queue. Each of them keeps a copy of the queue in
    /// memory if the queue changes meanwhile. If there are more, the client that has not read for the longest time is
    /// disconnected.
    static let maximumQueueReaders = 4

    private let loop: EventLoop
    private let listener: ControlListener
    private let handler: Handler
    private let queue: () -> PlaybackQueue
    private var watch: DescriptorWatch?
    private var connections: [Int: ControlConnection] = [:]
    private var count = 0
    /// The numbers of the clients that have read only a part of the queue. The one that read last comes last.
    private var queueReaders: [Int] = []
    /// Called after a client has disconnected.
    package var onGone: (ControlConnection) -> Void = { _ in }

    /// Listens at the path.
    /// - Parameters:
    ///   - queue: returns the queue, for the commands whose response is the queue.
    ///   - handler: carries out the commands.
    package init(
        _ loop: EventLoop, at path: String, queue: @escaping () -> PlaybackQueue, _ handler: @escaping Handler
    ) throws(SharedPlayerError) {
        self.loop = loop
        self.queue = queue
        self.handler = handler
        listener = try ControlListener(at: path)
        do { watch = try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in self?.accept() } } catch {
            listener.shutDown()
            throw .unusable(path, "\(error)")
        }
    }

    deinit { shutDown() }

    /// Closes the socket and all connections, and deletes the socket's file.
    package func shutDown() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        listener.shutDown()
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
            let client = longwave_accept(listener.descriptor)
            guard client >= 0 else { return }
            guard connections.count < Self.maximumClients, ControlSocket.isOwn(client) else {
                close(client)
                continue
            }
            count += 1
            let connection = ControlConnection(loop, client, number: count, queue: queue, handler)
            connection?.onPart = { [weak self] in self?.limitParts() }
            connection?.onQueuePart = { [weak self] in self?.limitQueueReaders($0, isUnfinished: $1) }
            connection?.onGone = { [weak self] in self?.gone($0) }
            connections[count] = connection
        }
    }

    private func limitParts() {
        guard connections.values.reduce(0, { $0 + $1.partCount }) > Self.maximumParts else { return }
        let largest = connections.values.max { $0.partCount < $1.partCount }
        largest?.refuseLine("The unfinished lines of all clients can have at most 32 MiB.")
    }

    private func limitQueueReaders(_ connection: ControlConnection, isUnfinished: Bool) {
        queueReaders.removeAll { $0 == connection.number }
        if isUnfinished { queueReaders.append(connection.number) }
        if queueReaders.count > Self.maximumQueueReaders { connections[queueReaders[0]]?.close() }
    }

    private func gone(_ connection: ControlConnection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        queueReaders.removeAll { $0 == connection.number }
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

    /// Called when received bytes wait for the rest of their line.
    var onPart: () -> Void = {}
    /// Called when a part of the queue is sent, with whether another part follows.
    var onQueuePart: (ControlConnection, _ isUnfinished: Bool) -> Void = { _, _ in }
    /// Called when the client has disconnected.
    var onGone: (ControlConnection) -> Void = { _ in }

    private let lines: LineConnection
    private let queue: () -> PlaybackQueue
    private let handler: ControlServer.Handler
    /// The number of this client's requests that wait for a response.
    private var open = 0

    /// Takes over the descriptor of the client's socket. Returns nil, and closes the descriptor, if the operating
    /// system cannot watch another descriptor.
    init?(
        _ loop: EventLoop, _ descriptor: Int32, number: Int, queue: @escaping () -> PlaybackQueue,
        _ handler: @escaping ControlServer.Handler
    ) {
        guard let lines = LineConnection(descriptor, Self.limits, loop: loop) else { return nil }
        self.lines = lines
        self.number = number
        self.queue = queue
        self.handler = handler
        lines.onLine = { [weak self] line in
            if line.contains(where: { $0 > 0x20 }) { self?.take(ControlRequest(line: line)) }
        }
        lines.onLongLine = { [weak self] in self?.refuseLine("A line can have at most 8 MiB.") }
        lines.onPart = { [weak self] in self?.onPart() }
        lines.onEnd = { [weak self] in self.map { $0.onGone($0) } }
    }

    /// The number of received bytes that wait for the rest of their line.
    var partCount: Int { lines.partCount }

    /// Refuses the line that the client is sending, and closes the connection.
    func refuseLine(_ why: String) {
        send(ControlLine.answer(.failure(.notARequest("tooLong", why)), to: .null))
        close()
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
            return answer(.failure(PlayerCommandError("busy", "Too many requests are waiting.")), to: request)
        }
        switch request.command {
        case .failure(let error): answer(.failure(error), to: request)
        case .success(let command):
            open += 1
            handler(command, self) { [weak self] result in
                self?.open -= 1
                self?.answer(result, to: request)
            }
        }
    }

    private func answer(_ result: Result<ControlServer.Outcome, PlayerCommandError>, to request: ControlRequest) {
        guard let id = request.id else { return }
        switch result {
        case .success(.value(let value)): send(ControlLine.answer(.success(value), to: id))
        case .success(.queue): sendQueue(request.window, to: id)
        case .failure(let error): send(ControlLine.answer(.failure(error), to: id))
        }
    }

    /// Sends the queue piece by piece. Until the whole queue is sent, the request counts as open.
    private func sendQueue(_ window: ControlCommand.QueueWindow, to id: JSONNode) {
        open += 1
        var pieces: QueueAnswer?
        lines.send { [weak self] in
            guard let self else { return nil }
            var next = pieces.take() ?? QueueAnswer(queue(), window)
            let text = next.next(to: id)
            if text == nil { open -= 1 }
            onQueuePart(self, next.isUnfinished)
            pieces = next
            return text
        }
    }

    func send(_ line: String) { lines.send(line) }

    /// Returns the descriptor that came with the client's requests, which the caller then owns; nil if none came.
    var isOpen: Bool { lines.isOpen }
    func takeDescriptor() -> Int32? { lines.takeDescriptor() }
}
