/// The limits at which a recording ends by itself.
package struct RecordingLimits: Hashable, Sendable {
    /// The time since the recording was requested.
    package var duration: Duration?
    /// The bytes of all its files.
    package var bytes: Int?
    /// The bytes that stay free on the disk.
    package var freeBytes: Int?
    /// The number of finished files with one title each.
    package var titles: Int?

    package init(duration: Duration? = nil, bytes: Int? = nil, freeBytes: Int? = nil, titles: Int? = nil) {
        self.duration = duration
        self.bytes = bytes
        self.freeBytes = freeBytes
        self.titles = titles
    }
}
