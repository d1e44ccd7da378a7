import RadioFormats

/// The limits of a ``Tape``.
package struct TapeLimits: Hashable, Sendable {
    /// The duration of the sound, in media time.
    package var duration: Duration
    /// The size of the file in bytes.
    package var maximumBytes: Int
    /// The bytes of the disk that are left to others.
    package var minimumFreeBytes: Int64
    /// The bytes that are kept if no disk can be used.
    package var memoryBytes: Int

    /// - Parameters:
    ///   - duration: the duration of the sound.
    ///   - maximumBytes: the size of the file; the default of 2 GiB holds three hours of FLAC.
    ///   - minimumFreeBytes: the bytes of the disk left to others; 512 MiB by default.
    ///   - memoryBytes: the bytes kept in memory; the default of 8 MB holds eight minutes at 128 kbit/s.
    package init(
        duration: Duration, maximumBytes: Int = 2 << 30, minimumFreeBytes: Int64 = 512 << 20,
        memoryBytes: Int = 8_000_000
    ) {
        self.duration = duration
        self.maximumBytes = maximumBytes
        self.minimumFreeBytes = minimumFreeBytes
        self.memoryBytes = memoryBytes
    }
}
