import RadioFormats

/// Playlists of segments that tell titles by themselves: the segments are left then.
extension StationFollower {
    /// What the metadata of a stream was read as; nil: as no title.
    func weigh(_ metadata: TimedMetadata, as track: TrackInfo?) {
        switch metadata.kind {
        case .icy: return
        case .id3: if let track { playlist.segments(show: track) }
        case .extinf, .dateRange: playlist.playlist(shows: track)
        }
        settleMedia()
    }

    func streamPassed(_ duration: Duration, isNamed: Bool) {
        passed(duration)
        playlist.passed(duration, isNamed: isNamed)
        settleMedia()
    }

    private func settleMedia() {
        guard isOnPlaylist != playlist.isTrusted else { return }
        isOnPlaylist = playlist.isTrusted
        setMediaWanted(!isOnPlaylist)
    }
}
