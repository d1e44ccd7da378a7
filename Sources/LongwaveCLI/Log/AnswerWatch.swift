import Longwave

/// Detects that fewer than half of the logged stations answered during a whole minute, and later that at least half
/// answer again. Pure.
struct AnswerWatch {
    static let patience = Duration.seconds(60)
    /// The time between two calls of ``look(following:of:at:)``.
    static let interval = Duration.seconds(5)

    private var since: MonotonicInstant?
    private var isTold = false

    /// Returns a message for people when too few stations have answered for a minute, and when enough answer again; nil
    /// if there is nothing new. `following` is the number of stations that answer now, of all logged `stations`.
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
