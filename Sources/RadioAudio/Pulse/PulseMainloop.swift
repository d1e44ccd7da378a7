import CPulse
import RadioLoop

/// Runs libpulse's main loop on our ``EventLoop``, which provides descriptor events, timers and deferred calls.
///
/// libpulse holds an unowned pointer to this object, which must outlive every context made with ``api``.
final class PulseMainloop {
    /// The functions to pass to `pa_context_new`.
    let api: UnsafeMutablePointer<pa_mainloop_api>
    let loop: EventLoop

    /// Creates the functions that libpulse calls.
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
        // libpulse's request to quit is ignored, because a library must not end the program's loop.
        api.pointee.quit = { _, _ in }
    }

    deinit { api.deallocate() }

    static func of(_ api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseMainloop {
        Unmanaged<PulseMainloop>.fromOpaque(api!.pointee.userdata).takeUnretainedValue()
    }
}
