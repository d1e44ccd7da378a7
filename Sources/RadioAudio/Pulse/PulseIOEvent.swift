import CPulse
import RadioLoop

/// A file descriptor that libpulse waits on.
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
        // Watching the descriptor fails only for lack of memory. libpulse then gets no events, and its requests time
        // out.
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
