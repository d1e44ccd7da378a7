/// Notices that the process did not run for a time, because it was stopped (SIGSTOP) or the computer was overloaded. A
/// pure value.
struct SuspensionWatch {
    /// How often ``look(at:)`` is called if nothing else happens.
    static let interval = Duration.seconds(2)
    /// A pause longer than this counts as a suspension. A busy computer may delay a process by some seconds.
    static let patience = Duration.seconds(10)

    /// When ``look(at:)`` was last called.
    private var last: LogMoment?

    /// Returns when a suspension that has just ended began; nil if there was no suspension. Call this with each new
    /// time before the time is used for any other event.
    mutating func look(at now: LogMoment) -> LogMoment? {
        defer { last = now }
        guard let last, last.duration(to: now) > Self.patience else { return nil }
        return last
    }
}
