import RadioFormats

/// Decides how far ahead of the heard sound segments are fetched: at most two segments that are not heard yet.
///
/// The next segment is fetched while the current one plays. After a start, a seek or a change of rendition, the second
/// segment is not requested until the first is heard.
struct LookAhead {
    /// The maximum number of fetched whole segments that wait to be heard.
    static let segments = 2
    /// The least duration of a segment that alone is enough to start the sound. If the first segment is shorter, the
    /// second is fetched at once.
    static let enough = Duration.seconds(1)
    /// How long the request of the second segment waits, at most, for the first segment to be heard.
    ///
    /// The wait also never exceeds a quarter of the first segment's duration. These limits matter if nothing is heard
    /// because the listener has paused or there is no output device.
    static let patience = Duration.seconds(1)
    /// How much fetched sound, as a duration, must still be left to hear when the wait for a slow playlist or segment
    /// ends.
    static let reserve = Duration.seconds(1)
    /// The time between two checks whether the first segment is heard.
    static let interval = Duration.milliseconds(50)
    /// The allowed difference between a segment's duration in EXTINF and the duration of its packets.
    static let tolerance = Duration.milliseconds(50)

    /// The durations of the fetched segments, the newest last: at most ``segments`` of them.
    private var durations: [Duration] = []
    /// When the first segment since the start or the last ``reset()`` was completely fetched.
    private var firstCompleted: Duration?
    /// Whether the first segment since the start or the last ``reset()`` has begun to be heard.
    private var isBegun = false

    mutating func completed(_ duration: Duration, at now: Duration) {
        if firstCompleted == nil { firstCompleted = now }
        durations.append(max(duration, .zero))
        if durations.count > Self.segments { durations.removeFirst() }
    }

    mutating func reset() { self = LookAhead() }

    /// Returns when the next segment may be requested; `now` if at once.
    ///
    /// - Parameter held: the duration of the fetched sound that is not heard yet. The value shrinks as the sound is
    ///   heard.
    mutating func earliest(held: Duration, at now: Duration) -> Duration {
        guard let newest = durations.last, let firstCompleted else { return now }
        if !isBegun {
            isBegun = held < (durations.count == 1 ? newest : newest + durations[0]) - Self.tolerance
            let end = firstCompleted + min(Self.patience, newest / 4)
            if !isBegun, newest >= Self.enough, durations.count == 1, end > now { return min(end, now + Self.interval) }
        }
        guard durations.count == Self.segments else { return now }
        // Once less sound is left to hear than the two newest segments contain, the older of the two is being heard.
        // Some servers state durations of almost zero, so the threshold is never less than ``enough``.
        let left = held - max(durations[0] + newest - Self.tolerance, Self.enough)
        return left < .zero ? now : now + max(left, .milliseconds(50))
    }
}
