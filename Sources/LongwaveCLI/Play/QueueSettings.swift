import Longwave

/// What is played one after another, and how.
struct QueueSettings: Hashable, Sendable {
    /// Nil plays what the argument names.
    var query: StationQuery?
    var isShuffled = false
    var repeatMode = PlaybackQueue.RepeatMode.none
    /// How long each is heard; nil: to its end.
    var itemLimit: Duration?
}
