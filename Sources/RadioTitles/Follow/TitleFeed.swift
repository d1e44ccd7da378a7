import RadioFormats
import RadioLoop

/// A place where titles of one station are read: ``StreamFeed``, ``PlaylistFeed`` or ``PageFeed``. It belongs to the loop's thread, and pushes what it
/// finds to its owner as events.
protocol TitleFeed: AnyObject {
    var isOpen: Bool { get }
    /// When something of the station was found in it last; nil: never.
    var lastSeen: MonotonicInstant? { get }
    /// Finds nothing more, until it is opened again.
    func close()
}

enum TitleFeedEvent {
    /// The station is there.
    case opened
    /// It shows a title.
    case title(FeedTitle)
    /// The feed has ended, or does not have the station any more: why in a few words, and when the station was seen in it last.
    case ended(reason: String, since: MonotonicInstant?)
}

struct FeedTitle {
    var track: TrackInfo
    var source: TitleSource
    /// False where the feed was read again and shows the same.
    var isNew = true
    /// Whether a stream's title is of the kind that the server's page shows, too.
    var isComparable = false
    /// A page tells of no earlier moment than that of its request.
    var asked: MonotonicInstant?
}
