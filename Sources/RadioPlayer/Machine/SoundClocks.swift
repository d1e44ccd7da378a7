import RadioLoop

/// The instants at which certain states of the machine began; nil while a state does not hold. Pure.
struct SoundClocks {
    /// The start of the time in which nothing is heard although the listener wants sound and nothing suppresses it.
    private(set) var silent: MonotonicInstant?
    /// Since when an item that was heard before is not heard, although the listener wants to hear it. Time without a
    /// device is included; interruptions are not.
    private(set) var missing: MonotonicInstant?
    private(set) var playing: MonotonicInstant?
    /// Since when sound plays while the download delivers or is complete.
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
