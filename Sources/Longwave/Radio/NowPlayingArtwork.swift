import RadioDirectory
import RadioFormats
import RadioPlayer
import RadioStations

/// The picture for what is heard: that of the track, otherwise that of the station, otherwise Longwave's own.
///
/// The picture changes when the listener hears a new title. A picture that arrives after its title has ended is
/// dropped. Nothing is fetched before the player has an item to play. The object is used on the player's loop only.
///
///     let artwork = NowPlayingArtwork(manager, cache: cache) { artwork in … artwork?.fileURL … }
package final class NowPlayingArtwork {
    /// The current picture.
    ///
    /// Nil before anything plays, while the first picture of an item loads, and while the picture of a new track
    /// replaces that of another track. A station's picture stays until the picture of the track is loaded.
    package private(set) var current: Artwork?

    private let cache: ArtworkCache
    private let wanted: Int
    private let format: ArtworkCache.Format
    private let hasFallback: Bool
    private let onChange: (Artwork?) -> Void
    private var observation: PlaybackObservation?
    private var candidates: [ArtworkCandidate] = []
    private var item: PlaybackItem?
    private var request: ArtworkRequest?

    /// Starts to look for pictures for what the player plays, until the object is released.
    ///
    /// - Parameters:
    ///   - manager: the player whose sound the picture is for.
    ///   - cache: fetches and stores the pictures. It must run on the player's loop.
    ///   - wanted: the wanted length of the picture's longer side in pixels.
    ///   - format: the file format of the picture.
    ///   - hasFallback: whether Longwave's own picture is used if neither the track nor the station has one.
    ///   - onChange: called on the player's loop with each new value of ``current``.
    package init(
        _ manager: isolated PlaybackManager, cache: ArtworkCache, wanted: Int = 512,
        format: ArtworkCache.Format = .any, hasFallback: Bool = true,
        onChange: @escaping (Artwork?) -> Void
    ) {
        self.cache = cache
        self.wanted = wanted
        self.format = format
        self.hasFallback = hasFallback
        self.onChange = onChange
        observation = manager.observe { [weak self] in self?.received($0) }
        look(manager.snapshot)
    }

    deinit { request?.cancel() }

    /// Returns the pictures and addresses of pictures for what is heard, the best first.
    ///
    /// First come pictures inside the stream's metadata, front covers before others. Then come the picture's address
    /// that the stream sends with the title, and the address that the station list contains for the station.
    package static func candidates(_ snapshot: PlaybackSnapshot) -> [ArtworkCandidate] {
        var candidates: [ArtworkCandidate] = []
        if let nowPlaying = snapshot.nowPlaying {
            let pictures = nowPlaying.pictures
            for picture in pictures.filter({ $0.type == 3 }) + pictures.filter({ $0.type != 3 }) {
                candidates.append(picture.address.map { .track($0) } ?? .embedded(picture.bytes))
            }
            if let url = nowPlaying.track.artworkURL { candidates.append(.track(url)) }
        }
        if let url = snapshot.item?.station.artworkURL { candidates.append(.station(url)) }
        return candidates
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .itemDidChange(let snapshot), .nowPlayingDidChange(let snapshot), .statusDidChange(let snapshot):
            look(snapshot)
        default: break
        }
    }

    /// Starts to look for a picture if the item, or the pictures and addresses for it (`candidates`), have changed.
    private func look(_ snapshot: PlaybackSnapshot) {
        guard let item = snapshot.item else { return }
        var new = Self.candidates(snapshot)
        if hasFallback { new.append(.fallback) }
        let isSameItem = item.station == self.item?.station
        guard new != candidates || !isSameItem else { return }
        self.item = item
        candidates = new
        request?.cancel()
        // While the new picture loads, the station's picture stays, because it fits all of the station's tracks. The
        // picture of another track is removed.
        let stays = isSameItem && (current?.source == .station || current?.source == .fallback)
        if !stays || new.isEmpty { set(nil) }
        request = cache.find(
            new, home: snapshot.workingURL ?? item.urls.first ?? "", station: item.station, wanted: wanted,
            format: format
        ) { [weak self] answer in
            self?.request = nil
            self?.set(try? answer.get())
        }
    }

    private func set(_ artwork: Artwork?) {
        guard artwork != current else { return }
        current = artwork
        onChange(artwork)
    }
}
