import RadioFormats

/// What happens to an ``HlsMachine``. Numbers are those of ``HlsAction/fetch(_:_:)``; a fetch that is over, or was cancelled, is ignored.
package enum HlsEvent {
    /// The playlist at the listener's address was read. `url` is its own, after redirects.
    case opened(HlsPlaylist, url: String)
    /// A playlist that was asked for was read. `url` is its own, after redirects.
    case playlistArrived(Int, HlsPlaylist, url: String)
    /// The answer's head is there; bytes in all where it says so.
    case fetchBegan(Int, length: Int64?)
    /// So many bytes of it in all.
    case fetchProgressed(Int, bytes: Int)
    /// It is complete. `bytes` of a key or init section; empty for media, whose bytes are read as they come. `packets` of media that were
    /// passed on: none where the times of all of them had been given before.
    case fetchFinished(Int, bytes: [UInt8], packets: Int = 1)
    case fetchFailed(Int, HlsFailure)
    /// What this fetch brings cannot be played.
    case unreadable(Int, SegmentProblem)
    /// More may not be fetched for now, as there is no room for it; what is on its way is not missed meanwhile.
    case paused(Bool)
    /// On from there, or from the beginning of the segment that is no further before it than the tolerance.
    case seek(MediaTime, tolerance: Duration = .zero)
    /// Another rendition of the sound, by its name, from there on.
    case select(rendition: String, from: MediaTime)
    /// Whether segments are fetched from now on, or only what playlists say of them is wanted.
    case mediaWanted(Bool)
    /// ``HlsMachine/nextDeadline`` has passed.
    case tick

    /// The fetch that it is about.
    var fetchID: Int? {
        switch self {
        case .playlistArrived(let id, _, _), .fetchBegan(let id, _), .fetchProgressed(let id, _),
            .fetchFinished(let id, _, _), .fetchFailed(let id, _), .unreadable(let id, _):
            id
        case .opened, .paused, .seek, .select, .mediaWanted, .tick: nil
        }
    }
}
