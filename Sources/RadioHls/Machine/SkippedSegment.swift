import RadioFormats

/// A segment that was not fetched, as only what its playlist says of it is wanted.
package struct SkippedSegment: Hashable, Sendable {
    package var duration: MediaTime
    /// What is new with it, in the order of its times.
    package var notes: [SegmentPlan.Note]
    /// The playlist has a title for it, or a date range that is still on; it need not be new.
    package var isNamed: Bool

    package init(duration: MediaTime, notes: [SegmentPlan.Note], isNamed: Bool) {
        self.duration = duration
        self.notes = notes
        self.isNamed = isNamed
    }
}
