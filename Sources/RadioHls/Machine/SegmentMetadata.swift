import RadioFormats

/// Keeps a segment's metadata until the packet for its time arrives. Each item is reported once, even if its segment is
/// fetched again. The type does no I/O and reads no clock.
struct SegmentMetadata {
    /// The largest number of metadata items that may wait for their packets. If there are more, the oldest are dropped.
    static let maximumCount = 64
    /// The maximum number of reported items that are remembered, so that none is reported twice.
    static let remembered = 32

    /// An item of metadata and its time.
    private struct Entry {
        /// The time stamp, in flicks; nil if the item belongs to the next packet.
        var time: Int64?
        var metadata: TimedMetadata
    }

    /// The items that wait for their packets, in the order of time.
    private var waiting: [Entry] = []
    private var reported: [Entry] = []

    /// Drops the waiting items, because from now on time stamps need not continue the earlier ones.
    mutating func dropWaiting() { waiting = [] }

    /// Adds an item, unless the same item already waits or was reported.
    mutating func add(_ metadata: TimedMetadata, at time: Int64?) {
        // The item may come from a segment that is fetched again, or be a title that each segment repeats.
        let isKnown = (reported + waiting).contains { known in
            guard known.metadata == metadata, let time, let other = known.time else { return false }
            return (time &- other).magnitude < UInt64(MediaTime.flicksPerSecond / 100)
        }
        guard !isKnown else { return }
        if waiting.count == Self.maximumCount { waiting.removeFirst() }
        let index = waiting.firstIndex { ($0.time ?? .min) > (time ?? .min) } ?? waiting.endIndex
        waiting.insert(Entry(time: time, metadata: metadata), at: index)
    }

    /// Passes the waiting items whose times are before `time`, in flicks, to `emit`.
    mutating func report(before time: Int64, _ emit: (TimedMetadata) -> Void) {
        while let first = waiting.first, (first.time ?? .min) < time {
            waiting.removeFirst()
            emit(first.metadata)
            if reported.count == Self.remembered { reported.removeFirst() }
            reported.append(first)
        }
    }
}
