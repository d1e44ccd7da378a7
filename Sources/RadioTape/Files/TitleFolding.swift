import RadioFormats

/// Limits how often titles divide a recording, because a station may send dozens of titles a second. Pure.
///
/// A few titles in a row begin at once. If more follow, the newest one begins after a second of sound, and the titles
/// before it are left out.
package struct TitleFolding<Title> {
    /// The number of titles that may begin at once.
    static var burst: Int64 { 8 }
    /// The duration of sound after which one more title may begin, in flicks.
    static var interval: Int64 { Int64(MediaTime.flicksPerSecond) }

    /// The time at which all titles of a burst may begin again, in flicks.
    private var restedAt = Int64.min / 2
    private var waiting: Title?

    package init() {}

    /// Takes a title that begins at a moment of the sound, in flicks.
    /// - Returns: the title, or nil if it begins later or not at all.
    package mutating func offer(_ title: Title, at time: Int64) -> Title? {
        waiting = title
        return take(at: time)
    }

    /// Returns the title that waits and begins at a moment of the sound, in flicks; nil if there is none.
    package mutating func take(at time: Int64) -> Title? {
        guard waiting != nil, restedAt - time <= (Self.burst - 1) * Self.interval else { return nil }
        restedAt = max(restedAt, time) + Self.interval
        return waiting.take()
    }
}
