import CLinux
import Glibc

/// Tells when this process did not run for a while although it wanted to: the machine slept, or somebody stopped the process
/// (SIGSTOP, a debugger, a frozen container). Costs no wake-ups.
///
/// Sleep is seen by the wall clock's jump at waking and counted by CLOCK_BOOTTIME, which went on meanwhile; a stop by a turn
/// that comes much later than the earliest timer wanted it, or that takes long itself: what blocks has no place on the loop.
package final class WakeWatch {
    private let descriptor: Int32
    private let loop: EventLoop
    private let minimum: Duration
    private var watch: DescriptorWatch?
    private var sleptBefore: Duration
    private let onWake: (Duration) -> Void

    /// - Parameters:
    ///   - loop: whose timers and turns show it; one watch a loop.
    ///   - minimum: shorter absences are not told.
    ///   - onWake: called with how long it was away, at the end of the first turn afterwards.
    package init(
        _ loop: EventLoop, minimum: Duration, _ onWake: @escaping (Duration) -> Void
    ) throws(LoopError) {
        self.loop = loop
        self.minimum = minimum
        self.onWake = onWake
        sleptBefore = Self.slept
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard descriptor >= 0 else { throw LoopError(call: "timerfd_create") }
        loop.onLateTurn = { [weak self] late in self?.away(late) }
        guard longwave_arm_clock_watch(descriptor) == 0 else { throw LoopError(call: "timerfd_settime") }
        watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.clockJumped() }
    }

    deinit {
        watch?.cancel()
        loop.onLateTurn = nil
        if descriptor >= 0 { close(descriptor) }
    }

    /// So long has the machine slept since it was started.
    private static var slept: Duration { MonotonicInstant.now.duration(to: EventLoop.bootTime) }

    private func clockJumped() {
        var count: UInt64 = 0
        // ECANCELED: it must be armed anew.
        _ = read(descriptor, &count, 8)
        _ = longwave_arm_clock_watch(descriptor)
        let slept = Self.slept
        defer { sleptBefore = slept }
        away(slept - sleptBefore)
    }

    private func away(_ duration: Duration) {
        guard duration >= minimum else { return }
        loop.post { [weak self] in self?.onWake(duration) }
    }
}
