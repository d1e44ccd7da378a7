import RadioFormats

/// An event that an ``HlsMachine`` handles.
///
/// Numbers are those of ``HlsAction/fetch(_:_:)``. Events of a fetch that is over or was cancelled are ignored.
package enum HlsEvent {
    /// The playlist at the listener's address was read. `url` is the playlist's own, after redirects.
    case opened(HlsPlaylist, url: String)
    /// A playlist that was requested was read. `url` is the playlist's own, after redirects.
    case playlistArrived(Int, HlsPlaylist, url: String)
    /// The head of an answer has arrived. `length` is the length in bytes if the answer names it.
    case fetchBegan(Int, length: Int64?)
    /// A total of `bytes` bytes of an answer have arrived.
    case fetchProgressed(Int, bytes: Int)
    /// A fetch is complete.
    ///
    /// `bytes` are those of a key or an init section; for media they are empty, because media is read as it arrives.
    /// `packets` is the number of packets of media that were passed on: zero if the times of all of them had been given
    /// before.
    case fetchFinished(Int, bytes: [UInt8], packets: Int = 1)
    case fetchFailed(Int, HlsFailure)
    /// The media of this fetch cannot be played.
    case unreadable(Int, SegmentProblem)
    /// Whether no more may be fetched for now, because there is no room. What is on its way is not late meanwhile.
    case paused(Bool)
    /// Playing continues at a position, or at the beginning of its segment if that is within the tolerance before it.
    case seek(MediaTime, tolerance: Duration = .zero)
    /// Playing continues at a position in another rendition of the sound, by its name.
    case select(rendition: String, from: MediaTime)
    /// Whether segments are fetched from now on. If not, only what playlists say of them is wanted.
    case mediaWanted(Bool)
    /// ``HlsMachine/nextDeadline`` has passed.
    case tick

    /// The fetch that the event is about; nil for other events.
    var fetchID: Int? {
        switch self {
        case .playlistArrived(let id, _, _), .fetchBegan(let id, _), .fetchProgressed(let id, _),
            .fetchFinished(let id, _, _), .fetchFailed(let id, _), .unreadable(let id, _):
            id
        case .opened, .paused, .seek, .select, .mediaWanted, .tick: nil
        }
    }
}
