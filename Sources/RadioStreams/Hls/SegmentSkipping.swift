/// Leaves out segments whose playlist tells the titles by itself: for a ``StreamOpener``'s client that wants titles only.
package final class SegmentSkipping {
    /// Whether only playlists are fetched; means nothing where there are no segments.
    package var isOn = false {
        didSet { if isOn != oldValue { stream?.post(.mediaWanted(!isOn)) } }
    }
    weak var stream: HlsStream?
    let didSkip: (_ duration: Duration, _ isNamed: Bool) -> Void

    /// - Parameter didSkip: so much of a segment that is not fetched has its turn; whether the playlist says something of it. From
    ///   the inbox.
    package init(didSkip: @escaping (_ duration: Duration, _ isNamed: Bool) -> Void) { self.didSkip = didSkip }
}
