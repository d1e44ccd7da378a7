/// Notices that the process did not run for a time, because it was stopped (SIGSTOP) or the machine was overloaded. A
/// pure value.
struct SuspensionWatch {
    /// How often the driver looks if nothing else happens.
    static let interval = Duration.seconds(2)
    /// How long the process may not run without being called suspended: a busy machine may delay it by some seconds.
    static let patience = Duration.seconds(10)

    /// When the driver last looked.
    private var last: LogMoment?

    /// Returns since when the process did not run; nil if that is not long. Call this before giving a time to any other
    /// event.
    mutating func look(at now: LogMoment) -> LogMoment? {
        defer { last = now }
        guard let last, last.duration(to: now) > Self.patience else { return nil }
        return last
    }
}
