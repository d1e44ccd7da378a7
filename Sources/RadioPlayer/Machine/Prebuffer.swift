import RadioLoop

/// Decides how much sound is gathered before the output gets any: little at first, more after each stall. Pure.
struct Prebuffer {
    /// How long sound must play without a stall before the buffer is again as small as for the first sound.
    static let calm = Duration.seconds(60)

    /// The number of stalls since sound last played for ``calm``.
    private(set) var stalls = 0
    /// When enough sound to start had arrived, and how much sound waited to be played then; nil while it is too little.
    private var enough: (since: MonotonicInstant, held: Duration)?

    /// How the stream delivers sound. This decides how much sound is gathered.
    struct Source {
        var isFinite = false
        /// Whether the sound arrives in segments.
        var keepsOwnTime = false
        /// How far behind its newest sound a low-latency station is played; nil for other stations. The player cannot
        /// gather more sound than this.
        var holdBack: Duration?
    }

    mutating func didStall() { stalls += 1 }

    mutating func didCalmDown() { stalls = 0 }

    mutating func forgetHeld() { enough = nil }

    /// Returns the duration of sound that must wait to be played before the output gets any.
    func needed(_ source: Source, _ policy: PlaybackPolicy) -> Duration {
        Self.needed(stalls, source, policy)
    }

    /// Returns what ``needed(_:_:)`` would return after one more stall.
    func neededAfterStall(_ source: Source, _ policy: PlaybackPolicy) -> Duration {
        Self.needed(stalls + 1, source, policy)
    }

    private static func needed(_ stalls: Int, _ source: Source, _ policy: PlaybackPolicy) -> Duration {
        guard stalls > 0 else { return policy.startBuffer }
        let doubled = policy.restartBuffer * (1 << min(stalls - 1, 8))
        let most = source.holdBack.map { max($0 / 2, policy.startBuffer) } ?? policy.maximumRestartBuffer
        return min(doubled, most, policy.maximumRestartBuffer)
    }

    /// Returns the extra wait between having enough sound and giving it to the output.
    ///
    /// Only a live station in segments needs the wait, after a stall. A whole segment arrives at once; the next arrives
    /// when the first has just been heard, or a little later. The wait covers this delay, and is as long as the sound
    /// that ``needed(_:_:)`` returns. A low-latency station does not wait, because ``LiveEdgeKeeper`` would undo the
    /// delay.
    private func margin(_ source: Source, _ policy: PlaybackPolicy) -> Duration {
        let waits = source.keepsOwnTime && source.holdBack == nil && !source.isFinite && stalls > 0
        return waits ? needed(source, policy) : .zero
    }

    /// Returns whether `held`, the sound that waits to be played, is enough to start.
    ///
    /// The extra wait of ``margin(_:_:)`` must be over, or as much sound must have arrived since the wait began.
    mutating func isEnough(
        _ held: Duration, _ source: Source, _ policy: PlaybackPolicy, at now: MonotonicInstant
    ) -> Bool {
        guard held >= needed(source, policy) else {
            enough = nil
            return false
        }
        let first = enough ?? (now, held)
        enough = first
        let margin = margin(source, policy)
        return held >= first.held + margin || first.since.advanced(by: margin) <= now
    }

    /// Returns when the extra wait of ``margin(_:_:)`` is over; nil if too little sound waits to be played.
    func deadline(_ source: Source, _ policy: PlaybackPolicy) -> MonotonicInstant? {
        enough?.since.advanced(by: margin(source, policy))
    }
}
