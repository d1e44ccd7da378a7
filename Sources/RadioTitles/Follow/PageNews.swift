import RadioLoop
import RadioText

/// A report on what a server's status page says about one mount (the path of a stream on the server).
enum PageNews {
    /// The mount is on the page. The page was requested at `asked`, so it shows the titles at that time or later.
    case shows(MountStatus, asked: MonotonicInstant)
    /// The page can be read, but the mount is missing or has no source. `since` is the time of the reading before this
    /// one; nil if this is the first reading.
    case gone(since: MonotonicInstant?)
    /// The page cannot be read for now, and will be requested again. `since` is when the page was last read.
    case away(since: MonotonicInstant?, reason: String)
    /// The server has no page that can be read. The page is looked for again after ``ServerStatusFollower/rest``.
    case none(reason: String)
}
