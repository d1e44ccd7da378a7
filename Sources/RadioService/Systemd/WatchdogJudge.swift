import RadioPlayer

/// Whether the service manager may be told that all is well: always while no sound is claimed, and while `playing` only
/// when frames were heard since it was told before. Pure.
struct WatchdogJudge {
    private var heard: (item: PlaybackItem?, duration: Duration)?

    /// To be asked as often as the service manager wants to be told.
    mutating func isWell(_ snapshot: PlaybackSnapshot) -> Bool {
        let now = (item: snapshot.item, duration: snapshot.heardDuration)
        defer { heard = now }
        guard snapshot.status == .playing, let heard, heard.item == now.item else { return true }
        // A new start of the item counts from zero.
        return heard.duration != now.duration
    }
}
