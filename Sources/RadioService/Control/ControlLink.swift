import Longwave
import RadioJSON

/// A client of the shared player on an event loop.
///
/// The link sends requests to the player. It calls closures when the player's responses and notifications arrive.
package final class ControlLink {
    /// Size limits in bytes. They are large because a response may contain a queue of thousands of stations.
    private static let limits = LineConnection.Limits(line: 16 << 20, unread: 16 << 20)

    package typealias Answer = (Result<JSONValue, ControlError>) -> Void

    /// Called with the method and parameters of each notification from the player.
    package var onNotification: (_ method: String, _ params: JSONValue) -> Void = { _, _ in }
    /// Called when the connection to the shared player has ended.
    package var onEnd: () -> Void = {}

    private let lines: LineConnection
    private var answers: [Int: Answer] = [:]
    private var lastID = 0

    /// Connects to a shared player. Returns nil if no shared player listens at any of the sockets.
    /// - Parameter places: the paths of the sockets to try, in this order.
    package init?(places: [String], loop: EventLoop) {
        guard let found = ControlSocket.connect(toFirstOf: places),
            let lines = LineConnection(found, Self.limits, loop: loop)
        else { return nil }
        self.lines = lines
        lines.onLine = { [weak self] in self?.take($0) }
        lines.onEnd = { [weak self] in self?.end() }
    }

    /// Sends a request, and calls `answer` on the loop with the player's result or error. If the link is released
    /// first, `answer` is not called.
    package func ask(_ method: String, _ params: [JSONNode.Member] = [], then answer: @escaping Answer = { _ in }) {
        guard lines.isOpen else { return answer(.failure(.gone)) }
        lastID += 1
        answers[lastID] = answer
        lines.send(ControlLine.request(method, params, id: lastID))
    }

    /// Handles a line from the player. Passes a response to its request's closure, and a notification to
    /// ``onNotification``.
    private func take(_ line: [UInt8]) {
        guard let value = try? JSONReader.read(line) else {
            // The program at the other end is not the shared player, which sends only JSON.
            lines.close()
            return end()
        }
        if let id = value["id"]?.number, let answer = answers.removeValue(forKey: Int(id)) {
            answer(value["error"].map { .failure(ControlError($0)) } ?? .success(value["result"] ?? .null))
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
