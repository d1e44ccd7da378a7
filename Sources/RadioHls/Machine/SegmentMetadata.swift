import RadioFormats

/// Metadata that waits for the packet whose time covers its own. Each is reported once, also where its segment comes again. Pure.
struct SegmentMetadata {
    /// Metadata that waits; the oldest goes.
    static let maximumCount = 64
    /// Metadata that is remembered as reported.
    static let remembered = 32

    private struct Entry {
        /// In flicks on the segments' clock; nil: at the next packet.
        var time: Int64?
        var metadata: TimedMetadata
    }

    /// In the order of their times.
    private var waiting: [Entry] = []
    private var reported: [Entry] = []

    /// What waits is another clock's.
    mutating func dropWaiting() { waiting = [] }

    mutating func add(_ metadata: TimedMetadata, at time: Int64?) {
        // Of a segment that comes again; also a title that is said anew for each segment.
        let isKnown = (reported + waiting).contains { known in
            guard known.metadata == metadata, let time, let other = known.time else { return false }
            return (time &- other).magnitude < UInt64(MediaTime.flicksPerSecond / 100)
        }
        guard !isKnown else { return }
        if waiting.count == Self.maximumCount { waiting.removeFirst() }
        let index = waiting.firstIndex { ($0.time ?? .min) > (time ?? .min) } ?? waiting.endIndex
        waiting.insert(Entry(time: time, metadata: metadata), at: index)
    }

    /// Reports what lies before a time.
    mutating func report(before time: Int64, _ emit: (TimedMetadata) -> Void) {
        while let first = waiting.first, (first.time ?? .min) < time {
            waiting.removeFirst()
            emit(first.metadata)
            if reported.count == Self.remembered { reported.removeFirst() }
            reported.append(first)
        }
    }
}
