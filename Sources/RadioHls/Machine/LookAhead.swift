import RadioFormats

/// How far ahead of what is heard segments are fetched: at most two that are not heard yet, the next one while this one
/// plays. After a start, and after a jump, the second waits for the first to be heard.
struct LookAhead {
    /// Segments that may wait whole.
    static let segments = 2
    /// A first segment that is shorter does not start the sound by itself.
    static let enough = Duration.seconds(1)
    /// The first segment is waited for no longer, and no longer than a quarter of it lasts, if nothing is heard (the listener has
    /// paused, there is no device).
    static let patience = Duration.seconds(1)
    /// Sound that must be left when something slow is waited for, or given up.
    static let reserve = Duration.seconds(1)
    /// Between two looks whether it is heard.
    static let interval = Duration.milliseconds(50)
    /// EXTINF and the packets may differ by that.
    static let tolerance = Duration.milliseconds(50)

    /// Of the newest segments, the newest last.
    private var durations: [Duration] = []
    private var firstCompleted: Duration?
    private var isBegun = false

    mutating func completed(_ duration: Duration, at now: Duration) {
        if firstCompleted == nil { firstCompleted = now }
        durations.append(max(duration, .zero))
        if durations.count > Self.segments { durations.removeFirst() }
    }

    mutating func reset() { self = LookAhead() }

    /// When the next segment may be asked for, if `held` sound is ahead of what is heard and goes on being heard; a time
    /// that has come: now.
    mutating func earliest(held: Duration, at now: Duration) -> Duration {
        guard let newest = durations.last, let firstCompleted else { return now }
        if !isBegun {
            isBegun = held < (durations.count == 1 ? newest : newest + durations[0]) - Self.tolerance
            let end = firstCompleted + min(Self.patience, newest / 4)
            if !isBegun, newest >= Self.enough, durations.count == 1, end > now { return min(end, now + Self.interval) }
        }
        guard durations.count == Self.segments else { return now }
        // The last but one is being heard once less than both is left. Segments that are said to last next to nothing, as
        // some servers write it, must not be waited for until less than nothing is left.
        let left = held - max(durations[0] + newest - Self.tolerance, Self.enough)
        return left < .zero ? now : now + max(left, .milliseconds(50))
    }
}
