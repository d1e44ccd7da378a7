import RadioFormats

/// Metadata that waits for the packet whose time covers its own. Each is reported once, even if its segment comes
/// again. Pure.
struct SegmentMetadata {
    /// The number of metadata that may wait. Beyond it, the oldest are dropped.
    static let maximumCount = 64
    /// The number of metadata that are remembered as reported.
    static let remembered = 32

    /// Metadata and its time.
    private struct Entry {
        /// The time in flicks on the segments' clock; nil for the next packet.
        var time: Int64?
        var metadata: TimedMetadata
    }

    /// The metadata that waits, in the order of time.
    private var waiting: [Entry] = []
    private var reported: [Entry] = []

    /// Drops the metadata that waits, because its times belong to another clock.
    mutating func dropWaiting() { waiting = [] }

    /// Adds metadata, unless it is known already.
    mutating func add(_ metadata: TimedMetadata, at time: Int64?) {
        // This may be the metadata of a segment that comes again, or a title that is repeated for each segment.
        let isKnown = (reported + waiting).contains { known in
            guard known.metadata == metadata, let time, let other = known.time else { return false }
            return (time &- other).magnitude < UInt64(MediaTime.flicksPerSecond / 100)
        }
        guard !isKnown else { return }
        if waiting.count == Self.maximumCount { waiting.removeFirst() }
        let index = waiting.firstIndex { ($0.time ?? .min) > (time ?? .min) } ?? waiting.endIndex
        waiting.insert(Entry(time: time, metadata: metadata), at: index)
    }

    /// Reports the metadata before a time.
    mutating func report(before time: Int64, _ emit: (TimedMetadata) -> Void) {
        while let first = waiting.first, (first.time ?? .min) < time {
            waiting.removeFirst()
            emit(first.metadata)
            if reported.count == Self.remembered { reported.removeFirst() }
            reported.append(first)
        }
    }
}
