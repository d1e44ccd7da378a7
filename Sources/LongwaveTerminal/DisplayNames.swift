import Longwave
import RadioFormats
import RadioPlayer

/// What a snapshot is called in words, not yet cleaned.
package enum DisplayNames {
    /// The list's name of the station; for a bare address what the server calls itself.
    package static func station(_ snapshot: PlaybackSnapshot) -> String {
        guard let station = snapshot.item?.station else { return "" }
        let isBare = station.urls.first == station.name
        return isBare ? snapshot.stream?.serverName ?? Credentials.hidden(in: station.name) : station.name
    }

    /// `Artist - Title`, nil while nothing is named.
    package static func title(_ snapshot: PlaybackSnapshot) -> String? {
        snapshot.nowPlaying.flatMap { title($0.track) }
    }

    package static func title(_ track: TrackInfo) -> String? {
        switch track.kind {
        case .none: return nil
        case .song, .advertisement, .jingle, .speech, .unknown:
            if let artist = track.artist, let title = track.title, !artist.isEmpty, !title.isEmpty {
                return "\(artist) - \(title)"
            }
            if let title = track.title, !title.isEmpty { return title }
            return track.text.isEmpty ? nil : track.text
        }
    }

    /// Sound held ahead of what is heard.
    package static func buffered(_ snapshot: PlaybackSnapshot) -> Duration {
        let now = snapshot.currentTime
        guard let range = snapshot.loadedTimeRanges.first(where: { $0.start <= now && now <= $0.end }) else {
            return .zero
        }
        return (range.end - now).duration
    }
}
