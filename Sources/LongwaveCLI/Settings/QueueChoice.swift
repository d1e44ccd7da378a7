import Longwave

/// Options of `play` that choose the items of the queue, and the way they are played.
struct QueueChoice: Hashable, Sendable {
    /// The query that finds the stations to play; nil to play what the command's argument names.
    let query: StationQuery?
    /// The name of the playlist to play; nil to play what the query or the command's argument names.
    let playlist: String?
    let isShuffled: Bool
    let repeatMode: PlaybackQueue.RepeatMode
    /// How long each item is heard before the next item begins; nil to hear each item completely.
    let itemLimit: Duration?

    init(
        query: StationQuery?, playlist: String?, isShuffled: Bool, repeatMode: PlaybackQueue.RepeatMode,
        itemLimit: Duration?
    ) {
        self.query = query
        self.playlist = playlist
        self.isShuffled = isShuffled
        self.repeatMode = repeatMode
        self.itemLimit = itemLimit
    }

    var settings: QueueSettings {
        QueueSettings(
            query: query, playlist: playlist, isShuffled: isShuffled, repeatMode: repeatMode, itemLimit: itemLimit)
    }
}
