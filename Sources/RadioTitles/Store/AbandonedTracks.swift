/// The open tracks of a station that no process follows any more, which must be ended.
struct AbandonedTracks: Hashable, Sendable {
    var id: String
    var name: String
    /// The tracks' end records. Each track ends when it was last shown.
    var ends: [TitleRecord]
}
