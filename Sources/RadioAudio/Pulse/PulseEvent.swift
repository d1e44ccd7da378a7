import CPulse

/// The common part of libpulse's three kinds of events.
///
/// libpulse owns one reference from `…_new` to `…_free`, as an opaque pointer.
class PulseEvent {
    let mainloop: PulseMainloop
    let userdata: UnsafeMutableRawPointer?
    var isFreed = false

    init(_ mainloop: PulseMainloop, _ userdata: UnsafeMutableRawPointer?) {
        self.mainloop = mainloop
        self.userdata = userdata
    }

    /// The object's pointer with a reference for libpulse. Used once, by `…_new`.
    final var handedOut: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }
    final var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Releases libpulse's reference.
    final func release() {
        isFreed = true
        Unmanaged.passUnretained(self).release()
    }
}
