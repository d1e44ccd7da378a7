import RadioFormats

/// Whether an HLS station's playlists tell its titles, so that its segments need not be fetched for them: a pure value.
///
/// They must have told two songs, one after the other: what stands there for good may be a slogan. Where segments bring titles,
/// too (timed ID3), the playlist must have told the same song as they did.
struct PlaylistTrust: Sendable {
    static let songs = 2

    private(set) var isTrusted = false
    private var songs = 0
    /// The last song of the playlist, and of the segments.
    private var named: TrackInfo?
    private var inside: TrackInfo?
    /// The playlist's last word was a title.
    private var isTelling = false
    /// Segments since then without one.
    private var unnamed = Duration.zero

    private let patience: Duration

    /// - Parameter patience: a playlist that tells nothing for so long is not trusted any more.
    init(patience: Duration) { self.patience = patience }

    /// The playlist says something new; nil where no title could be read from it.
    mutating func playlist(shows track: TrackInfo?) {
        isTelling = track.map { $0.kind != .none } ?? false
        guard let track, track.kind == .song else { return }
        if named == nil || !PageCheck.isSame(named!, track) { songs += 1 }
        named = track
        judge()
    }

    /// A title came within a segment.
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

    /// So much of a segment passed without having been fetched; whether the playlist says something of it.
    mutating func passed(_ duration: Duration, isNamed: Bool) {
        unnamed = isNamed && isTelling ? .zero : unnamed + duration
        if unnamed >= patience { self = PlaylistTrust(patience: patience) }
    }
}
