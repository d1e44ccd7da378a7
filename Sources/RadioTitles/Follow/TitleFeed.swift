import RadioFormats
import RadioLoop

/// A source of one station's titles: ``StreamFeed``, ``PlaylistFeed`` or ``PageFeed``.
///
/// A feed belongs to the loop's thread and reports to its owner.
protocol TitleFeed: AnyObject {
    var isOpen: Bool { get }
    /// The time at which this feed last received anything from the station; nil if never.
    var lastSeen: MonotonicInstant? { get }
    /// Stops reading until the feed is opened again.
    func close()
}

/// What a feed reports to its owner.
enum TitleFeedEvent {
    /// The station can be observed: its stream is open or sends metadata.
    case opened
    /// The station shows a title.
    case title(FeedTitle)
    /// The feed has ended or no longer finds the station. `reason` is a few words. `since` is the time at which the
    /// feed last received anything from the station.
    case ended(reason: String, since: MonotonicInstant?)
}

/// A title that a feed found.
struct FeedTitle {
    var track: TrackInfo
    var source: TitleSource
    /// False if a status page was read again and still shows the same title.
    var isNew = true
    /// True for an ICY title of a stream, which the server's status page shows too.
    var isComparable = false
    /// Number of titles before this one that were not read, because there were too many.
    var skipped = 0
    /// The time at which the status page was requested; nil for other feeds. The title was shown at that time or later.
    var asked: MonotonicInstant?
}
