import CSystemd
import Glibc
import RadioLoop

/// A connection to a D-Bus message bus. An event loop watches the bus's socket.
///
/// The connection can end at any time. `onEnd` is then called once, from a closure posted to the loop.
final class BusConnection {
    /// The bus to connect to; sd_bus_default(3) says where each bus is found.
    enum Bus: Hashable, Sendable {
        /// The system bus: one bus for the whole computer.
        case system
        /// The session bus: the bus of the user or of the desktop session.
        case user
    }

    let bus: OpaquePointer
    private let loop: EventLoop
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    private var isTurnPosted = false
    private var hasEnded = false
    private let onEnd: () -> Void

    /// Connects to the bus. Returns nil if the bus cannot be reached.
    init?(_ kind: Bus, _ loop: EventLoop, onEnd: @escaping () -> Void) {
        var bus: OpaquePointer?
        let result =
            switch kind {
            case .system: sd_bus_open_system(&bus)
            case .user: sd_bus_open_user(&bus)
            }
        guard result >= 0, let bus else { return nil }
        self.bus = bus
        self.loop = loop
        self.onEnd = onEnd
        let descriptor = sd_bus_get_fd(bus)
        timer = loop.makeTimer(keepsRealTime: true) { [weak self] in self?.process() }
        watch = try? loop.watch(descriptor, for: .readable) { [weak self] _ in self?.process() }
        // If the loop cannot watch the bus's socket, this initialiser fails, and `deinit` closes the connection to the
        // bus.
        guard watch != nil else { return nil }
        turn()
    }

    deinit { close() }

    private func close() {
        watch?.cancel()
        watch = nil
        timer?.cancel()
        sd_bus_close(bus)
        sd_bus_unref(bus)
    }

    /// Sends and receives the waiting messages at the end of the turn. Must be called after a message was queued for
    /// sending.
    func turn() {
        guard !isTurnPosted else { return }
        isTurnPosted = true
        loop.post { [weak self] in
            self?.isTurnPosted = false
            self?.process()
        }
    }

    /// Sends and receives waiting messages, with at most 64 calls of sd_bus_process(3). The handlers of received
    /// messages only store data and post closures to the loop.
    private func process() {
        guard !hasEnded else { return }
        var result: Int32 = 1
        var rounds = 0
        while result > 0, rounds < 64 {
            result = sd_bus_process(bus, nil)
            rounds += 1
        }
        guard result >= 0, sd_bus_is_open(bus) > 0 else {
            hasEnded = true
            watch?.cancel()
            watch = nil
            timer?.disarm()
            loop.post { [weak self] in self?.onEnd() }
            return
        }
        prepareToWait(mayHaveMore: result > 0)
    }

    /// Sets the socket events and the deadline for which the loop waits before the next call of ``process()``. sd-bus
    /// may change both with each call of ``process()`` (sd_bus_get_fd(3)).
    private func prepareToWait(mayHaveMore: Bool) {
        let events = sd_bus_get_events(bus)
        var interest: DescriptorEvents = []
        if events & Int32(POLLIN) != 0 { interest.insert(.readable) }
        if events & Int32(POLLOUT) != 0 { interest.insert(.writable) }
        watch?.update(interest)
        var deadline: UInt64 = 0
        if mayHaveMore {
            turn()
        } else if sd_bus_get_timeout(bus, &deadline) >= 0, deadline != .max {
            // sd_bus_get_timeout(3) returns the deadline as a time of CLOCK_MONOTONIC in microseconds.
            timer?.rearm(at: MonotonicInstant(nanoseconds: Int64(clamping: deadline) * 1000))
        } else {
            timer?.disarm()
        }
    }
}
