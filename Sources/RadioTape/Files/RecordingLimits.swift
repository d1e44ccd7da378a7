/// When a recording ends by itself.
package struct RecordingLimits: Hashable, Sendable {
    /// Since it was asked for.
    package var duration: Duration?
    /// Bytes of all its files.
    package var bytes: Int?
    /// Bytes that stay free on the disk.
    package var freeBytes: Int?
    /// Files of titles that have ended.
    package var titles: Int?

    package init(duration: Duration? = nil, bytes: Int? = nil, freeBytes: Int? = nil, titles: Int? = nil) {
        self.duration = duration
        self.bytes = bytes
        self.freeBytes = freeBytes
        self.titles = titles
    }
}
