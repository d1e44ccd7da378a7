import RadioLoop

/// How much sound is gathered before it is given to the output: little at first, more after each stall. Pure.
struct Prebuffer {
    /// Sound in one piece after which the buffer is as small as at first.
    static let calm = Duration.seconds(60)

    /// Times in a row that sound ran out.
    private(set) var stalls = 0
    /// Since when enough is held to go on after a stall, and how much it was.
    private var enough: (since: MonotonicInstant, held: Duration)?

    /// What is to be gathered depends on how the sound comes.
    struct Source {
        var isFinite = false
        /// In segments.
        var keepsOwnTime = false
        /// How far behind its newest sound a station of low latency is played: there is no more to be gathered.
        var holdBack: Duration?
    }

    mutating func didStall() { stalls += 1 }

    mutating func didCalmDown() { stalls = 0 }

    mutating func forgetHeld() { enough = nil }

    /// Sound that must be held before it is given to the output.
    func needed(_ source: Source, _ policy: PlaybackPolicy) -> Duration {
        Self.needed(stalls, source, policy)
    }

    /// Sound that would have to be gathered if it ran out now.
    func neededAfterStall(_ source: Source, _ policy: PlaybackPolicy) -> Duration {
        Self.needed(stalls + 1, source, policy)
    }

    private static func needed(_ stalls: Int, _ source: Source, _ policy: PlaybackPolicy) -> Duration {
        guard stalls > 0 else { return policy.startBuffer }
        let doubled = policy.restartBuffer * (1 << min(stalls - 1, 8))
        let most = source.holdBack.map { max($0 / 2, policy.startBuffer) } ?? policy.maximumRestartBuffer
        return min(doubled, most, policy.maximumRestartBuffer)
    }

    /// After a stall of a live station in segments: a whole segment comes at once and the next one just when it has been
    /// heard, or a little later. So the sound begins as much later as else would be gathered. Not where sound comes in parts
    /// as it is made: the wait would be left out again.
    private func margin(_ source: Source, _ policy: PlaybackPolicy) -> Duration {
        let waits = source.keepsOwnTime && source.holdBack == nil && !source.isFinite && stalls > 0
        return waits ? needed(source, policy) : .zero
    }

    /// Whether what is held is enough to start.
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

    /// When what is held has waited for long enough; nil while it is not enough.
    func deadline(_ source: Source, _ policy: PlaybackPolicy) -> MonotonicInstant? {
        enough?.since.advanced(by: margin(source, policy))
    }
}
