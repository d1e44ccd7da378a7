import RadioFormats

/// What happens to an ``HlsMachine``. Numbers are those of ``HlsFetch``; a fetch that is over, or was cancelled, is ignored.
public enum HlsEvent {
    /// A playlist was read: the first one, with the number zero, or what was asked for. `url` is its own, after redirects.
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
    /// On from there.
    case seek(MediaTime)
    /// Another rendition of the sound, by its name, from there on.
    case select(rendition: String, from: MediaTime)
    /// Whether segments are fetched from now on, or only what playlists say of them is wanted.
    case mediaWanted(Bool)
    /// ``HlsMachine/nextDeadline`` has passed.
    case tick
}
