/// The result of one step that deletes old records from the file of titles.
package struct RetentionStep: Hashable, Sendable {
    /// Number of deleted records: tracks, gaps, and rows of log lines.
    package var deleted = 0
    /// True if there may be more to delete.
    package var hasMore = false
}
