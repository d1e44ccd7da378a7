/// Switches off the fetching of segments, for a stream whose playlist states the titles.
///
/// Used by clients of a ``StreamOpener`` that want titles only.
package final class SegmentSkipping {
    /// True to fetch playlists only. Has no effect on a stream without segments.
    package var isOn = false {
        didSet { if isOn != oldValue { stream?.post(.mediaWanted(!isOn)) } }
    }
    weak var stream: HlsStream?
    let didSkip: (_ duration: Duration, _ isNamed: Bool) -> Void

    /// Creates a switch that is off.
    /// - Parameter didSkip: Called from the loop's inbox when a skipped segment would have been fetched, once for each
    ///   piece of the segment. A piece ends at the next title or at the segment's end. The arguments are the piece's
    ///   duration, and whether the playlist states a title for the segment.
    package init(didSkip: @escaping (_ duration: Duration, _ isNamed: Bool) -> Void) { self.didSkip = didSkip }
}
