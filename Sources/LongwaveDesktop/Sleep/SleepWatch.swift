import CSystemd
import Glibc
import RadioLoop

/// Reports when the computer is about to sleep and when it has woken, as announced by logind
/// (org.freedesktop.login1(5)).
///
/// The watch takes logind's delay lock, which delays the computer's sleep until the program has stopped its sound.
/// Without logind, or while the bus cannot be reached, nothing is reported.
package final class SleepWatch {
    /// An announcement that the computer is about to sleep or has woken.
    package enum Event: Hashable, Sendable {
        case willSleep, didWake
    }

    /// The pause between two attempts to connect to the system bus.
    private static let retryInterval = Duration.seconds(30)

    private let loop: EventLoop
    private let onEvent: (Event) -> Void
    private var bus: BusConnection?
    private var signal: OpaquePointer?
    private var call: OpaquePointer?
    private var lock: Int32 = -1
    private var retry: LoopTimer?
    private var isAsleep = false

    /// Connects to the system bus and asks for the delay lock.
    /// - Parameter onEvent: called from a closure posted to the loop. The delay lock is released after the call for
    ///   `willSleep` returns.
    package init(_ loop: EventLoop, _ onEvent: @escaping (Event) -> Void) {
        self.loop = loop
        self.onEvent = onEvent
        retry = loop.makeTimer { [weak self] in self?.connect() }
        connect()
    }

    deinit {
        retry?.cancel()
        disconnect()
    }

    private var me: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> SleepWatch {
        Unmanaged<SleepWatch>.fromOpaque(pointer!).takeUnretainedValue()
    }

    /// Connects to the system bus and observes logind. If the bus cannot be reached, tries again after
    /// ``retryInterval``.
    private func connect() {
        bus = BusConnection(.system, loop) { [weak self] in self?.busEnded() }
        guard let bus else {
            retry?.rearm(after: Self.retryInterval)
            return
        }
        sd_bus_match_signal_async(
            bus.bus, &signal, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
            "PrepareForSleep",
            { message, me, _ in
                var isBeginning: Int32 = 0
                guard longwave_bus_read_bool(message, &isBeginning) >= 0 else { return 0 }
                let watch = SleepWatch.of(me)
                let begins = isBeginning != 0
                watch.loop.post { [weak watch] in watch?.prepareForSleep(begins) }
                return 0
            }, nil, me)
        takeLock()
    }

    private func disconnect() {
        sd_bus_slot_unref(signal)
        sd_bus_slot_unref(call)
        signal = nil
        call = nil
        letGo()
        bus = nil
    }

    private func busEnded() {
        disconnect()
        // Without the bus, nothing announces that the computer has woken. So it counts as awake.
        if isAsleep { prepareForSleep(false) }
        retry?.rearm(after: Self.retryInterval)
    }

    private func prepareForSleep(_ begins: Bool) {
        guard begins != isAsleep else { return }
        isAsleep = begins
        onEvent(begins ? .willSleep : .didWake)
        if begins { letGo() } else { takeLock() }
    }

    // MARK: The lock

    /// Asks logind for the delay lock.
    private func takeLock() {
        guard let bus, lock < 0 else { return }
        sd_bus_slot_unref(call)
        call = nil
        _ = longwave_bus_inhibit(
            bus.bus, &call,
            { message, me, _ in
                var descriptor: Int32 = -1
                // If logind does not run, the reply is an error, and there is no lock.
                guard sd_bus_message_is_method_error(message, nil) == 0,
                    longwave_bus_read_descriptor(message, &descriptor) >= 0
                else { return 0 }
                // The D-Bus message closes its descriptor of the lock, so the watch keeps a duplicate.
                SleepWatch.of(me).took(fcntl(descriptor, F_DUPFD_CLOEXEC, 3))
                return 0
            }, me, "sleep", "Longwave", "Longwave stops the sound first", "delay")
        bus.turn()
    }

    private func took(_ descriptor: Int32) {
        letGo()
        lock = descriptor
        if isAsleep { letGo() }
    }

    private func letGo() {
        if lock >= 0 { close(lock) }
        lock = -1
    }
}
