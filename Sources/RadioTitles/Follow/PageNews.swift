import RadioLoop
import RadioText

/// A report on what a server's page says about one mount.
enum PageNews {
    /// The mount is on the page. The page was requested at `asked`, and describes no earlier moment.
    case shows(MountStatus, asked: MonotonicInstant)
    /// The page can be read, but the mount is missing or has no source. `since` is when the page was last read before
    /// that; nil if this is its first reading.
    case gone(since: MonotonicInstant?)
    /// The page cannot be read for now, and will be requested again. `since` is when the page was last read.
    case away(since: MonotonicInstant?, reason: String)
    /// The server has no readable page. The next attempt follows after ``ServerStatusFollower/rest``.
    case none(reason: String)
}
