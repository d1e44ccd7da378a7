import Longwave

/// What is played one after another, and how.
public struct QueueChoice: Hashable, Sendable {
    /// Nil plays what the argument names.
    let query: StationQuery?
    /// The name of one; nil plays what the argument or the query names.
    let playlist: String?
    let isShuffled: Bool
    let repeatMode: PlaybackQueue.RepeatMode
    /// How long each is heard; nil: to its end.
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
