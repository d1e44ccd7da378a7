import RadioLoop
import RadioPlayer

/// Ends the sound after a duration, and fades it out before: during the last 20 s, or the last third of a shorter
/// timer.
package final class SleepTimer {
    /// The length of the longest fade-out.
    private static let longestFading = Duration.seconds(20)
    /// The time at which the timer ends the sound.
    package let deadline: MonotonicInstant
    private let manager: PlaybackManager
    private let onEnd: () -> Void
    private var timer: LoopTimer?

    /// Starts the timer.
    /// - Parameter onEnd: called at the deadline; must stop the sound, then release the timer, which ends the fade.
    package init(_ manager: isolated PlaybackManager, after duration: Duration, onEnd: @escaping () -> Void) {
        self.manager = manager
        self.onEnd = onEnd
        deadline = manager.loop.now.advanced(by: duration)
        let fading = Self.fading(of: duration)
        timer = manager.loop.schedule(after: duration - fading) { [weak self] in self?.fade(over: fading, manager) }
    }

    deinit {
        timer?.cancel()
        let manager = manager
        manager.assumeIsolated { $0.dim(to: 1) }
    }

    /// Returns the length of the fade-out of a timer.
    static func fading(of duration: Duration) -> Duration { min(longestFading, duration / 3) }

    private func fade(over duration: Duration, _ manager: isolated PlaybackManager) {
        manager.dim(to: 0, over: duration)
        timer = manager.loop.schedule(after: duration) { [weak self] in self?.onEnd() }
    }
}
