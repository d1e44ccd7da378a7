import Longwave

/// Shows nothing of a play session. The session itself still prints errors to stderr.
final class QuietPresenter: PlayPresenter {
    func show(_ notification: PlaybackNotification) {}
}
