import RadioFormats
import RadioLoop

/// Limits how much of one station's metadata is read, so that a station that sends thousands of titles in a second
/// costs little CPU time. Pure.
///
/// While a station exceeds the limit, only its newest metadata waits, until reading is allowed again. All other
/// metadata is left out, and counted in `TimedMetadata.skipped`.
package struct MetadataGate {
    /// The part of one processor core that reading a station's metadata may take: 5 ms per second.
    static let share = 0.005
    /// The CPU time that may be taken at once, for the metadata at the beginning of a stream.
    static let burst = Duration.milliseconds(20)
    /// The number of bytes of one metadata block that count. Larger blocks contain pictures, which take little time.
    static let maximumLength = 16 << 10

    /// How often each metadata block is read.
    private let readings: Int
    /// The CPU time that may be taken now; negative after expensive metadata.
    private var left = MetadataGate.burst
    private var at: MonotonicInstant?
    private var last: TimedMetadata?
    private var waiting: TimedMetadata?

    package init(readings: Int = 1) { self.readings = readings }

    /// Takes metadata that has arrived. Returns the metadata that may be read now: these or none.
    ///
    /// Repeated metadata is not counted as left out. FLAC pictures always pass, because they are not read as titles.
    package mutating func take(_ metadata: TimedMetadata, at now: MonotonicInstant) -> TimedMetadata? {
        guard metadata.kind != .flacPicture else { return metadata }
        var new = metadata
        if let waiting {
            new.skipped = waiting.skipped
            if new != waiting { new.skipped += 1 }
        } else if metadata == last {
            return pass(metadata, at: now)
        }
        waiting = new
        return release(at: now)
    }

    /// Returns the waiting metadata if it may be read now. Must be called from time to time, such as when bytes of
    /// sound arrive.
    package mutating func release(at now: MonotonicInstant) -> TimedMetadata? {
        guard let next = waiting, let passed = pass(next, at: now) else { return nil }
        waiting = nil
        return passed
    }

    /// Drops waiting metadata, because its connection has ended.
    package mutating func drop() { (waiting, last) = (nil, nil) }

    private mutating func pass(_ metadata: TimedMetadata, at now: MonotonicInstant) -> TimedMetadata? {
        if let at { left = min(left + at.duration(to: now) * Self.share, Self.burst) }
        at = now
        guard left > .zero else { return nil }
        left -= Self.cost(of: metadata) * readings
        last = metadata
        last?.skipped = 0
        return metadata
    }

    /// Returns the CPU time for reading metadata once: 120 µs, and 0.35 µs per byte.
    ///
    /// A title in a charset that the station does not declare takes up to this time (2.5 GHz Intel Xeon). Other titles
    /// take less.
    static func cost(of metadata: TimedMetadata) -> Duration {
        .nanoseconds(120_000 + 350 * min(metadata.raw.count, maximumLength))
    }
}
