import CPulse

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
