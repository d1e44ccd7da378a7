import CLinux
import Glibc

/// Reports that this process did not run for a while although it was ready to run.
///
/// The computer slept, or the process was stopped (SIGSTOP, a debugger, a frozen container). The watch causes no
/// wake-ups.
///
/// A sleep shows as a jump of the wall clock, and CLOCK_BOOTTIME gives its length. A stop shows as a turn that begins
/// much later than its earliest timer, or whose own work takes long, since nothing on the loop blocks.
package final class WakeWatch {
    private let descriptor: Int32
    private let loop: EventLoop
    private let minimum: Duration
    private var watch: DescriptorWatch?
    /// The total time that the computer had slept when the wall clock last jumped.
    private var sleptBefore: Duration
    private let onWake: (Duration) -> Void
    /// Called at the end of a turn in which the wall clock was found to be set. Also called after a sleep.
    package var onClockSet: (() -> Void)?

    /// Starts the watch. Throws if the system gives no descriptor.
    /// - Parameters:
    ///   - loop: The loop whose turns are checked. A loop may have one watch.
    ///   - minimum: The shortest time without running that is reported.
    ///   - onWake: Called with the time for which the process did not run, at the end of the first turn afterwards.
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

    /// The total time that the computer has slept since it was started.
    private static var slept: Duration { MonotonicInstant.now.duration(to: EventLoop.bootTime) }

    private func clockJumped() {
        var count: UInt64 = 0
        // After a jump of the clock, the read fails with ECANCELED, and the timer must be armed again.
        _ = read(descriptor, &count, 8)
        _ = longwave_arm_clock_watch(descriptor)
        loop.post { [weak self] in self?.onClockSet?() }
        let slept = Self.slept
        defer { sleptBefore = slept }
        away(slept - sleptBefore)
    }

    private func away(_ duration: Duration) {
        guard duration >= minimum else { return }
        loop.post { [weak self] in self?.onWake(duration) }
    }
}
