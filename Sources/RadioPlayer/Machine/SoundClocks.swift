import RadioLoop

/// Since when something is so, as far as the machine counts it. Pure.
struct SoundClocks {
    /// Nothing is heard although it is wanted and nothing holds it back.
    private(set) var silent: MonotonicInstant?
    /// What was heard is missed: also while there is no device, but not while somebody interrupts.
    private(set) var missing: MonotonicInstant?
    private(set) var playing: MonotonicInstant?
    /// Sound plays and the download brings more.
    private(set) var healthy: MonotonicInstant?

    /// Starts and stops the clocks after an event.
    mutating func follow(_ facts: PlaybackFacts, at now: MonotonicInstant) {
        func since(_ instant: MonotonicInstant?, _ isSo: Bool) -> MonotonicInstant? { isSo ? instant ?? now : nil }
        let isSounding = facts.sound == .playing || facts.sound == .draining
        let isExpected = facts.intent == .playing && !isSounding && facts.sound != .ended && !facts.hasFailed
        silent = since(silent, isExpected && facts.suppressions.isEmpty)
        missing = since(
            missing, isExpected && facts.wasHeard && facts.suppressions.isSubset(of: [.noOutputDevice]))
        playing = since(playing, isSounding)
        let isFed = facts.download == .receiving || facts.download == .ended
        healthy = since(healthy, isSounding && isFed)
    }
}
