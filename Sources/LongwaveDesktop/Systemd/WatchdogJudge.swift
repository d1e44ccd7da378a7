import RadioPlayer

/// Decides whether the watchdog's keep-alive message may be sent. Pure.
///
/// While the player reports that it is playing, the message may be sent only if sound was heard since the previous call
/// of ``isWell(_:)``. Otherwise, the message may always be sent.
struct WatchdogJudge {
    private var heard: (item: PlaybackItem?, duration: Duration)?

    /// Returns whether the keep-alive message may be sent. Must be called once per interval between these messages.
    mutating func isWell(_ snapshot: PlaybackSnapshot) -> Bool {
        let now = (item: snapshot.item, duration: snapshot.heardDuration)
        defer { heard = now }
        guard snapshot.status == .playing, let heard, heard.item == now.item else { return true }
        // After a restart of the item, the snapshot's heard duration counts from zero. It may then be shorter than at
        // the last decision, so any difference means that sound was heard.
        return heard.duration != now.duration
    }
}
