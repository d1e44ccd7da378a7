import Longwave
import RadioJSON
import RadioLoop

/// A client of the shared player on an event loop.
///
/// The link sends requests to the player. It calls closures when the player's responses and notifications arrive.
package final class ControlLink {
    /// Size limits in bytes. They are large because a request may contain a queue of thousands of stations, and a
    /// response the names and addresses of a thousand stations.
    private static let limits = LineConnection.Limits(line: 16 << 20, unread: 16 << 20)
    /// The largest number of bytes that arrive after a request while the link is not subscribed. The shared player
    /// sends only a short response and short notifications to such a client.
    private static let maximumUnsubscribed = 64 << 10

    package typealias Answer = (Result<JSONValue, PlayerCommandError>) -> Void

    /// Called with the method and parameters of each notification from the player.
    package var onNotification: (_ method: String, _ params: JSONValue) -> Void = { _, _ in }
    /// Called when the connection to the shared player has ended.
    package var onEnd: () -> Void = {}

    private let lines: LineConnection
    private var answers: [Int: Answer] = [:]
    private var lastID = 0
    private var isSubscribed = false
    /// The number of bytes that arrived since the last request.
    private var received = 0
    /// Whether the other side has sent only what a shared player sends. If not, the connection has ended.
    private(set) var isReadable = true

    /// Connects to a shared player. Returns nil if no shared player listens at any of the sockets.
    /// - Parameter places: the paths of the sockets to try, in this order.
    package init?(places: [String], loop: EventLoop) {
        guard let found = ControlSocket.connect(toFirstOf: places),
            let lines = LineConnection(found, Self.limits, loop: loop)
        else { return nil }
        self.lines = lines
        lines.onLine = { [weak self] in self?.take($0) }
        lines.onLongLine = { [weak self] in self?.isReadable = false }
        lines.onEnd = { [weak self] in self?.end() }
    }

    /// Sends a request, and calls `answer` on the loop with the player's result or error. If the link is released
    /// first, `answer` is not called.
    /// - Parameter descriptor: a descriptor that goes with the request. It must stay open until the answer.
    package func ask(
        _ method: String, _ params: JSONNode = .object([]), with descriptor: Int32? = nil,
        then answer: @escaping Answer = { _ in }
    ) {
        guard lines.isOpen else { return answer(.failure(.gone)) }
        lastID += 1
        received = 0
        if method == "subscribe" { isSubscribed = true }
        answers[lastID] = answer
        lines.send(ControlLine.request(method, params, id: lastID), with: descriptor)
    }

    /// Ends the connection. The requests that wait get the answer that the player has gone.
    func close() {
        lines.close()
        end()
    }

    /// Handles a line from the player. Passes a response to its request's closure, and a notification to
    /// ``onNotification``.
    private func take(_ line: [UInt8]) {
        received += line.count
        guard isSubscribed || received <= Self.maximumUnsubscribed, let value = try? JSONReader.read(line) else {
            isReadable = false
            return close()
        }
        if let id = value["id"]?.integer, let answer = answers.removeValue(forKey: id) {
            answer(value["error"].map { .failure(PlayerCommandError($0)) } ?? .success(value["result"] ?? .null))
        } else if let method = value["method"]?.string {
            onNotification(method, value["params"] ?? .null)
        }
    }

    private func end() {
        let waiting = answers.values
        answers = [:]
        for answer in waiting { answer(.failure(.gone)) }
        onEnd()
    }
}
