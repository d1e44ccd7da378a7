/// A difference between a logger's log and the titles that the ``LoadServer`` sent.
package struct LoadFinding: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case missing
        case doubled
        /// The log has a song that was never sent, or a wrong text for a song.
        case wrong
        case outOfOrder = "out of order"
    }

    package var kind: Kind
    package var mount: Int
    /// The time of the song in the log, in milliseconds since 1970-01-01T00:00:00Z. If the log lacks the song, the time
    /// at which the song was first sent.
    package var time: Int
    package var text: String
}
