import CPulse
import Glibc
import RadioLoop

/// libpulse's main loop on our ``EventLoop``: its descriptors, timers and deferred calls become ours.
///
/// libpulse holds a bare pointer to it: it must outlive every context made with ``api``.
final class PulseMainloop {
    /// What `pa_context_new` takes.
    let api: UnsafeMutablePointer<pa_mainloop_api>
    let loop: EventLoop

    init(loop: EventLoop) {
        self.loop = loop
        api = .allocate(capacity: 1)
        api.initialize(to: pa_mainloop_api())
        api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
        api.pointee.io_new = { api, descriptor, events, callback, userdata in
            PulseIOEvent(.of(api), descriptor, events, callback, userdata).handedOut
        }
        api.pointee.io_enable = { event, events in PulseIOEvent.of(event).enable(events) }
        api.pointee.io_free = { event in PulseIOEvent.of(event).free() }
        api.pointee.io_set_destroy = { event, callback in PulseIOEvent.of(event).onDestroy = callback }
        api.pointee.time_new = { api, time, callback, userdata in
            PulseTimeEvent(.of(api), time, callback, userdata).handedOut
        }
        api.pointee.time_restart = { event, time in PulseTimeEvent.of(event).restart(time) }
        api.pointee.time_free = { event in PulseTimeEvent.of(event).free() }
        api.pointee.time_set_destroy = { event, callback in PulseTimeEvent.of(event).onDestroy = callback }
        api.pointee.defer_new = { api, callback, userdata in PulseDeferEvent(.of(api), callback, userdata).handedOut }
        api.pointee.defer_enable = { event, enabled in PulseDeferEvent.of(event).enable(enabled != 0) }
        api.pointee.defer_free = { event in PulseDeferEvent.of(event).free() }
        api.pointee.defer_set_destroy = { event, callback in PulseDeferEvent.of(event).onDestroy = callback }
        // A library must not end the program's loop.
        api.pointee.quit = { _, _ in }
    }

    deinit { api.deallocate() }

    static func of(_ api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseMainloop {
        Unmanaged<PulseMainloop>.fromOpaque(api!.pointee.userdata).takeUnretainedValue()
    }
}

/// What the three kinds of events share: libpulse owns one reference from `…_new` to `…_free`, as its opaque pointer.
class PulseEvent {
    let mainloop: PulseMainloop
    let userdata: UnsafeMutableRawPointer?
    var isFreed = false

    init(_ mainloop: PulseMainloop, _ userdata: UnsafeMutableRawPointer?) {
        self.mainloop = mainloop
        self.userdata = userdata
    }

    /// Called once, by `…_new`.
    final var handedOut: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }
    final var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Gives libpulse's reference back.
    final func release() {
        isFreed = true
        Unmanaged.passUnretained(self).release()
    }
}

/// A descriptor that libpulse waits for.
final class PulseIOEvent: PulseEvent {
    var onDestroy: pa_io_event_destroy_cb_t?
    private let callback: pa_io_event_cb_t?
    private let descriptor: Int32
    private var watch: DescriptorWatch?

    init(
        _ mainloop: PulseMainloop, _ descriptor: Int32, _ events: pa_io_event_flags_t, _ callback: pa_io_event_cb_t?,
        _ userdata: UnsafeMutableRawPointer?
    ) {
        self.callback = callback
        self.descriptor = descriptor
        super.init(mainloop, userdata)
        // It can only fail for lack of memory; libpulse then gets no events and its requests time out.
        watch = try? mainloop.loop.watch(descriptor, for: Self.interest(events)) { [weak self] in self?.report($0) }
    }

    static func of(_ pointer: OpaquePointer?) -> PulseIOEvent {
        Unmanaged<PulseIOEvent>.fromOpaque(UnsafeRawPointer(pointer!)).takeUnretainedValue()
    }

    func enable(_ events: pa_io_event_flags_t) { watch?.update(Self.interest(events)) }

    func free() {
        watch?.cancel()
        onDestroy?(mainloop.api, pointer, userdata)
        release()
    }

    private func report(_ events: DescriptorEvents) {
        var flags: UInt32 = 0
        if events.contains(.readable) { flags |= PA_IO_EVENT_INPUT.rawValue }
        if events.contains(.writable) { flags |= PA_IO_EVENT_OUTPUT.rawValue }
        if events.contains(.hangup) { flags |= PA_IO_EVENT_HANGUP.rawValue }
        if events.contains(.error) { flags |= PA_IO_EVENT_ERROR.rawValue }
        callback?(mainloop.api, pointer, descriptor, pa_io_event_flags_t(flags), userdata)
    }

    private static func interest(_ events: pa_io_event_flags_t) -> DescriptorEvents {
        var interest: DescriptorEvents = []
        if events.rawValue & PA_IO_EVENT_INPUT.rawValue != 0 { interest.insert(.readable) }
        if events.rawValue & PA_IO_EVENT_OUTPUT.rawValue != 0 { interest.insert(.writable) }
        return interest
    }
}

/// A timer of libpulse. For a foreign main loop its times are of the wall clock: they become delays at once, so that a change of
/// the clock later on does no harm.
final class PulseTimeEvent: PulseEvent {
    var onDestroy: pa_time_event_destroy_cb_t?
    private let callback: pa_time_event_cb_t?
    private var time = timeval()
    private var timer: LoopTimer?

    init(
        _ mainloop: PulseMainloop, _ time: UnsafePointer<timeval>?, _ callback: pa_time_event_cb_t?,
        _ userdata: UnsafeMutableRawPointer?
    ) {
        self.callback = callback
        super.init(mainloop, userdata)
        timer = mainloop.loop.makeTimer { [weak self] in self?.fire() }
        restart(time)
    }

    static func of(_ pointer: OpaquePointer?) -> PulseTimeEvent {
        Unmanaged<PulseTimeEvent>.fromOpaque(UnsafeRawPointer(pointer!)).takeUnretainedValue()
    }

    /// No time disarms it.
    func restart(_ time: UnsafePointer<timeval>?) {
        guard let time else {
            timer?.disarm()
            return
        }
        self.time = time.pointee
        var now = timeval()
        gettimeofday(&now, nil)
        let microseconds = (self.time.tv_sec - now.tv_sec) * 1_000_000 + Int(self.time.tv_usec) - Int(now.tv_usec)
        timer?.rearm(after: .microseconds(max(microseconds, 0)))
    }

    func free() {
        timer?.cancel()
        onDestroy?(mainloop.api, pointer, userdata)
        release()
    }

    private func fire() {
        var due = time
        callback?(mainloop.api, pointer, &due, userdata)
    }
}

/// A call that libpulse wants made soon, once a turn for as long as it is enabled.
final class PulseDeferEvent: PulseEvent {
    var onDestroy: pa_defer_event_destroy_cb_t?
    private let callback: pa_defer_event_cb_t?
    private var isEnabled = false
    private var isPosted = false
    /// For calls after the first: posting again in the same turn would never let it end.
    private var nextTurn: LoopTimer?
    private var run: () -> Void = {}

    init(_ mainloop: PulseMainloop, _ callback: pa_defer_event_cb_t?, _ userdata: UnsafeMutableRawPointer?) {
        self.callback = callback
        super.init(mainloop, userdata)
        run = { [weak self] in self?.call() }
        // libpulse's new deferred events are enabled.
        enable(true)
    }

    static func of(_ pointer: OpaquePointer?) -> PulseDeferEvent {
        Unmanaged<PulseDeferEvent>.fromOpaque(UnsafeRawPointer(pointer!)).takeUnretainedValue()
    }

    func enable(_ enabled: Bool) {
        isEnabled = enabled
        guard enabled, !isPosted else { return }
        isPosted = true
        mainloop.loop.post(run)
    }

    func free() {
        isEnabled = false
        nextTurn?.cancel()
        onDestroy?(mainloop.api, pointer, userdata)
        release()
    }

    private func call() {
        guard isEnabled, !isFreed else {
            isPosted = false
            return
        }
        callback?(mainloop.api, pointer, userdata)
        guard isEnabled, !isFreed else {
            isPosted = false
            return
        }
        let timer = nextTurn ?? mainloop.loop.makeTimer { [weak self] in self?.call() }
        nextTurn = timer
        timer.rearm(after: .zero)
    }
}
