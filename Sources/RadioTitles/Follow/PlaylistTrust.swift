import RadioFormats

/// Decides whether an HLS station's playlists show its titles (are trusted). If so, segments need not be fetched. A
/// pure value.
///
/// The playlist must have shown two different songs, because a text that never changes may be a slogan. If segments
/// contain titles too (timed ID3), the playlist must instead have shown the same song as a segment.
struct PlaylistTrust: Sendable {
    /// Number of songs that a playlist must show to be trusted, if its segments show no songs.
    static let songs = 2

    private(set) var isTrusted = false
    /// Number of songs that the playlist has shown so far, counted at each change.
    private var songs = 0
    /// The last song that the playlist showed.
    private var named: TrackInfo?
    /// The last song that a segment contained.
    private var inside: TrackInfo?
    /// True if the playlist's newest metadata contains a title.
    private var isTelling = false
    /// Duration of the segments skipped since the last segment for which the playlist had a title.
    private var unnamed = Duration.zero

    private let patience: Duration

    /// - Parameter patience: the duration of segments without a title in the playlist after which the playlist is no
    ///   longer trusted.
    init(patience: Duration) { self.patience = patience }

    /// Records new metadata of the playlist. `track` is nil if the metadata contains no title.
    mutating func playlist(shows track: TrackInfo?) {
        isTelling = track.map { $0.kind != .none } ?? false
        guard let track, track.kind == .song else { return }
        if named == nil || !PageCheck.isSame(named!, track) { songs += 1 }
        named = track
        judge()
    }

    /// Records a title that a segment contains.
    mutating func segments(show track: TrackInfo) {
        guard track.kind == .song else { return }
        inside = track
        judge()
    }

    private mutating func judge() {
        guard !isTrusted, let named else { return }
        isTrusted = inside.map { PageCheck.isSame($0, named) } ?? (songs >= Self.songs)
        unnamed = .zero
    }

    /// Counts a segment that was not fetched. Once segments without a title together last as long as `patience`, the
    /// playlist is no longer trusted.
    /// - Parameter isNamed: whether the playlist has metadata, such as a title, for the segment.
    mutating func passed(_ duration: Duration, isNamed: Bool) {
        unnamed = isNamed && isTelling ? .zero : unnamed + duration
        if unnamed >= patience { self = PlaylistTrust(patience: patience) }
    }
}
