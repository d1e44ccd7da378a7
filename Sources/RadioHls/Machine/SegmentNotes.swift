import RadioFormats

/// What a playlist says about the sound of its segments: titles of EXTINF and date ranges, each reported once.
struct SegmentNotes {
    /// Date ranges that are remembered as reported.
    static let remembered = 256
    /// Date ranges that are reported with one segment, and bytes of a title; more are left out.
    static let maximumNotes = 32
    static let maximumTitle = 4096

    private var reported: [String] = []
    private var lastTitle: String?
    /// Of the segment that was asked about last: it may be asked for again.
    private var last: (position: MediaTime, notes: [SegmentPlan.Note])?

    /// What belongs to a segment at a position of the presentation, in the order of its times.
    mutating func notes(
        for segment: MediaSegment, in playlist: MediaPlaylist, at position: MediaTime
    ) -> [SegmentPlan.Note] {
        if let last, last.position == position { return last.notes }
        let notes = notes(for: segment, in: playlist)
        last = (position, notes)
        return notes
    }

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

    /// Whether the playlist says something of the segment, new or not.
    static func name(_ segment: MediaSegment, in playlist: MediaPlaylist) -> Bool {
        if !segment.title.isEmpty { return true }
        guard let begin = segment.wallClock else { return false }
        let end = begin + segment.span
        return playlist.dateRanges.contains { range in
            range.start.map { $0 < end && isStillOn(range, $0, at: begin) } ?? false
        }
    }

    /// It begins in the segment, or goes on in it.
    private static func isStillOn(_ range: DateRange, _ start: MediaTime, at begin: MediaTime) -> Bool {
        if start >= begin { return true }
        if let end = range.end ?? (range.duration ?? range.plannedDuration).map({ start + $0 }) { return end > begin }
        return range.endsOnNext
    }
}
