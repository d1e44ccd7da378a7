import RadioFormats
import RadioLoop

/// How one station uses its server's page.
struct PageUse {
    /// Readings of the page without the mount, one after the other: a server's own figures come late for a mount that has just begun.
    static let toleratedAbsences = 3
    /// A comparison ends without a verdict after so long.
    static let checkPatience = Duration.seconds(90)

    var subscription: StatusSubscription?
    /// The page tells the titles, not the sound.
    var isSource = false
    /// A comparison is under way; nil while none is.
    var check: PageCheck?
    /// What the page shows, by the bytes it was read from.
    var shown: (raw: [UInt8], track: TrackInfo)?
    /// When something new of the mount was on the page last.
    var lastSeen: MonotonicInstant?
    /// What came between the sound last.
    var soundTrack: TrackInfo?
    private(set) var absences = 0
    /// Times that it was left, one after the other, without having been believed.
    private var disappointments = 0
    /// The next comparison, or the end of the one under way.
    var checkAt: MonotonicInstant?
    /// The page is not looked at until then.
    var avoidUntil: MonotonicInstant?

    /// What is left of it when the page is left alone: a mount that is never on the page is looked for less and less often.
    func left(at now: MonotonicInstant, for time: Duration, atMost longest: Duration) -> PageUse {
        var rest = PageUse()
        rest.soundTrack = soundTrack
        rest.disappointments = isSource ? 0 : min(disappointments + 1, 16)
        rest.avoidUntil = now.advanced(by: min(time * (1 << (isSource ? 0 : disappointments)), max(longest, time)))
        return rest
    }

    /// The mount is not on the page: whether it has not been for too long.
    mutating func isMissing() -> Bool {
        absences += 1
        return absences > Self.toleratedAbsences
    }

    mutating func isThere() { absences = 0 }
}
