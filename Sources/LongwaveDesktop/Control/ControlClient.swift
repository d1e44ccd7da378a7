import Glibc
import Longwave
import RadioJSON
import RadioLoop
import RadioPlayer

/// A client of the shared player whose calls block until the player's response arrives. `longwave ctl` uses it, because
/// that command has nothing else to do while it waits.
package final class ControlClient {
    private let descriptor: Int32
    /// How long the client waits until the shared player has read a request and sent the whole response.
    private let patience: Duration
    private var input = LineBuffer()
    private var lastID = 0
    private var hasEnded = false
    /// The number of bytes that were received since the last request.
    private var received = 0

    /// The largest response, and the longest line of a notification, in bytes. The shared player sends only shorter
    /// ones.
    private static let maximumBytes = 16 << 20

    /// Connects to a shared player. Returns nil if no shared player listens at any of the sockets.
    /// - Parameters:
    ///   - places: the paths of the sockets to try, in this order.
    ///   - patience: how long to wait for a response.
    package init?(places: [String], patience: Duration = .seconds(30)) {
        guard let found = ControlSocket.connect(toFirstOf: places) else { return nil }
        descriptor = found
        self.patience = patience
    }

    deinit { close(descriptor) }

    /// Sends a request to the shared player and returns the player's result. Notifications that arrive before the
    /// response are dropped.
    /// - Throws: The player's error if the player refuses the request. An error of kind `silent` if the response has
    ///   not arrived after 30 s or if the player ends before it responds, `gone` if the player cannot be reached any
    ///   more, or `unreadable` if the response cannot be read or is too long.
    package func ask(_ method: String, _ params: [JSONNode.Member] = []) throws(PlayerCommandError) -> JSONValue {
        try ask(method, params, until: .now + patience)
    }

    /// Asks the shared player for the queue, with all its entries. The client asks for parts, because a queue may have
    /// 100,000 entries.
    /// - Throws: the errors of ``ask(_:_:)``, with 30 s for the whole queue.
    package func queue() throws(PlayerCommandError) -> JSONValue {
        let (deadline, size) = (ContinuousClock.now + patience, ControlCommand.QueueWindow.size)
        var entries: [JSONValue] = []
        while true {
            let window: [JSONNode.Member] = [
                .init(name: "from", value: .int(Int64(entries.count))), .init(name: "count", value: .int(Int64(size))),
            ]
            let part = try ask("queue.list", window, until: deadline)
            guard case .object(var members) = part, case .array(let new)? = members["entries"] else {
                throw .unreadable
            }
            entries += new
            if new.count < size || entries.count >= PlaybackQueue.maximumCount {
                members["entries"] = .array(entries)
                return .object(members)
            }
        }
    }

    private func ask(
        _ method: String, _ params: [JSONNode.Member], until deadline: ContinuousClock.Instant
    ) throws(PlayerCommandError) -> JSONValue {
        lastID += 1
        received = 0
        try write(Array(ControlLine.request(method, .object(params), id: lastID).utf8), until: deadline)
        while true {
            guard let value = try line(until: deadline) else { throw .silent }
            if value["id"]?.integer == lastID {
                if let error = value["error"] { throw PlayerCommandError(error) }
                return value["result"] ?? .null
            }
            guard received < Self.maximumBytes else { throw .unreadable }
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
    package func next(within patience: Duration? = nil) throws(PlayerCommandError) -> News {
        if let value = try line(until: patience.map { .now + $0 }) { return .told(value) }
        return hasEnded ? .ended : .nothing
    }

    /// Writes all bytes to the socket. Throws `silent` if the player has not read them by the deadline.
    private func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(PlayerCommandError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard wait(POLLOUT, until: deadline) else { throw .silent }
            } else if errno != EINTR {
                throw .gone
            }
        }
    }

    /// Returns the player's next line as JSON. Returns nil if the connection has ended, or if the line has not arrived
    /// by the deadline; nil means no deadline.
    private func line(until deadline: ContinuousClock.Instant?) throws(PlayerCommandError) -> JSONValue? {
        while true {
            if let line = input.next() {
                do throws(JSONError) { return try JSONReader.read(line) } catch { throw .unreadable }
            }
            guard input.count < Self.maximumBytes else { throw .unreadable }
            guard wait(POLLIN, until: deadline) else { return nil }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else {
                hasEnded = true
                return nil
            }
            received += count
            input.append(bytes[..<count])
        }
    }

    /// Waits until the socket can be read or written. Returns false if it cannot by the deadline.
    private func wait(_ events: Int32, until deadline: ContinuousClock.Instant?) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
            if let left, left <= 0 { return false }
            let count = poll(&request, 1, left.map { Int32(nearest: $0.rounded(.up)) } ?? -1)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }
}
