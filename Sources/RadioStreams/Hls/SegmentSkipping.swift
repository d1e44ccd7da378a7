/// Switches the fetching of segments off if the playlist itself tells the titles.
///
/// For clients of a ``StreamOpener`` that want titles only.
package final class SegmentSkipping {
    /// True to fetch playlists only. Has no effect on a stream without segments.
    package var isOn = false {
        didSet { if isOn != oldValue { stream?.post(.mediaWanted(!isOn)) } }
    }
    weak var stream: HlsStream?
    let didSkip: (_ duration: Duration, _ isNamed: Bool) -> Void

    /// Creates a switch that is off.
    /// - Parameter didSkip: Called from the inbox with the duration of a piece of a segment that is not fetched, when
    ///   its turn comes, and whether the playlist tells a title for the segment.
    package init(didSkip: @escaping (_ duration: Duration, _ isNamed: Bool) -> Void) { self.didSkip = didSkip }
}
