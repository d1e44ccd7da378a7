import Longwave

/// Detects that for a whole minute fewer than half of the logged stations answer, and that at least half answer again.
/// Pure.
struct AnswerWatch {
    static let patience = Duration.seconds(60)
    /// The time after which ``look(following:of:at:)`` must be called again.
    static let interval = Duration.seconds(5)

    private var since: MonotonicInstant?
    private var isTold = false

    /// Returns a message for people, once at each change; nil if nothing has changed. `following` is the number of
    /// stations that answer now.
    mutating func look(following: Int, of stations: Int, at now: MonotonicInstant) -> String? {
        guard stations > 0, following * 2 < stations else {
            since = nil
            guard isTold else { return nil }
            isTold = false
            return "stations answer again: \(following) of \(stations)"
        }
        let since = since ?? now
        self.since = since
        guard !isTold, since.duration(to: now) >= Self.patience else { return nil }
        isTold = true
        if stations == 1 { return "the station has not answered for a minute" }
        return following == 0
            ? "none of \(stations) stations has answered for a minute"
            : "for a minute, only \(following) of \(stations) stations answered"
    }
}
