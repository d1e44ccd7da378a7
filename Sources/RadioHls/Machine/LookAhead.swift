import RadioFormats

/// Decides how far ahead of the heard sound segments are fetched: at most two that are not heard yet.
///
/// The next segment is fetched while the present one plays. After a start or a jump, the second segment waits until the
/// first is heard.
struct LookAhead {
    /// The number of whole segments that may wait.
    static let segments = 2
    /// The shortest first segment that starts the sound by itself.
    static let enough = Duration.seconds(1)
    /// How long the second segment waits at most for the first to be heard.
    ///
    /// It never waits longer than a quarter of the first segment's duration. The limit matters if nothing is heard,
    /// because the listener has paused or there is no device.
    static let patience = Duration.seconds(1)
    /// The duration of sound that must be left when something slow is awaited, or given up.
    static let reserve = Duration.seconds(1)
    /// The time between two checks whether the first segment is heard.
    static let interval = Duration.milliseconds(50)
    /// The allowed difference between EXTINF and the duration of the packets.
    static let tolerance = Duration.milliseconds(50)

    /// The durations of the newest segments, the newest last.
    private var durations: [Duration] = []
    /// When the first segment was complete.
    private var firstCompleted: Duration?
    /// Whether the first segment is heard.
    private var isBegun = false

    mutating func completed(_ duration: Duration, at now: Duration) {
        if firstCompleted == nil { firstCompleted = now }
        durations.append(max(duration, .zero))
        if durations.count > Self.segments { durations.removeFirst() }
    }

    mutating func reset() { self = LookAhead() }

    /// Returns when the next segment may be requested, if `held` sound is ahead of the heard sound and continues to be
    /// heard.
    ///
    /// A time that has come stands for now.
    mutating func earliest(held: Duration, at now: Duration) -> Duration {
        guard let newest = durations.last, let firstCompleted else { return now }
        if !isBegun {
            isBegun = held < (durations.count == 1 ? newest : newest + durations[0]) - Self.tolerance
            let end = firstCompleted + min(Self.patience, newest / 4)
            if !isBegun, newest >= Self.enough, durations.count == 1, end > now { return min(end, now + Self.interval) }
        }
        guard durations.count == Self.segments else { return now }
        // The segment before the newest is being heard once less than both is left. Some servers name durations of
        // almost zero; such segments must not wait until less than nothing is left.
        let left = held - max(durations[0] + newest - Self.tolerance, Self.enough)
        return left < .zero ? now : now + max(left, .milliseconds(50))
    }
}
