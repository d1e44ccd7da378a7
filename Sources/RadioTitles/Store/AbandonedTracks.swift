/// Tracks of a station that is no longer followed.
struct AbandonedTracks: Hashable, Sendable {
    var id: String
    var name: String
    /// End records of the tracks; each ends when it was last shown.
    var ends: [TitleRecord]
}
