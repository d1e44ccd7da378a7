import RadioLoop
import RadioPlayer

/// Ends the sound after a while, and lets it fade out before. What plays then, and whether it was connected again meanwhile, does
/// not matter.
package final class SleepTimer {
    /// How long the fading takes, if there is so much time.
    private static let fading = Duration.seconds(30)
    /// How soft it is at its end, in decibels.
    private static let softest = -50.0
    private static let step = Duration.milliseconds(500)
    /// What was given to the output before is heard without it.
    private static let outputDelay = Duration.seconds(2)

    /// When the sound ends.
    package let deadline: MonotonicInstant
    private let manager: PlaybackManager
    private let onEnd: () -> Void
    private var timer: LoopTimer?

    /// - Parameter onEnd: called at the end, which stops the sound; then it is as loud as before.
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
