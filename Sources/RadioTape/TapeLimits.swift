import RadioFormats

/// What a ``Tape`` keeps at most.
package struct TapeLimits: Hashable, Sendable {
    /// Sound, in media time.
    package var duration: Duration
    /// Bytes of the file.
    package var maximumBytes: Int
    /// Bytes of the disk that are left to others.
    package var minimumFreeBytes: Int64
    /// Bytes where no disk can be used.
    package var memoryBytes: Int

    /// - Parameters:
    ///   - duration: of sound.
    ///   - maximumBytes: of the file, 2 GiB unless told: three hours of FLAC.
    ///   - minimumFreeBytes: 512 MiB unless told.
    ///   - memoryBytes: 8 MB unless told: eight minutes at 128 kbit/s.
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
