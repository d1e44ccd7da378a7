import RadioFormats

/// Builds a media playlist line by line (RFC 8216 §4.3.2, §4.3.3).
struct MediaPlaylistBuilder {
    /// The values of the tags that apply to the next segment, collected until the segment's URI has been read.
    struct Pending {
        var extinf: (duration: MediaTime?, title: String)?
        var byteRange: (length: Int64, offset: Int64?)?
        var isDiscontinuous = false
        var programDateTime: MediaTime?
        var isGap = false
        var parts: [PartialSegment] = []
    }

    /// The target duration of a playlist that states neither a target duration nor any segment's duration.
    static let usualTargetDuration = MediaTime(value: 10, timescale: 1)
    /// The longest plausible duration of a segment: 100,000 s, which is more than a day.
    static let longestSegment = MediaTime(value: 100_000, timescale: 1)

    var playlist = MediaPlaylist()
    var pending = Pending()
    /// The keys in force for the next segments.
    var keys: [SegmentKey] = [] { didSet { context = nil } }
    var map: InitSection? { didSet { context = nil } }
    var bitRate: Int? { didSet { context = nil } }
    /// The keys, init section and bit rate that the next segments share; nil if they must be made anew because a tag
    /// has changed them.
    private var context: SegmentContext?
    var discontinuity: Int64 = 0
    var targetDuration: MediaTime?
    /// The URI of the last byte range of a segment, and the offset at which the range ends.
    var rangeEnd: (uri: String, end: Int64)?
    /// Whether a byte range of a segment has stated its offset.
    private var hasRangeOffset = false
    /// The URI of the last byte range of a part, and the offset at which the range ends.
    var partRangeEnd: (uri: String, end: Int64)?
    var partCount = 0
    private var dateRangeIndex: [String: Int] = [:]
    /// The indices of the segments whose duration is missing.
    private var unknownDurations: [Int] = []
    private var totalDuration = MediaTime.zero
    private var isLongSaid = false
    /// The number of the line with the first tag that belongs to media playlists; nil if there is none yet.
    private(set) var firstLine: Int?
    /// The number of the line with the first segment's URI; nil if there is none yet.
    private(set) var firstSegmentLine: Int?

    /// Whether the next line that is not a tag is a segment's URI.
    var isSegmentOpen: Bool { pending.extinf != nil }

    /// Takes a tag whose scope is a media playlist.
    mutating func take(
        _ tag: PlaylistTag, _ text: String, _ list: AttributeList?, _ notes: inout PlaylistNotes
    ) throws(HlsPlaylistError) {
        firstLine = firstLine ?? notes.line
        if let list {
            try take(tag, list, &notes)
        } else {
            take(tag, text, &notes)
        }
    }

    /// Takes a URI, which completes a segment.
    mutating func take(uri: String, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        firstSegmentLine = firstSegmentLine ?? notes.line
        try notes.require(playlist.segments.count, below: M3U8Reader.maximumSegments, "segments")
        var segment = openSegment(uri: uri)
        if let range = pending.byteRange { segment.byteRange = byteRange(range, uri: uri, &notes) }
        switch pending.extinf {
        case let info?:
            segment.title = info.title
            if let duration = info.duration {
                segment.duration = duration
                checkDuration(duration, &notes)
            } else {
                unknownDurations.append(playlist.segments.count)
            }
        case nil:
            notes.warn("A segment without EXTINF: the target duration is used.")
            unknownDurations.append(playlist.segments.count)
        }
        totalDuration = totalDuration + segment.duration
        guard totalDuration.seconds < Double(PlaylistNumber.longestSeconds) else {
            throw notes.error(.unreadable, "Its segments last longer than \(PlaylistNumber.longestSeconds) s.")
        }
        try notes.keep(segment.footprint(after: playlist.segments.last))
        playlist.segments.append(segment)
        pending = Pending()
    }

    /// Returns the next segment, as far as the tags that were read describe it.
    private mutating func openSegment(uri: String) -> MediaSegment {
        var segment = MediaSegment(sequence: 0, uri: uri, duration: .zero)
        segment.isDiscontinuous = pending.isDiscontinuous
        segment.discontinuity = discontinuity
        context = context ?? .of(keys: keys, map: map, bitRate: bitRate)
        segment.context = context
        segment.programDateTime = pending.programDateTime
        segment.isGap = pending.isGap
        segment.parts = pending.parts
        return segment
    }

    private mutating func checkDuration(_ duration: MediaTime, _ notes: inout PlaylistNotes) {
        if duration == .zero { notes.warn("A segment has no duration.") }
        // RFC 8216 §4.3.3.1: the duration, rounded to the nearest second, must not exceed the target duration.
        guard !isLongSaid, let targetDuration, duration.seconds.rounded() > targetDuration.seconds else { return }
        isLongSaid = true
        notes.warn("A segment is longer than the target duration.")
    }

    /// Parses EXT-X-BYTERANGE's `length[@offset]` (RFC 8216 §4.3.2.2).
    static func byteRange(_ text: String) -> (length: Int64, offset: Int64?)? {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let length = PlaylistNumber.integer(Substring(parts[0]).trimmingBlanks), length > 0 else { return nil }
        let offsetText = parts.count > 1 ? Substring(parts[1]).trimmingBlanks : ""
        guard !offsetText.isEmpty else { return HlsByteRange.fits(0, length) ? (length, nil) : nil }
        guard let offset = PlaylistNumber.integer(offsetText), HlsByteRange.fits(offset, length) else { return nil }
        return (length, offset)
    }

    /// Returns a segment's byte range. A range without an offset continues the previous segment's range.
    private mutating func byteRange(
        _ range: (length: Int64, offset: Int64?), uri: String, _ notes: inout PlaylistNotes
    ) -> HlsByteRange? {
        var offset = range.offset
        if offset != nil { hasRangeOffset = true }
        if offset == nil {
            // This range continues where that of the last skipped or removed segment ended. The number of such ranges
            // is counted, and their offsets are corrected later.
            if !hasRangeOffset { playlist.inheritance.byteRanges = playlist.segments.count + 1 }
            if rangeEnd == nil, !playlist.isDelta {
                notes.warn("EXT-X-BYTERANGE without offset, and no earlier range.")
            } else if let rangeEnd, rangeEnd.uri != uri, hasRangeOffset || !playlist.isDelta {
                notes.warn(
                    "EXT-X-BYTERANGE without offset, and the last range is of another URI: it continues that range.")
            }
            offset = rangeEnd?.end ?? 0
        }
        guard let offset, HlsByteRange.fits(offset, range.length) else {
            notes.warn("The byte range lies beyond \(HlsByteRange.maximumOffset >> 40) TiB: ignored.")
            return nil
        }
        rangeEnd = (uri, offset + range.length)
        return HlsByteRange(offset: offset, length: range.length)
    }

    mutating func add(_ range: DateRange, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        try notes.keep(range.footprint)
        if let index = dateRangeIndex[range.id] {
            playlist.dateRanges[index].merge(range)
            return
        }
        try notes.require(playlist.dateRanges.count, below: M3U8Reader.maximumDateRanges, "date ranges")
        dateRangeIndex[range.id] = playlist.dateRanges.count
        playlist.dateRanges.append(range)
    }

    /// Ends the playlist and returns it. Called after the last line.
    mutating func finish(_ notes: inout PlaylistNotes) throws(HlsPlaylistError) -> MediaPlaylist {
        if pending.extinf != nil { notes.warn("EXTINF without a segment after it.") }
        if !pending.parts.isEmpty || playlist.preloadHints.contains(where: { $0.kind == .part }) {
            var open = openSegment(uri: "")
            open.duration = open.parts.reduce(.zero) { $0 + $1.duration }
            playlist.openSegment = open
        }
        settleDurations(&notes)
        settleNumbers()
        playlist.settleWallClocks()
        if playlist.segments.isEmpty, !playlist.isDelta, playlist.openSegment == nil {
            notes.warn("The playlist has no segments.", line: 0)
        }
        if !playlist.isDelta {
            let byteRanges = playlist.inheritance.byteRanges
            playlist.inheritance = DeltaInheritance()
            playlist.inheritance.byteRanges = byteRanges
        }
        return playlist
    }

    /// Sets the target duration: the stated one or, if it is missing, the longest segment's, rounded up to seconds.
    /// Segments without a duration get the target duration.
    private mutating func settleDurations(_ notes: inout PlaylistNotes) {
        if let targetDuration {
            playlist.targetDuration = targetDuration
        } else {
            let longest = playlist.segments.map(\.duration).max() ?? .zero
            let seconds = Int64(longest.seconds.rounded(.up))
            playlist.targetDuration = seconds > 0 ? MediaTime(value: seconds, timescale: 1) : Self.usualTargetDuration
            notes.warn(
                "EXT-X-TARGETDURATION is missing or invalid: read as \(Int64(playlist.targetDuration.seconds)) s.",
                line: 0)
        }
        for index in unknownDurations { playlist.segments[index].duration = playlist.targetDuration }
    }

    /// Numbers the segments. The numbering comes last, because EXT-X-MEDIA-SEQUENCE may come after the first segments.
    private mutating func settleNumbers() {
        let first = playlist.mediaSequence + Int64(playlist.skippedSegments)
        for index in playlist.segments.indices {
            playlist.segments[index].sequence = first + Int64(index)
            playlist.segments[index].discontinuity += playlist.discontinuitySequence
        }
        playlist.openSegment?.sequence = first + Int64(playlist.segments.count)
        playlist.openSegment?.discontinuity += playlist.discontinuitySequence
    }
}
