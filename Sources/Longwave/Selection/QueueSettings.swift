import RadioPlayer
import RadioStations

/// Settings of a command that plays: which stations to play, in which order, and how long each.
package struct QueueSettings: Hashable, Sendable {
    /// The query that selects the stations to play. Nil if the command's argument names what to play.
    package var query: StationQuery?
    /// The name of the playlist to play. Nil if the query or the command's argument names what to play.
    package var playlist: String?
    package var isShuffled = false
    package var repeatMode = PlaybackQueue.RepeatMode.none
    /// The maximum time for which each item is heard. The player then continues with the next item. Nil means no limit.
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
