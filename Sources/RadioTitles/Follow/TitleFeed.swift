import RadioFormats
import RadioLoop

/// A source of one station's titles: ``StreamFeed``, ``PlaylistFeed`` or ``PageFeed``.
///
/// A feed belongs to the loop's thread and reports to its owner.
protocol TitleFeed: AnyObject {
    var isOpen: Bool { get }
    /// When the station was last seen in this feed; nil if never.
    var lastSeen: MonotonicInstant? { get }
    /// Stops reading until the feed is opened again.
    func close()
}

/// What a feed reports to its owner.
enum TitleFeedEvent {
    /// The station was found.
    case opened
    /// The station shows a title.
    case title(FeedTitle)
    /// The feed has ended or lost the station. `reason` is a few words; `since` is when the station was last seen in
    /// the feed.
    case ended(reason: String, since: MonotonicInstant?)
}

/// A title that a feed found.
struct FeedTitle {
    var track: TrackInfo
    var source: TitleSource
    /// False if the feed was read again and still shows the same title.
    var isNew = true
    /// True for an ICY title of a stream, which the server's status page shows too.
    var isComparable = false
    /// When the page was requested; nil for other feeds. The page describes no earlier moment.
    var asked: MonotonicInstant?
}
