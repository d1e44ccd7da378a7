import Longwave
import RadioLoop

/// The player's events for the clients of `/api/v1/events` (server-sent events), which resume where they stopped.
///
/// Each event is encoded once for all clients. While no client listens, nothing is encoded. Used on the player's loop
/// only.
final class EventLog {
    /// The number of events that are kept for slow clients and those that come back.
    static let kept = 64
    /// How often a client without events gets a comment, so that both sides notice a lost connection.
    static let interval = Duration.seconds(45)
    /// How long events are kept for the last client that left.
    static let patience = Duration.seconds(120)
    static let maximumClients = 128

    private let link: any PlayerLink
    private let loop: EventLoop
    private let state: () -> PlayerState
    /// Marks the ids of this run, so that those of an earlier run are not taken for its own.
    private let run = String(UInt32.random(in: 0...(.max)), radix: 36)
    private var events: [[UInt8]] = []
    /// The number of the event after the last one.
    private var next = 1
    private var clients: [ObjectIdentifier: Client] = [:]
    private var timer: LoopTimer!
    private var json: JSONLine { JSONLine(clock: loop.wallClock) }

    init(_ radio: Radio, _ manager: isolated PlaybackManager) {
        let link = radio.playerLink(on: manager)
        (self.link, loop) = (link, manager.loop)
        state = { link.state(manager) }
        timer = loop.makeTimer { [weak self] in self?.tick() }
    }

    deinit { timer.cancel() }

    var clientCount: Int { clients.count }

    /// Returns the events for a client that knows those up to an id; nil if there are too many clients.
    func source(after id: String?) -> (any HTTPSource)? {
        guard clients.count < Self.maximumClients else { return nil }
        let parts = (id ?? "").split(separator: "-")
        let number = parts.count == 2 && parts[0] == run ? Int(parts[1]) : nil
        let client = Client(self, next: number.map { $0 + 1 })
        clients[ObjectIdentifier(client)] = client
        if link.onChange == nil { link.onChange = { [weak self] in self?.received($0, $1) } }
        if clients.count == 1 { timer.rearm(after: Self.interval) }
        return Subscription(client)
    }

    /// Ends the streams of all clients.
    func close() {
        link.onChange = nil
        timer.disarm()
        clients = [:]
    }

    private func received(_ notification: PlaybackNotification?, _ state: PlayerState) {
        let value = notification.map { json.value($0, state) } ?? json.value(state)
        append(notification?.name ?? "snapshot", value.text())
    }

    private func append(_ name: String, _ text: String) {
        events.append(event(name, text, next))
        next += 1
        if events.count > Self.kept { events.removeFirst() }
        for client in clients.values { client.onMore() }
    }

    private func event(_ name: String, _ text: String, _ number: Int) -> [UInt8] {
        Array("id: \(run)-\(number)\nevent: \(name)\ndata: \(text)\n\n".utf8)
    }

    private func tick() {
        guard !clients.isEmpty else {
            link.onChange = nil
            return events = []
        }
        for client in clients.values { client.addComment() }
        timer.rearm(after: Self.interval)
    }

    private func gone(_ client: Client) {
        clients[ObjectIdentifier(client)] = nil
        if clients.isEmpty { timer.rearm(after: Self.patience) }
    }

    /// What a client gets next, and the number of the event after it. A client that has missed events, or knows none,
    /// gets the whole state.
    private func bytes(from number: Int?) -> (bytes: [UInt8], next: Int) {
        let first = next - events.count
        guard let number, number >= first, number <= next else {
            return (event("snapshot", json.value(state()).text(), next - 1), next)
        }
        return number == next ? ([], next) : (events[number - first], number + 1)
    }

    /// The place of a client among the events.
    private final class Client {
        var onMore: () -> Void = {}
        private weak var log: EventLog?
        private var next: Int?
        private var pending = Array("retry: 2000\n\n".utf8)[...]

        init(_ log: EventLog, next: Int?) { (self.log, self.next) = (log, next) }

        func addComment() {
            guard pending.isEmpty else { return }
            pending = [0x3A, 0x0A, 0x0A]
            onMore()
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
            guard let log, log.clients[ObjectIdentifier(self)] != nil else { return nil }
            if pending.isEmpty {
                let (bytes, next) = log.bytes(from: next)
                (pending, self.next) = (bytes[...], next)
            }
            let count = min(pending.count, buffer.count)
            buffer.copyBytes(from: pending.prefix(count))
            pending = pending.dropFirst(count)
            return count
        }

        func leave() { log?.gone(self) }
    }

    /// What the server holds of a client. The client leaves when the server releases this object.
    private final class Subscription: HTTPSource {
        private let client: Client
        let isPlain = false
        var onMore: () -> Void {
            get { client.onMore }
            set { client.onMore = newValue }
        }

        init(_ client: Client) { self.client = client }
        deinit { client.leave() }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? { client.read(into: buffer) }
    }
}
