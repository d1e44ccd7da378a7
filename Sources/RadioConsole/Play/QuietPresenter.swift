import Longwave

/// Prints nothing. Errors still go to stderr.
final class QuietPresenter: PlayPresenter {
    func show(_ notification: PlaybackNotification) {}
}
