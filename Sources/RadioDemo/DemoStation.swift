import Glibc
import RadioLoop

/// A radio station inside the program, with which the listener can check the loudspeaker without a network.
///
/// The station is an ICY server on a free port of the loopback interface (127.0.0.1). A player receives it like any
/// other station. The sound is sent ``burst`` (3 s) ahead of real time, with a new title every 4.32 s. An instance is
/// used on the loop's thread only.
package final class DemoStation {
    /// How far ahead of real time sound is sent to each connection.
    static let burst = Duration.seconds(3)
    /// The interval at which sound is sent to all connections.
    static let tick = Duration.milliseconds(500)
    /// The maximum number of simultaneous connections. Further connections are closed at once.
    static let maximumListeners = 16

    /// The address under which a player receives the station.
    package let url: String

    private let loop: EventLoop
    private let programme = DemoProgramme()
    private let began: MonotonicInstant
    private let listener: Int32
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    private var listeners: [ObjectIdentifier: DemoListener] = [:]

    /// Opens the station's port, and from then on accepts connections.
    ///
    /// - Throws: ``DemoError`` if a system call for the socket fails, or `LoopError` if the loop cannot watch the
    ///   socket.
    package init(loop: EventLoop) throws {
        self.loop = loop
        began = loop.now
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw DemoError(call: "socket") }
        listener = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/demo"
        guard isListening else {
            let error = DemoError(call: "listen")
            close(descriptor)
            throw error
        }
        do {
            watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.accept() }
        } catch {
            close(descriptor)
            throw error
        }
        timer = loop.makeTimer { [weak self] in self?.feedAll() }
    }

    deinit { stop() }

    /// The number of open connections.
    package var listenerCount: Int { listeners.count }

    /// Closes the station's port and all connections.
    package func stop() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        close(listener)
        timer?.cancel()
        for listener in listeners.values { listener.close() }
        listeners = [:]
    }

    /// Accepts all connections that wait at the port, and starts the timer that sends sound to them.
    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            guard listeners.count < Self.maximumListeners else {
                close(descriptor)
                continue
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            guard
                let new = try? DemoListener(
                    descriptor: descriptor, loop: loop, programme: programme,
                    due: { [began, loop] in Self.due(since: began, at: loop.now) })
            else { continue }
            let id = ObjectIdentifier(new)
            listeners[id] = new
            new.onEnd = { [weak self] in self?.listeners[id] = nil }
            if timer?.isArmed == false { timer?.rearm(after: Self.tick) }
        }
    }

    private func feedAll() {
        for listener in listeners.values { listener.feed() }
        if !listeners.isEmpty { timer?.rearm(after: Self.tick) }
    }

    /// Returns the position in the programme that is on the air at `now`, in bytes of sound since `began`.
    private static func due(since began: MonotonicInstant, at now: MonotonicInstant) -> Int {
        Int(began.duration(to: now).inSeconds * DemoProgramme.bytesPerSecond)
    }
}
