import RadioFormats

/// The limits of a ``Tape``.
package struct TapeLimits: Hashable, Sendable {
    /// The longest duration of the sound on the tape.
    package var duration: Duration
    /// The largest size of the file in bytes.
    package var maximumBytes: Int
    /// The minimum number of bytes that stay free on the disk.
    package var minimumFreeBytes: Int64
    /// The largest number of bytes to keep in memory if no disk can be used.
    package var memoryBytes: Int

    /// - Parameters:
    ///   - duration: the longest duration of the sound.
    ///   - maximumBytes: the largest size of the file. The default of 2 GiB is enough for three hours of FLAC.
    ///   - minimumFreeBytes: the number of bytes that must stay free on the disk, 512 MiB by default.
    ///   - memoryBytes: the number of bytes to keep in memory. The default of 8 MB is enough for eight minutes at 128
    ///     kbit/s.
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
