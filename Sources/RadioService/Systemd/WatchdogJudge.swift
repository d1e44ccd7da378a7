import RadioPlayer

/// Decides whether the watchdog's signal of life may be sent. Pure.
///
/// The signal is always sent while the player does not claim to play. While it claims to play, the signal needs sound
/// that was heard since the last decision.
struct WatchdogJudge {
    private var heard: (item: PlaybackItem?, duration: Duration)?

    /// Returns whether the player is well. Must be called once per signal.
    mutating func isWell(_ snapshot: PlaybackSnapshot) -> Bool {
        let now = (item: snapshot.item, duration: snapshot.heardDuration)
        defer { heard = now }
        guard snapshot.status == .playing, let heard, heard.item == now.item else { return true }
        // A restart of the item counts from zero, so the durations only have to differ.
        return heard.duration != now.duration
    }
}
