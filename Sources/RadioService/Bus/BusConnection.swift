import CSystemd
import Glibc
import RadioLoop

/// A connection to a D-Bus on the loop. It may end at any time: `onEnd` is called once, from the inbox.
final class BusConnection {
    /// Which one; where each is found: sd_bus_default(3).
    enum Bus: Hashable, Sendable {
        /// The machine's.
        case system
        /// The user's, or the desktop session's.
        case user
    }

    let bus: OpaquePointer
    private let loop: EventLoop
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    private var isTurnPosted = false
    private var hasEnded = false
    private let onEnd: () -> Void

    /// Nil where there is no bus.
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
        // `deinit` closes it.
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

    /// Does at the end of the turn what is due: also what was just asked for.
    func turn() {
        guard !isTurnPosted else { return }
        isTurnPosted = true
        loop.post { [weak self] in
            self?.isTurnPosted = false
            self?.process()
        }
    }

    /// Its handlers only store and post.
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

    /// sd_bus_get_fd(3): what to wait for changes with each call.
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
            // CLOCK_MONOTONIC in microseconds.
            timer?.rearm(at: MonotonicInstant(nanoseconds: Int64(clamping: deadline) * 1000))
        } else {
            timer?.disarm()
        }
    }
}
