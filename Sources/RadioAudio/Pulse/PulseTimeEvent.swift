import CPulse
import Glibc
import RadioLoop

/// A timer of libpulse.
///
/// libpulse states the time of a timer by the wall clock. This class converts it to a delay at once, so that a later
/// change of the clock does no harm.
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
        timer = mainloop.loop.makeTimer(keepsRealTime: true) { [weak self] in self?.fire() }
        restart(time)
    }

    static func of(_ pointer: OpaquePointer?) -> PulseTimeEvent {
        Unmanaged<PulseTimeEvent>.fromOpaque(UnsafeRawPointer(pointer!)).takeUnretainedValue()
    }

    /// Sets the timer; nil disarms it.
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
