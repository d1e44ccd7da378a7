import Longwave
import RadioLoop

/// Keeps a connection to the session bus, and connects again after the bus was restarted.
///
/// While the bus is away, the loop waits for events of the folder with the bus's socket. In addition, the connection is
/// tried a few times, because a bus may accept connections a moment later, and because not every bus has a socket file.
final class SessionBus {
    /// The waits before the tries after the end of a connection, and after an event of the socket's folder.
    private static let delays: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(5), .seconds(15)]
    /// How long a connection must last for the tries to count anew after its end.
    private static let lastingTime = Duration.seconds(60)

    private(set) var connection: BusConnection?
    private let loop: EventLoop
    private let onConnect: (BusConnection) -> Void
    private let onEnd: () -> Void
    private var watch: FileWatch?
    private var timer: LoopTimer?
    private var tries = 0
    private var connected: MonotonicInstant

    /// Connects to the user's session bus. The caller gets the first connection from ``connection``, which is nil if the
    /// user has no session bus.
    /// - Parameters:
    ///   - onConnect: called with each later connection.
    ///   - onEnd: called when a connection has ended, before it is released.
    init(_ loop: EventLoop, onConnect: @escaping (BusConnection) -> Void, onEnd: @escaping () -> Void) {
        self.loop = loop
        self.onConnect = onConnect
        self.onEnd = onEnd
        connected = loop.now
        connect()
    }

    deinit { timer?.cancel() }

    private func connect() {
        connection = BusConnection(.user, loop) { [weak self] in self?.ended() }
        guard connection != nil else { return }
        connected = loop.now
        watch = nil
        timer?.cancel()
    }

    private func ended() {
        onEnd()
        connection = nil
        if connected.duration(to: loop.now) >= Self.lastingTime { tries = 0 }
        watch = Self.socketFile.map { path in
            FileWatch(loop, [path], isSocket: true) { [weak self] in
                self?.tries = 0
                self?.tryLater()
            }
        }
        tryLater()
    }

    private func tryLater() {
        timer?.cancel()
        guard tries < Self.delays.count else { return }
        timer = loop.schedule(after: Self.delays[tries]) { [weak self] in
            guard let self else { return }
            tries += 1
            connect()
            if let connection { onConnect(connection) } else { tryLater() }
        }
    }

    /// The path of the bus's socket; nil if the bus has no socket file (sd_bus_default(3)).
    private static var socketFile: String? {
        guard let address = Environment.value("DBUS_SESSION_BUS_ADDRESS") else {
            return Environment.value("XDG_RUNTIME_DIR").map { "\($0)/bus" }
        }
        return socketPath(address)
    }

    /// Returns the path in the first address of a bus that has one, such as `unix:path=/run/user/1000/bus,guid=…`.
    static func socketPath(_ addresses: String) -> String? {
        let paths = addresses.split(separator: ";").lazy.filter { $0.hasPrefix("unix:") }.compactMap { address in
            address.dropFirst(5).split(separator: ",").first { $0.hasPrefix("path=") }?.dropFirst(5)
        }
        return paths.first.map { URLReference.percentDecoded($0) }
    }
}
