/// A difference between a log and what was sent.
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
    /// The time of the record in the log, in milliseconds since 1970-01-01T00:00:00Z. If there is no record, the time
    /// at which the song was sent.
    package var time: Int
    package var text: String
}
