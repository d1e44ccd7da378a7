import Longwave
import RadioFormats
import RadioPlayer

/// The names that programs show from a player's snapshot. They may contain control characters, which `Sanitiser`
/// removes.
package enum DisplayNames {
    /// Returns the station's name from the station list. If the item is only an address, returns the name that the
    /// server sends.
    package static func station(_ snapshot: PlaybackSnapshot) -> String {
        guard let station = snapshot.item?.station else { return "" }
        let isBare = station.urls.first == station.name
        return isBare ? snapshot.stream?.serverName ?? Credentials.hidden(in: station.name) : station.name
    }

    /// Returns `Artist - Title`, or the part of it that is known; nil if no title is known.
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

    /// Returns the duration of the sound that is buffered ahead of the heard position.
    package static func buffered(_ snapshot: PlaybackSnapshot) -> Duration {
        let now = snapshot.currentTime
        guard let range = snapshot.loadedTimeRanges.first(where: { $0.start <= now && now <= $0.end }) else {
            return .zero
        }
        return (range.end - now).duration
    }
}
