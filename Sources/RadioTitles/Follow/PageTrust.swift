import RadioFormats

/// How far a station relies on its server's page. A pure value.
struct PageTrust {
    /// Readings of the page without the mount, one after the other: a server's own figures come late for a mount that has just begun.
    static let toleratedAbsences = 3

    /// The page tells the titles, not the sound.
    var isSource = false
    private var absences = 0
    /// Times that it was left, one after the other, without having been believed.
    private var retries = RetryCount()

    /// The page is left: for how long, as a mount that is never on it is looked for less and less often.
    /// - Parameter isWanting: there is no page, or it shows something else than the sound.
    mutating func leave(_ policy: RetryPolicy, isWanting: Bool = false) -> Duration {
        var retries = isSource ? RetryCount() : retries
        let wait = retries.fail(policy)
        self.retries = isSource ? RetryCount() : retries
        (isSource, absences) = (false, 0)
        return isWanting ? policy.maximumDelay : wait
    }

    /// The mount is not on the page: whether it has not been for too long.
    mutating func isMissing() -> Bool {
        absences += 1
        return absences > Self.toleratedAbsences
    }

    mutating func isThere() { absences = 0 }
}
