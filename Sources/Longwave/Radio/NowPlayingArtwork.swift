import RadioDirectory
import RadioFormats
import RadioPlayer
import RadioStations

/// The artwork for what is heard: the picture of the track, the station or the program itself, in this order of
/// preference.
///
/// The artwork changes when the listener hears the new title. A picture that arrives after its title has ended is
/// dropped. Nothing is fetched before something plays. The object is used on the player's loop only.
///
///     let artwork = NowPlayingArtwork(manager, cache: cache) { artwork in … artwork?.fileURL … }
package final class NowPlayingArtwork {
    /// The present artwork.
    ///
    /// Nil before anything plays and while a new picture loads. A station's picture stays until the track's picture is
    /// loaded.
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

    /// - Parameters:
    ///   - manager: the player.
    ///   - cache: the cache of pictures, on the player's loop.
    ///   - wanted: the wanted length of the picture's longest side, in pixels.
    ///   - format: the format of the picture.
    ///   - hasFallback: whether the program's own picture replaces a missing one.
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

    /// Returns the sources of artwork for what is heard, the best first.
    ///
    /// First come pictures inside the stream's metadata, front covers before others. Then follow the address that the
    /// stream sends with the title, and the address in the station's list.
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

    /// Looks for artwork again if the item, or the sources of its artwork, have changed.
    private func look(_ snapshot: PlaybackSnapshot) {
        guard let item = snapshot.item else { return }
        var new = Self.candidates(snapshot)
        if hasFallback { new.append(.fallback) }
        let isSameItem = item.station == self.item?.station
        guard new != candidates || !isSameItem else { return }
        self.item = item
        candidates = new
        request?.cancel()
        // A picture of the station fits all of its tracks. A picture of a track fits only that track.
        let stays = isSameItem && (current?.source == .station || current?.source == .fallback)
        if !stays || new.isEmpty { set(nil) }
        request = cache.find(
            new, home: snapshot.workingURL ?? item.urls.first ?? "", wanted: wanted, format: format
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
