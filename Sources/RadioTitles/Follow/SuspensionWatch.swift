/// Detects that the process did not run for a time, because it was stopped (SIGSTOP) or the computer was overloaded. A
/// pure value.
struct SuspensionWatch {
    /// How often ``look(at:)`` is called if nothing else happens.
    static let interval = Duration.seconds(2)
    /// The process was suspended if ``look(at:)`` was not called for longer than this. A busy computer may delay a
    /// process by some seconds.
    static let patience = Duration.seconds(10)

    /// When ``look(at:)`` was last called.
    private var last: LogMoment?

    /// Returns the beginning of a suspension that ends at `now`; nil if there was none. Must be called before any event
    /// at the time `now` is handled.
    mutating func look(at now: LogMoment) -> LogMoment? {
        defer { last = now }
        guard let last, last.duration(to: now) > Self.patience else { return nil }
        return last
    }
}
