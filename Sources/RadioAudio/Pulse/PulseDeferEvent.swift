import CPulse
import RadioLoop

/// A deferred event of libpulse, which calls libpulse once per turn while enabled.
final class PulseDeferEvent: PulseEvent {
    var onDestroy: pa_defer_event_destroy_cb_t?
    private let callback: pa_defer_event_cb_t?
    private var isEnabled = false
    private var isPosted = false
    /// Fires in the next turn for the second and each later call. Calls that are posted to the loop would all run in
    /// the same turn, which would never end.
    private var nextTurn: LoopTimer?
    private var run: () -> Void = {}

    init(_ mainloop: PulseMainloop, _ callback: pa_defer_event_cb_t?, _ userdata: UnsafeMutableRawPointer?) {
        self.callback = callback
        super.init(mainloop, userdata)
        run = { [weak self] in self?.call() }
        // libpulse expects new deferred events to be enabled.
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

    /// Calls libpulse now, then once per turn while the event is enabled.
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
