import RadioFormats

/// How far a station relies on its server's status page. A pure value.
struct PageTrust {
    /// Maximum number of readings in a row in which the page may lack the mount before the station leaves the page. A
    /// new mount appears on the page only after some readings.
    static let toleratedAbsences = 3

    /// True if titles are taken from the page, not from the stream.
    var isSource = false
    /// Number of readings in a row in which the page lacked the mount.
    private var absences = 0
    /// Number of times in a row that the page was left before its titles were used.
    private var retries = RetryCount()

    /// Stops relying on the page and returns how long to wait before the next look at the page.
    ///
    /// The wait grows with each failure, so a mount that never appears on the page is looked for less and less often.
    /// - Parameter isWanting: true if there is no page, or if it shows other titles than the stream. The wait is then
    ///   the policy's longest.
    mutating func leave(_ policy: RetryPolicy, isWanting: Bool = false) -> Duration {
        var retries = isSource ? RetryCount() : retries
        let wait = retries.fail(policy)
        self.retries = isSource ? RetryCount() : retries
        (isSource, absences) = (false, 0)
        return isWanting ? policy.maximumDelay : wait
    }

    /// Counts a reading of a page that lacks the mount. Returns true after more than ``toleratedAbsences`` in a row.
    mutating func isMissing() -> Bool {
        absences += 1
        return absences > Self.toleratedAbsences
    }

    mutating func isThere() { absences = 0 }
}
