import RadioLoop
import RadioPlayer

/// Ends the sound after a duration, and fades it out during the last 30 s.
package final class SleepTimer {
    /// The length of the fade-out. A timer that is shorter starts in the middle of the fade-out.
    private static let fading = Duration.seconds(30)
    /// The gain at the end of the fade-out, in decibels.
    private static let softest = -50.0
    /// The time between two changes of the gain during the fade-out.
    private static let step = Duration.milliseconds(500)
    /// The duration of sound that waits in the output's buffer. A new gain is heard only after this duration, so the
    /// fade-out starts earlier by this duration.
    private static let outputDelay = Duration.seconds(2)

    /// The time at which the timer ends the sound.
    package let deadline: MonotonicInstant
    private let manager: PlaybackManager
    private let onEnd: () -> Void
    private var timer: LoopTimer?

    /// Starts the timer.
    /// - Parameter onEnd: called at the deadline; must stop the sound, then release the timer, which resets the gain.
    package init(_ manager: isolated PlaybackManager, after duration: Duration, onEnd: @escaping () -> Void) {
        self.manager = manager
        self.onEnd = onEnd
        deadline = manager.loop.now.advanced(by: duration)
        let new = manager.loop.makeTimer { [unowned self] in turn(manager) }
        timer = new
        let fading = min(Self.fading + Self.outputDelay, duration)
        new.rearm(after: duration - fading)
    }

    deinit {
        timer?.cancel()
        let manager = manager
        manager.assumeIsolated { $0.setFade(decibels: nil) }
    }

    private func turn(_ manager: isolated PlaybackManager) {
        let left = manager.loop.now.duration(to: deadline)
        guard left > .zero else { return onEnd() }
        let share = 1 - max(0, (left - Self.outputDelay) / Self.fading)
        manager.setFade(decibels: Self.softest * share)
        timer?.rearm(after: min(Self.step, left))
    }
}
