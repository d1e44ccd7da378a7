/// The open tracks of a station that no process follows any more, which must be ended.
package struct AbandonedTracks: Hashable, Sendable {
    package var id: String
    package var name: String
    /// The tracks' end records. Each track ends when it was last shown.
    package var ends: [TitleRecord]
}
