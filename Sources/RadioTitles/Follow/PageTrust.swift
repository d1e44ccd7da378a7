/// How far a station relies on its server's page. A pure value.
struct PageTrust {
    /// Readings of the page without the mount, one after the other: a server's own figures come late for a mount that has just begun.
    static let toleratedAbsences = 3

    /// The page tells the titles, not the sound.
    var isSource = false
    private var absences = 0
    /// Times that it was left, one after the other, without having been believed.
    private var failures = 0

    /// The page is left: for how long, as a mount that is never on it is looked for less and less often.
    mutating func leave(for time: Duration, atMost longest: Duration) -> Duration {
        let wait = min(time * (1 << (isSource ? 0 : failures)), max(longest, time))
        failures = isSource ? 0 : min(failures + 1, 16)
        (isSource, absences) = (false, 0)
        return wait
    }

    /// The mount is not on the page: whether it has not been for too long.
    mutating func isMissing() -> Bool {
        absences += 1
        return absences > Self.toleratedAbsences
    }

    mutating func isThere() { absences = 0 }
}
