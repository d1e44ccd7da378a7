import CSystemd
import Glibc
import Synchronization
import TestSupport

/// A D-Bus system bus that the test runs on its own thread, with a fake logind (systemd's service for suspending the
/// computer) that the test controls.
final class FakeLogind: Sendable {
    private struct State {
        var isReady = false
        var isEnding = false
        var signals: [Bool] = []
        /// The logind's ends of the pipes through which programs hold locks that delay a suspension.
        var locks: [Int32] = []
    }

    private let directory: TemporaryDirectory
    private let daemon: ChildProcess
    private let state = Mutex(State())

    /// Sets the environment variable `DBUS_SYSTEM_BUS_ADDRESS`, so each test needs its own process.
    init() throws {
        directory = try TemporaryDirectory()
        let address = "unix:path=\(directory.path)/bus"
        daemon = try ChildProcess("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=\(address)"])
        setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1)
        let me = Unmanaged.passRetained(self).toOpaque()
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { pointer in
                Unmanaged<FakeLogind>.fromOpaque(pointer!).takeRetainedValue().run()
                return nil
            }, me)
        pthread_detach(thread)
    }

    var isReady: Bool { state.withLock { $0.isReady } }
    /// How many locks programs hold: a lock is held as long as the program's end of the pipe is open.
    var lockCount: Int {
        state.withLock { state in
            state.locks.count { descriptor in
                var poll = pollfd(fd: descriptor, events: 0, revents: 0)
                return Glibc.poll(&poll, 1, 0) == 0
            }
        }
    }

    func prepareForSleep(_ begins: Bool) { state.withLock { $0.signals.append(begins) } }

    /// Ends the bus and thereby all connections to it.
    func end() {
        state.withLock { $0.isEnding = true }
        daemon.end()
    }

    private func run() {
        var bus: OpaquePointer?
        while sd_bus_open_system(&bus) < 0 {
            if state.withLock({ $0.isEnding }) { return }
            usleep(10_000)
        }
        defer { sd_bus_unref(bus) }
        let me = Unmanaged.passUnretained(self).toOpaque()
        sd_bus_add_filter(
            bus, nil,
            { message, me, _ in
                guard sd_bus_message_is_method_call(message, "org.freedesktop.login1.Manager", "Inhibit") > 0 else {
                    return 0
                }
                return Unmanaged<FakeLogind>.fromOpaque(me!).takeUnretainedValue().inhibit(message)
            }, me)
        guard sd_bus_request_name(bus, "org.freedesktop.login1", 0) >= 0 else { return }
        state.withLock { $0.isReady = true }
        while !state.withLock({ $0.isEnding }) {
            let signals = state.withLock { state in
                defer { state.signals = [] }
                return state.signals
            }
            for begins in signals { _ = longwave_bus_prepare_for_sleep(bus, begins ? 1 : 0) }
            let result = sd_bus_process(bus, nil)
            if result < 0 { return }
            if result == 0 { sd_bus_wait(bus, 10_000) }
        }
    }

    private func inhibit(_ message: OpaquePointer?) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return -1 }
        state.withLock { $0.locks.append(ends[0]) }
        _ = longwave_bus_reply_descriptor(message, ends[1])
        close(ends[1])
        return 1
    }
}
