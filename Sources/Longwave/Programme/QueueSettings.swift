import RadioPlayer
import RadioStations

/// What is played one after another, and how.
package struct QueueSettings: Hashable, Sendable {
    /// Nil plays what the argument names.
    package var query: StationQuery?
    /// The name of one; nil plays what the argument or the query names.
    package var playlist: String?
    package var isShuffled = false
    package var repeatMode = PlaybackQueue.RepeatMode.none
    /// How long each is heard; nil: to its end.
    package var itemLimit: Duration?

    package init(
        query: StationQuery? = nil, playlist: String? = nil, isShuffled: Bool = false,
        repeatMode: PlaybackQueue.RepeatMode = .none, itemLimit: Duration? = nil
    ) {
        self.query = query
        self.playlist = playlist
        self.isShuffled = isShuffled
        self.repeatMode = repeatMode
        self.itemLimit = itemLimit
    }
}
