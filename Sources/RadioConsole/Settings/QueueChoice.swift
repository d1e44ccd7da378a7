import Longwave

/// The choice of several items to play, and the way they are played.
public struct QueueChoice: Hashable, Sendable {
    /// The query that finds the stations; nil to play what the argument names.
    let query: StationQuery?
    /// The name of a playlist; nil to play what the argument or the query names.
    let playlist: String?
    let isShuffled: Bool
    let repeatMode: PlaybackQueue.RepeatMode
    /// How long each item is heard; nil to hear each item completely.
    let itemLimit: Duration?

    public init(
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
