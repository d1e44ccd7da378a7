import RadioFormats

/// Whether a station's titles are read from its server's status page, and when to try the page again. A pure value.
struct PageTrust {
    /// Maximum number of readings in a row in which the page may lack the mount before the page is given up. A new
    /// mount appears on the page only after some readings.
    static let toleratedAbsences = 3

    /// True if the station's titles are read from the page and not from the stream.
    var isSource = false
    /// Number of readings in a row in which the page lacked the mount.
    private var absences = 0
    /// Number of times in a row that the page was given up before its titles were used.
    private var retries = RetryCount()

    /// Gives the page up, and returns how long to wait before the page is read again.
    ///
    /// The wait grows each time, so that a page on which the mount never appears is read less and less often.
    /// - Parameter isWanting: true if there is no page, or if it shows other titles than the stream. The wait is then
    ///   the policy's longest.
    mutating func leave(_ policy: RetryPolicy, isWanting: Bool = false) -> Duration {
        var retries = isSource ? RetryCount() : retries
        let wait = retries.fail(policy)
        self.retries = isSource ? RetryCount() : retries
        (isSource, absences) = (false, 0)
        return isWanting ? policy.maximumDelay : wait
    }

    /// Counts a reading in which the page lacks the mount. Returns true after more than ``toleratedAbsences`` such
    /// readings in a row.
    mutating func isMissing() -> Bool {
        absences += 1
        return absences > Self.toleratedAbsences
    }

    mutating func isThere() { absences = 0 }
}
