/// The limits at which a recording ends by itself. Nil means that there is no such limit.
package struct RecordingLimits: Hashable, Sendable {
    /// The maximum duration of the recording, counted from the request to record.
    package var duration: Duration?
    /// The maximum size of all files of the recording together, in bytes.
    package var bytes: Int?
    /// The minimum number of bytes that stay free on the disk.
    package var freeBytes: Int?
    /// The maximum number of finished files with one title each.
    package var titles: Int?

    package init(duration: Duration? = nil, bytes: Int? = nil, freeBytes: Int? = nil, titles: Int? = nil) {
        self.duration = duration
        self.bytes = bytes
        self.freeBytes = freeBytes
        self.titles = titles
    }
}
