/// A media playlist on its way.
struct PlaylistLoad {
    enum Reason: Hashable {
        /// There is none yet.
        case first
        case reload
        /// Another track takes the place of the one that plays, at once or because it failed.
        case change
    }

    var id: Int
    var track: HlsTrack
    var reason: Reason
    var began: Duration
    var deadline: Duration
    /// The server was asked to hold its answer back until there is news.
    var isBlocking = false
}
