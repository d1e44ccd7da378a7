import RadioFormats

/// A segment that was not fetched, because only what its playlist says of it is wanted.
package struct SkippedSegment: Hashable, Sendable {
    package var duration: MediaTime
    /// The notes that are new with the segment, in the order of time.
    package var notes: [SegmentPlan.Note]
    /// Whether the playlist has a title or a date range for the segment, new or not.
    package var isNamed: Bool

    package init(duration: MediaTime, notes: [SegmentPlan.Note], isNamed: Bool) {
        self.duration = duration
        self.notes = notes
        self.isNamed = isNamed
    }
}
