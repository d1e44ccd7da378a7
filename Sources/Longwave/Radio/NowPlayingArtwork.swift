import RadioDirectory
import RadioFormats
import RadioPlayer
import RadioStations

/// The artwork for what a player lets be heard: that of the track, else that of the station, else the program's own.
///
/// It belongs to the player's loop, and changes with the title when that is heard. An answer for a title that is over is never given.
/// Nothing is fetched before something plays.
///
///     let artwork = NowPlayingArtwork(manager, cache: cache) { artwork in … artwork?.fileURL … }
package final class NowPlayingArtwork {
    /// Nil before anything plays, and while a new picture is on its way; a station's picture stays until its track's is there.
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
    ///   - cache: on the player's loop.
    ///   - wanted: the longest side in pixels.
    ///   - format: what kind of picture.
    ///   - hasFallback: whether what has none gets the program's own picture.
    ///   - onChange: told each change of ``current``, on the player's loop.
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

    /// Where the artwork for what is heard may come from, the best first: pictures inside the stream's own metadata (a front cover
    /// before others), the address that the station sends with it, the one that the list has for the station.
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

    private func look(_ snapshot: PlaybackSnapshot) {
        guard let item = snapshot.item else { return }
        var new = Self.candidates(snapshot)
        if hasFallback { new.append(.fallback) }
        let isSameItem = item.station == self.item?.station
        guard new != candidates || !isSameItem else { return }
        self.item = item
        candidates = new
        request?.cancel()
        // A picture of the station is right for all of its tracks; one of a track only for that.
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
