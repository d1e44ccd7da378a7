/// When a recording ends by itself.
package struct RecordingLimits: Hashable, Sendable {
    /// Since it was asked for.
    package var duration: Duration?
    /// Bytes of all its files.
    package var bytes: Int?
    /// Bytes that stay free on the disk.
    package var freeBytes: Int?

    package init(duration: Duration? = nil, bytes: Int? = nil, freeBytes: Int? = nil) {
        self.duration = duration
        self.bytes = bytes
        self.freeBytes = freeBytes
    }
}
