import RadioLoop
import RadioText

/// What a server's page says of one mount, each time that it was asked and something is to be told.
enum PageNews {
    /// The mount is there. `asked`: when the page was asked for: it tells of no earlier moment.
    case shows(MountStatus, asked: MonotonicInstant)
    /// The page is there, the mount is not on it, or is not fed. When the page was read before that.
    case gone(since: MonotonicInstant?)
    /// The page was there and cannot be read now, or not yet; it is asked again. When it was read last, and why not now.
    case away(since: MonotonicInstant?, reason: String)
    /// The server has no page that can be read. It is asked again after a long time.
    case none(reason: String)
}
