import Glibc
import RadioJSON

/// A client of the shared player whose calls block until the player's response arrives. `longwave ctl` uses it, because
/// that command has nothing else to do while it waits.
package final class ControlClient {
    private let descriptor: Int32
    private var input = LineBuffer()
    private var lastID = 0
    private var hasEnded = false
    /// The notifications that arrived while the client waited for a response. ``next(within:)`` returns these first.
    private var notifications: [JSONValue] = []

    /// How long the client waits for the shared player to respond or to read, in milliseconds.
    private static let patience: Int32 = 30_000
    /// The longest line, in bytes, that the client accepts. The shared player sends only shorter lines, so a longer
    /// line counts as the end of the connection.
    private static let maximumLine = 64 << 20

    /// Connects to a shared player. Returns nil if no shared player listens at any of the sockets.
    /// - Parameter places: the paths of the sockets to try, in this order.
    package init?(places: [String]) {
        guard let found = ControlSocket.connect(toFirstOf: places) else { return nil }
        descriptor = found
    }

    deinit { close(descriptor) }

    /// Sends a request to the shared player and returns the player's result.
    /// - Throws: The player's error if the player refuses the request. An error of kind `silent` if the player sends
    ///   nothing for 30 s or ends before it responds, or of kind `gone` if the player cannot be reached any more or its
    ///   response cannot be read.
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
        /// No notification arrived within the longest wait.
        case nothing
        /// The connection has ended.
        case ended
    }

    /// Waits for the shared player's next notification.
    /// - Parameter patience: the longest wait; nil for no limit.
    package func next(within patience: Duration? = nil) throws(ControlError) -> News {
        if !notifications.isEmpty { return .told(notifications.removeFirst()) }
        let milliseconds = patience.map { Int32($0 / .milliseconds(1)) } ?? -1
        if let value = try line(within: milliseconds) { return .told(value) }
        return hasEnded ? .ended : .nothing
    }

    private static let silent = ControlError(
        .refused, kind: "silent", "The shared player does not answer.", exitCode: .unavailable)

    /// Writes all bytes to the socket. Throws `silent` if the player reads nothing for 30 s.
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

    /// Returns the player's next line as JSON. Returns nil if the connection has ended, or if no bytes arrive for
    /// `milliseconds`; −1 means no limit.
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
