/// Notices that the process did not run for a time: it was stopped (SIGSTOP), or the machine had no time for it. A pure value.
struct SuspensionWatch {
    /// How often it looks when nothing else happens.
    static let interval = Duration.seconds(2)
    /// A machine with too much to do may keep it waiting for some seconds.
    static let patience = Duration.seconds(10)

    private var last: LogMoment?

    /// Since when nothing ran; nil where that is not long. To be asked before anything that happens is given a time.
    mutating func look(at now: LogMoment) -> LogMoment? {
        defer { last = now }
        guard let last, last.duration(to: now) > Self.patience else { return nil }
        return last
    }
}
