import RadioLoop
import RadioPlayer

/// Ends the sound after a duration, and fades it out before: during the last 20 s, or the last third of a shorter
/// timer.
package final class SleepTimer {
    /// The length of the longest fade-out.
    private static let longestFading = Duration.seconds(20)
    /// The gain at the end of the fade-out, in decibels.
    private static let softest = -50.0
    /// The time between two changes of the gain during the fade-out.
    private static let step = Duration.milliseconds(500)
    /// The longest duration of sound that waits in the output's buffer. A new gain is heard only after this duration,
    /// so the fade-out starts earlier by this duration.
    private static let outputDelay = Duration.seconds(2)

    /// The time at which the timer ends the sound.
    package let deadline: MonotonicInstant
    private let manager: PlaybackManager
    private let onEnd: () -> Void
    private let fading: Duration
    private var timer: LoopTimer?

    /// Starts the timer.
    /// - Parameter onEnd: called at the deadline; must stop the sound, then release the timer, which resets the gain.
    package init(_ manager: isolated PlaybackManager, after duration: Duration, onEnd: @escaping () -> Void) {
        self.manager = manager
        self.onEnd = onEnd
        fading = Self.fading(of: duration)
        deadline = manager.loop.now.advanced(by: duration)
        let new = manager.loop.makeTimer { [weak self] in self?.turn(manager) }
        timer = new
        new.rearm(after: max(duration - fading - Self.outputDelay, .zero))
    }

    deinit {
        timer?.cancel()
        let manager = manager
        manager.assumeIsolated { $0.setFade(decibels: nil) }
    }

    /// Returns the gain in decibels that makes sound given to the output now fade out `left` before the end.
    static func gain(left: Duration, fading: Duration) -> Double {
        softest * (1 - min(max(0, (left - outputDelay) / fading), 1))
    }

    /// Returns the length of the fade-out of a timer.
    static func fading(of duration: Duration) -> Duration { min(longestFading, duration / 3) }

    private func turn(_ manager: isolated PlaybackManager) {
        let left = manager.loop.now.duration(to: deadline)
        guard left > .zero else { return onEnd() }
        manager.setFade(decibels: Self.gain(left: left, fading: fading))
        timer?.rearm(after: min(Self.step, left))
    }
}
