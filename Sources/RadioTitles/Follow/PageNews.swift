import RadioLoop
import RadioText

/// What a server's page says about one mount. Sent after a reading, if there is something to report.
enum PageNews {
    /// The mount is on the page. `asked` is when the page was requested: the page cannot describe an earlier moment.
    case shows(MountStatus, asked: MonotonicInstant)
    /// The page is there, but the mount is missing or has no source. `since` is when the page was read before.
    case gone(since: MonotonicInstant?)
    /// The page was there and cannot be read for now; the server is asked again. `since` is when the page was last
    /// read.
    case away(since: MonotonicInstant?, reason: String)
    /// The server has no page that can be read. It is asked again after a long time.
    case none(reason: String)
}
