/// Tracks of a station that nobody follows any more.
struct AbandonedTracks: Hashable, Sendable {
    var id: String
    var name: String
    /// When each was shown last.
    var ends: [TitleRecord]
}
