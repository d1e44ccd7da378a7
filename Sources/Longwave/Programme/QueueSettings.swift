import RadioPlayer
import RadioStations

/// The choice of items for the queue, and the way to play them.
package struct QueueSettings: Hashable, Sendable {
    /// The query that selects the stations. Nil plays what the argument names.
    package var query: StationQuery?
    /// The name of a saved playlist. Nil plays what the query or the argument names.
    package var playlist: String?
    package var isShuffled = false
    package var repeatMode = PlaybackQueue.RepeatMode.none
    /// The time for which each item is heard. Nil sets no limit.
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
