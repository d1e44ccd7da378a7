import Longwave

/// Says nothing; errors go to stderr all the same.
final class QuietPresenter: PlayPresenter {
    func show(_ notification: PlaybackNotification) {}
}
