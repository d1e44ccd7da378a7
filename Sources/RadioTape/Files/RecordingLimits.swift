/// The limits at which a recording ends by itself; nil for no limit.
package struct RecordingLimits: Hashable, Sendable {
    /// The time since the recording was requested.
    package var duration: Duration?
    /// The size of all its files together, in bytes.
    package var bytes: Int?
    /// The number of bytes that must stay free on the disk.
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
