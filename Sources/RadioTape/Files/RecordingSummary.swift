/// What a recording has written so far, in its finished files.
package struct RecordingSummary: Hashable, Sendable {
    package var fileCount = 0
    /// The path of the newest file.
    package var path: String?
    package var byteCount = 0
    /// The number of titles whose files are complete.
    package var titleCount = 0
    /// The duration of the sound in the files.
    package var duration = Duration.zero
    /// The duration of the sound that arrived, whether it was written or left out.
    package var received = Duration.zero

    package init() {}
}
