/// A media playlist that was asked for.
struct PlaylistLoad {
    enum Reason: Hashable {
        /// There is none yet.
        case first
        case reload
        /// Another track takes the place of the one that plays, at once or because that one failed.
        case change
    }

    var track: HlsTrack
    var reason: Reason
    /// When the request was made.
    var began: Duration
    var deadline: Duration
    /// The server was asked to hold its answer back until there is news.
    var isBlocking = false
    /// The request was made; until then its time does not run.
    var isSent = false

    mutating func sent(at now: Duration) {
        deadline += now - began
        began = now
        isSent = true
    }
}
