/// Tracks of a station that is no longer followed.
struct AbandonedTracks: Hashable, Sendable {
    var id: String
    var name: String
    /// The tracks' end records. Each track ends when it was last shown.
    var ends: [TitleRecord]
}
