import Glibc
import RadioJSON

/// A client of the shared player that blocks until each answer arrives, for programs that need not do anything else
/// meanwhile.
package final class ControlClient {
    private let descriptor: Int32
    private var input = LineBuffer()
    private var lastID = 0
    private var hasEnded = false
    /// The notifications that arrived while the client waited for an answer.
    private var notifications: [JSONValue] = []

    /// How long the client waits for an answer, in milliseconds.
    private static let patience: Int32 = 30_000
    /// The longest line in bytes. The shared player's lines are shorter, so a longer line counts as the end of the
    /// connection.
    private static let maximumLine = 64 << 20

    /// Connects. Returns nil if no shared player listens.
    /// - Parameter places: the sockets to try, in this order.
    package init?(places: [String]) {
        guard let found = ControlSocket.connect(toFirstOf: places) else { return nil }
        descriptor = found
    }

    deinit { close(descriptor) }

    /// Sends a request and returns the player's result.
    /// - Throws: The player's error if the player refuses the request. An error of kind `silent` if the player does not
    ///   answer, or of kind `gone` if the connection has ended.
    package func ask(_ method: String, _ params: [JSONNode.Member] = []) throws(ControlError) -> JSONValue {
        lastID += 1
        try write(Array(ControlLine.request(method, params, id: lastID).utf8))
        while true {
            guard let value = try line(within: Self.patience) else { throw Self.silent }
            if value["id"]?.number == Double(lastID) {
                if let error = value["error"] { throw ControlError(error) }
                return value["result"] ?? .null
            }
            notifications.append(value)
        }
    }

    /// The result of waiting for a notification.
    package enum News {
        /// A notification from the player.
        case told(JSONValue)
        /// No notification arrived in time.
        case nothing
        /// The connection has ended.
        case ended
    }

    /// Waits for the next notification.
    /// - Parameter patience: the longest wait; nil for no limit.
    package func next(within patience: Duration? = nil) throws(ControlError) -> News {
        if !notifications.isEmpty { return .told(notifications.removeFirst()) }
        let milliseconds = patience.map { Int32($0 / .milliseconds(1)) } ?? -1
        if let value = try line(within: milliseconds) { return .told(value) }
        return hasEnded ? .ended : .nothing
    }

    private static let silent = ControlError(
        .refused, kind: "silent", "The shared player does not answer.", exitCode: .unavailable)

    /// Writes all bytes. Waits while the player does not read them.
    private func write(_ bytes: [UInt8]) throws(ControlError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard wait(POLLOUT, Self.patience) else { throw Self.silent }
            } else if errno != EINTR {
                throw .gone
            }
        }
    }

    /// Returns the next line as JSON; nil if none arrived in time or the connection has ended.
    private func line(within milliseconds: Int32) throws(ControlError) -> JSONValue? {
        while true {
            if let line = input.next() {
                do throws(JSONError) { return try JSONReader.read(line) } catch { throw .gone }
            }
            guard input.count < Self.maximumLine else { throw .gone }
            guard wait(POLLIN, milliseconds) else { return nil }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else {
                hasEnded = true
                return nil
            }
            input.append(bytes[..<count])
        }
    }

    private func wait(_ events: Int32, _ milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
