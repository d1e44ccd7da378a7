import LongwaveTerminal

/// Shows the picture of the title or station that is heard, above the status line of `play`, each time the picture
/// changes.
final class PlayPictures {
    private let presenter: any PlayPresenter
    private let painter: ArtworkPainter
    private var artwork: NowPlayingArtwork?
    private var observation: PlaybackObservation?
    /// A picture that was found before its item is heard. It is shown when the sound begins.
    private var waiting: Artwork?
    private var isPlaying = false
    /// The path of the picture that was shown last for the current item; nil if none was shown.
    private var shown: String?

    /// Returns nil if the presenter shows no pictures, or the environment names no folder for the picture cache.
    init?(_ manager: isolated PlaybackManager, _ display: ArtworkDisplay, _ presenter: any PlayPresenter) {
        guard let cells = presenter.pictureCells, let cache = ArtworkCache.ofUser(loop: manager.loop) else {
            return nil
        }
        self.presenter = presenter
        painter = ArtworkPainter(display, cache: cache, loop: manager.loop)
        observation = manager.observe { [weak self] in self?.received($0) }
        artwork = NowPlayingArtwork(
            manager, cache: cache, wanted: display.wanted(rows: cells.rows), format: display.format, hasFallback: false
        ) { [weak self] in self?.found($0) }
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .itemDidChange:
            (shown, waiting) = (nil, nil)
            isPlaying = false
            painter.cancel()
        case .statusDidChange(let snapshot):
            isPlaying = snapshot.status == .playing
            showWaiting()
        default: break
        }
    }

    private func found(_ artwork: Artwork?) {
        // If a picture is still being drawn, it belongs to an earlier title, so the drawing is cancelled.
        painter.cancel()
        waiting = artwork
        showWaiting()
    }

    private func showWaiting() {
        guard isPlaying, let artwork = waiting, let cells = presenter.pictureCells else { return }
        waiting = nil
        guard artwork.path != shown, cells.rows > 2, cells.columns > 4 else { return }
        painter.paint(artwork, columns: cells.columns, rows: cells.rows) { [weak self] picture in
            guard let self, let picture else { return }
            shown = artwork.path
            presenter.show(picture)
        }
    }
}
