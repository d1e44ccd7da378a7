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

    /// The duration after which a title that stands at every segment of a live playlist counts as no song.
    static let longestSong = MediaTime(value: 15 * 60, timescale: 1)

    private var reported: [String] = []
    private var lastTitle: String?
    /// How long one title has stood at every segment so far; nil if segments had different titles, or none.
    private var standing: MediaTime?
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
        if let title = title(of: segment, in: playlist) { notes.append(.init(offset: .zero, metadata: title)) }
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

    /// Returns the title of a segment if it differs from the last one. Returns an empty title once the last one has stood
    /// at every segment of a live playlist for longer than a song lasts.
    private mutating func title(of segment: MediaSegment, in playlist: MediaPlaylist) -> TimedMetadata? {
        defer { lastTitle = segment.title }
        let isFirst = lastTitle == nil
        if isFirst {
            let earlier = playlist.segments.prefix { $0.sequence < segment.sequence }
            standing = Self.stands(segment.title, in: playlist) ? earlier.reduce(.zero) { $0 + $1.span } : nil
        } else if segment.title != lastTitle {
            standing = nil
        }
        let before = standing
        standing = before.map { $0 + segment.span }
        if let before, let standing, standing >= Self.longestSong, !playlist.isEnded {
            let isJustOver = !isFirst && before < Self.longestSong
            return isJustOver ? TimedMetadata(kind: .extinf, raw: []) : nil
        }
        guard !segment.title.isEmpty, isFirst || segment.title != lastTitle else { return nil }
        var metadata = TimedMetadata(kind: .extinf, raw: Array(segment.title.utf8.prefix(Self.maximumTitle)))
        metadata.isStanding = standing != nil
        return metadata
    }

    /// Returns whether a title stands at each of several segments.
    private static func stands(_ title: String, in playlist: MediaPlaylist) -> Bool {
        !title.isEmpty && playlist.segments.count > 1 && playlist.segments.allSatisfy { $0.title == title }
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
