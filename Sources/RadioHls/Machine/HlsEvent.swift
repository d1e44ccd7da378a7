import RadioFormats

/// An event that an ``HlsMachine`` handles.
///
/// An event about a fetch carries the number from ``HlsAction/fetch(_:_:)``. Events of a fetch that is over or was
/// cancelled are ignored.
package enum HlsEvent {
    /// The playlist at the listener's address was read. `url` is the playlist's URL after redirects.
    case opened(HlsPlaylist, url: String)
    /// A requested playlist was read. `url` is the playlist's URL after redirects.
    case playlistArrived(Int, HlsPlaylist, url: String)
    /// The head of a response has arrived. `length` is the length of the response's body in bytes; nil if it is not
    /// known.
    case fetchBegan(Int, length: Int64?)
    /// A total of `bytes` bytes of a response have arrived.
    case fetchProgressed(Int, bytes: Int)
    /// A fetch is complete.
    ///
    /// `bytes` is the content of a key or an init section. For media, `bytes` is empty, because media is read as it
    /// arrives. `packets` is the number of its packets that ``SegmentTimeline`` passed on. Zero means that all packets
    /// were dropped, because they repeated earlier sound.
    case fetchFinished(Int, bytes: [UInt8], packets: Int = 1)
    case fetchFailed(Int, HlsFailure)
    /// The media of this fetch cannot be played.
    case unreadable(Int, SegmentProblem)
    /// Whether fetching pauses because the player has no room for more sound. A request under way does not time out
    /// during a pause.
    case paused(Bool)
    /// Playing continues at a position, because of a seek by the listener or the player. If the position's segment
    /// begins no more than `tolerance` before the position, playing continues at the beginning of that segment.
    case seek(MediaTime, tolerance: Duration = .zero)
    /// The listener has chosen the rendition with this name. Playing continues in it, at the position `from`.
    case select(rendition: String, from: MediaTime)
    /// Whether segments are fetched from now on. If false, only the playlists' information about the segments is used.
    case mediaWanted(Bool)
    /// ``HlsMachine/nextDeadline`` has passed.
    case tick

    /// The number of the fetch that the event is about; nil if the event is about no fetch.
    var fetchID: Int? {
        switch self {
        case .playlistArrived(let id, _, _), .fetchBegan(let id, _), .fetchProgressed(let id, _),
            .fetchFinished(let id, _, _), .fetchFailed(let id, _), .unreadable(let id, _):
            id
        case .opened, .paused, .seek, .select, .mediaWanted, .tick: nil
        }
    }
}
