/// A media playlist that is being loaded.
struct PlaylistLoad {
    /// The reason for the load.
    enum Reason: Hashable {
        /// There is no playlist yet.
        case first
        case reload
        /// Another ``HlsTrack`` replaces the current one, by choice or because the current one failed.
        case change
        /// A server no longer accepts the addresses that the playlists named. The first playlist's address is asked for
        /// new ones, of the same track.
        case refresh
    }

    var track: HlsTrack
    var reason: Reason
    /// When the request was made. Before the request is made, the time when it was queued.
    var began: Duration
    var deadline: Duration
    /// Whether the server was asked to hold its response back until the playlist changes.
    var isBlocking = false
    /// Whether the request was made. The time-out starts only when the request is made.
    var isSent = false

    mutating func sent(at now: Duration) {
        deadline += now - began
        began = now
        isSent = true
    }
}
