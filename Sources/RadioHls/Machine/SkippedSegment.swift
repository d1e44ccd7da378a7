import RadioFormats

/// A segment that is not fetched, because only the playlist's information about segments is used.
package struct SkippedSegment: Hashable, Sendable {
    package var duration: MediaTime
    /// The notes about the segment that were not reported before, in chronological order.
    package var notes: [SegmentPlan.Note]
    /// Whether the playlist has a title or date range for the segment, even if it was already reported.
    package var isNamed: Bool

    package init(duration: MediaTime, notes: [SegmentPlan.Note], isNamed: Bool) {
        self.duration = duration
        self.notes = notes
        self.isNamed = isNamed
    }
}
