import CPulse

/// The common part of libpulse's three kinds of events: I/O, timers and deferred calls.
///
/// libpulse owns one reference to the object, as an opaque pointer, from the creation of the event (`…_new`) to its
/// release (`…_free`).
class PulseEvent {
    let mainloop: PulseMainloop
    let userdata: UnsafeMutableRawPointer?
    var isFreed = false

    init(_ mainloop: PulseMainloop, _ userdata: UnsafeMutableRawPointer?) {
        self.mainloop = mainloop
        self.userdata = userdata
    }

    /// A pointer to the object, with a new reference that libpulse owns. Read only once, by `…_new`.
    final var handedOut: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }
    final var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Releases libpulse's reference.
    final func release() {
        isFreed = true
        Unmanaged.passUnretained(self).release()
    }
}
