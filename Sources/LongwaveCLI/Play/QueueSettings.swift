import Longwave

/// What is played one after another, and how.
struct QueueSettings: Hashable, Sendable {
    /// Nil plays what the argument names.
    var query: StationQuery?
    /// The name of one; nil plays what the argument or the query names.
    var playlist: String?
    var isShuffled = false
    var repeatMode = PlaybackQueue.RepeatMode.none
    /// How long each is heard; nil: to its end.
    var itemLimit: Duration?
}
