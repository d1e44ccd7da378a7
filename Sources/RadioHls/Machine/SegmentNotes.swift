import RadioFormats

/// What a playlist says about the sound of its segments: the titles of EXTINF and the date ranges, each reported once.
struct SegmentNotes {
    /// The maximum number of reported date ranges that are remembered, so that none is reported twice.
    static let remembered = 256
    /// The maximum number of notes (its title and date ranges) reported with one segment. Further date ranges are not
    /// reported with that segment.
    static let maximumNotes = 32
    /// The length in bytes at which a title is cut.
    static let maximumTitle = 4096

    private var reported: [String] = []
    private var lastTitle: String?
    /// The notes of the last segment, kept because that segment may be requested again.
    private var last: (position: MediaTime, notes: [SegmentPlan.Note])?

    /// Returns the notes of a segment at a position of the presentation, in the order of time.
    mutating func notes(
        for segment: MediaSegment, in playlist: MediaPlaylist, at position: MediaTime
    ) -> [SegmentPlan.Note] {
        if let last, last.position == position { return last.notes }
        let notes = notes(for: segment, in: playlist)
        last = (position, notes)
        return notes
    }

    /// Returns the title and date ranges that begin with a segment and were not reported yet.
    private mutating func notes(for segment: MediaSegment, in playlist: MediaPlaylist) -> [SegmentPlan.Note] {
        var notes: [SegmentPlan.Note] = []
        if !segment.title.isEmpty, segment.title != lastTitle {
            let title = Array(segment.title.utf8.prefix(Self.maximumTitle))
            notes.append(.init(offset: .zero, metadata: TimedMetadata(kind: .extinf, raw: title)))
        }
        lastTitle = segment.title
        guard let begin = segment.wallClock else { return notes }
        let end = begin + segment.span
        for range in playlist.dateRanges {
            guard let start = range.start, start < end, Self.isStillOn(range, start, at: begin),
                !reported.contains(range.id)
            else { continue }
            guard notes.count < Self.maximumNotes else { break }
            if reported.count == Self.remembered { reported.removeFirst() }
            reported.append(range.id)
            var metadata = range.timedMetadata
            metadata.lead = max(begin - start, .zero)
            notes.append(.init(offset: max(start - begin, .zero), metadata: metadata))
        }
        return notes.sorted { $0.offset < $1.offset }
    }

    /// Returns whether the playlist has a title or date range for the segment, even if it was already reported.
    static func name(_ segment: MediaSegment, in playlist: MediaPlaylist) -> Bool {
        if !segment.title.isEmpty { return true }
        guard let begin = segment.wallClock else { return false }
        let end = begin + segment.span
        return playlist.dateRanges.contains { range in
            range.start.map { $0 < end && isStillOn(range, $0, at: begin) } ?? false
        }
    }

    /// Returns whether a date range begins no earlier than the segment, or has not ended when the segment begins.
    private static func isStillOn(_ range: DateRange, _ start: MediaTime, at begin: MediaTime) -> Bool {
        if start >= begin { return true }
        if let end = range.end ?? (range.duration ?? range.plannedDuration).map({ start + $0 }) { return end > begin }
        return range.endsOnNext
    }
}
