import RadioLoop

/// The instants at which certain states of the machine began; nil while a state does not hold. Pure.
struct SoundClocks {
    /// The start of the time in which nothing is heard although the listener wants sound and nothing suppresses it.
    private(set) var silent: MonotonicInstant?
    /// The start of the time in which an item that was heard before is wanted but not heard. Time without a device is
    /// included; an interruption is not.
    private(set) var missing: MonotonicInstant?
    private(set) var playing: MonotonicInstant?
    /// The start of the time in which sound plays and the download works or is complete.
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
