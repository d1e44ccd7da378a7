import RadioFormats

/// The segments of a track that can be played now, and where each lies in the presentation. Pure.
///
/// Positions are kept while the window moves: they count from the first segment that it ever had, or go on from another
/// track's.
struct SegmentWindow {
    /// What a newer version of the playlist is.
    enum Update: Hashable {
        case changed
        case unchanged
        /// The numbers have gone back: the encoder has begun anew (or a cache is confused for good).
        case restarted
    }

    private(set) var playlist: MediaPlaylist
    /// The playlist's own URL, after redirects.
    private(set) var url: String
    /// Where the first segment begins; kept within ``limit`` of zero.
    private(set) var begin: MediaTime { didSet { begin = Self.bounded(begin) } }
    /// Parts are played where the server offers them.
    let isLowLatency: Bool
    /// EXT-X-START of the multivariant playlist.
    private let commonStart: StartPoint?
    /// One more than the number of segments: where each begins, and the last ends, from ``begin``.
    private var starts: [MediaTime] = []

    /// - Parameter begin: where the first segment lies.
    init(
        _ playlist: MediaPlaylist, url: String, begin: MediaTime = .zero, isLowLatency: Bool = false,
        commonStart: StartPoint? = nil
    ) {
        self.playlist = playlist
        self.url = url
        self.begin = Self.bounded(begin)
        self.isLowLatency = isLowLatency
        self.commonStart = commonStart
        measure()
    }

    /// Positions and durations of playlists differ from their packets by that at most.
    static let rounding = MediaTime(value: 1, timescale: 10)
    /// No station lasts half a century: a server that says so again and again must not drive numbers over their end.
    static let limit = MediaTime(value: 50 * 365 * 86_400, timescale: 1)

    private static func bounded(_ time: MediaTime) -> MediaTime { min(max(time, .zero - limit), limit) }

    private mutating func measure() {
        var sum = MediaTime.zero
        starts = [sum]
        starts.reserveCapacity(playlist.segments.count + 1)
        for segment in playlist.segments {
            sum = sum + segment.span
            starts.append(sum)
        }
    }

    var segments: [MediaSegment] { playlist.segments }
    var first: Int64 { segments.first?.sequence ?? playlist.mediaSequence }
    /// The number after the last segment's.
    var end: Int64 { first + Int64(segments.count) }
    var target: Duration { playlist.targetDuration.duration }
    /// Where playing begins; nil where there is no segment.
    var liveStart: LiveEdge.Start? { LiveEdge.start(in: playlist, start: playlist.start ?? commonStart) }

    /// The methods of its segments' keys, each once.
    var encryption: [String] {
        var names: [String] = []
        var last: SegmentKey?
        for segment in segments {
            guard let key = segment.key, key != last else { continue }
            last = key
            let name = EncryptionName.of(key)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    func index(of sequence: Int64) -> Int? {
        sequence >= first && sequence < end ? Int(sequence - first) : nil
    }

    func segment(_ sequence: Int64) -> MediaSegment? { index(of: sequence).map { segments[$0] } }

    /// The parts of a segment, also of the one that is not whole yet.
    func parts(of sequence: Int64) -> [PartialSegment] {
        if let segment = segment(sequence) { return segment.parts }
        guard let open = playlist.openSegment, open.sequence == sequence else { return [] }
        return open.parts
    }

    /// Where a segment begins in the presentation; that after the last is known too.
    func position(of sequence: Int64) -> MediaTime {
        let index = min(max(sequence - first, 0), Int64(segments.count))
        return begin + starts[Int(index)]
    }

    /// What the segments span.
    var range: (start: MediaTime, end: MediaTime) { (begin, begin + (starts.last ?? .zero)) }

    /// The segment that covers a position, clamped to those that are there; nil where there is none.
    func sequence(at position: MediaTime) -> Int64? {
        guard !segments.isEmpty else { return nil }
        let time = position - begin
        var (low, high) = (0, segments.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= time { low = middle } else { high = middle - 1 }
        }
        return first + Int64(low)
    }

    /// The segment that was recorded at a time; nil where no segment's is known or it is not among them.
    func sequence(atWallClock time: MediaTime) -> Int64? {
        let index = segments.lastIndex { segment in
            guard let begin = segment.wallClock else { return false }
            return begin <= time && time < begin + segment.span
        }
        return index.map { first + Int64($0) }
    }

    // MARK: Newer versions

    /// Takes a newer version in; a delta update has been merged before.
    /// - Parameter next: the segment that is played next: it stays where it is, even if those before it last another time now.
    mutating func update(_ newer: MediaPlaylist, url: String, next: Int64? = nil) -> Update {
        let newFirst = newer.segments.first?.sequence ?? newer.mediaSequence
        let newEnd = newFirst + Int64(newer.segments.count)
        if newEnd < end {
            // A cache may hold an older version of the same; what has the numbers of ours must then be ours.
            let shared = newer.segments.last.flatMap { last in segment(last.sequence).map { $0.uri == last.uri } }
            if shared ?? (newer.segments.isEmpty && newer.mediaSequence >= first) { return .unchanged }
            return .restarted
        }
        let isChanged = newEnd > end || newer.isEnded != playlist.isEnded || isFurther(newer)
        // What is in both lies where it lay before; what follows after a gap, after all that was known.
        let common = max(newFirst, first)
        let anchor = min(max(next ?? common, common), newEnd)
        let place = position(of: anchor)
        playlist = newer
        self.url = url
        measure()
        begin = place - starts[Int(anchor - newFirst)]
        return isChanged ? .changed : .unchanged
    }

    /// Parts beyond the last segment count as news.
    private func isFurther(_ newer: MediaPlaylist) -> Bool { newer.trailingParts.count > playlist.trailingParts.count }

    /// The same for a playlist that has begun anew: its first segment follows the last of the old one.
    mutating func restart(_ newer: MediaPlaylist, url: String) {
        self = SegmentWindow(
            newer, url: url, begin: range.end, isLowLatency: isLowLatency, commonStart: commonStart)
    }

    // MARK: Another connection

    /// Segments that a cache may be behind.
    private static let oldest: Int64 = 3
    /// A longer absence is another presentation.
    private static let longestAbsence = MediaTime(value: 86_400, timescale: 1)

    /// Moves this window's positions to those of the connection before: by the wall clock, else by the numbers; where neither
    /// tells, it follows all that was known, so that positions never go back.
    /// - Returns: whether it is known where it belongs.
    mutating func continues(_ before: HlsPresentation, of track: HlsTrack) -> Bool {
        if playlist.isEnded, before.isFinite {
            begin = before.start
            return true
        }
        let found = endByWallClock(before) ?? (Self.isSame(before.track, track) ? endByNumber(before) : nil)
        begin = before.end
        guard let found else { return false }
        let behind = playlist.targetDuration.flicks * Self.oldest
        guard found >= before.end - MediaTime(flicks: behind), found <= before.end + Self.longestAbsence else {
            return false
        }
        begin = found - (starts.last ?? .zero)
        return true
    }

    /// Where this window's end lies by the dates of both.
    private func endByWallClock(_ before: HlsPresentation) -> MediaTime? {
        guard let old = before.endWallClock else { return nil }
        // The segment that covers the old end tells best: dates and durations may drift.
        let index = sequence(atWallClock: old).flatMap(index) ?? segments.lastIndex { $0.wallClock != nil }
        guard let index, let date = segments[index].wallClock else { return nil }
        return before.end + (date - old) + ((starts.last ?? .zero) - starts[index])
    }

    /// Where this window's end lies by the media sequence numbers of both.
    private func endByNumber(_ before: HlsPresentation) -> MediaTime? {
        let last = starts.last ?? .zero
        if let index = index(of: before.nextSequence) { return before.end + (last - starts[index]) }
        guard !segments.isEmpty, end >= before.nextSequence - Self.oldest else { return nil }
        // What was missed, or has not reached this cache, is reckoned by what is there.
        let mean = last.flicks / Int64(segments.count)
        let (flicks, isTooLong) = mean.multipliedReportingOverflow(by: end - before.nextSequence)
        return isTooLong ? nil : before.end + MediaTime(flicks: flicks)
    }

    /// Whether both are of one origin: servers number the segments of all variants alike (RFC 8216 §6.2.4 asks for it where
    /// they are live), but not those of other playlists.
    private static func isSame(_ old: HlsTrack, _ new: HlsTrack) -> Bool {
        func path(_ text: String) -> Substring { text.prefix { $0 != "?" && $0 != "#" } }
        return path(old.base) == path(new.base) && (!old.base.isEmpty || path(old.uri) == path(new.uri))
    }

    // MARK: Another track

    /// The segment of this window that follows what was played of another: by wall clock, else by number, else by place.
    /// Moves this window's positions to the other's.
    mutating func align(with other: SegmentWindow, next sequence: Int64) -> Int64 {
        let target = other.position(of: sequence)
        let found = match(other, sequence)
        begin = begin + (target - position(of: found))
        return found
    }

    private func match(_ other: SegmentWindow, _ sequence: Int64) -> Int64 {
        // The middle of the segment that is wanted: boundaries may differ by a frame.
        if let segment = other.segment(sequence), let time = segment.wallClock,
            let found = self.sequence(atWallClock: time + MediaTime(flicks: segment.span.flicks / 2))
        {
            return found
        }
        if let last = other.segment(sequence - 1), let time = last.wallClock,
            let found = self.sequence(atWallClock: time + MediaTime(flicks: last.span.flicks / 2))
        {
            return found + 1
        }
        if playlist.isEnded, other.playlist.isEnded, first == other.first {
            // The middle again.
            let half = (other.segment(sequence)?.span.flicks ?? 0) / 2
            let place = other.position(of: sequence) - other.begin + MediaTime(flicks: half)
            if place < starts.last ?? .zero { return self.sequence(at: begin + place) ?? sequence }
            return end
        }
        // Servers number the segments of all variants alike, though nothing makes them (RFC 8216 §6.2.4).
        if sequence >= first, sequence <= end { return sequence }
        // As far from the end as it was there.
        return max(end - max(other.end - sequence, 0), first)
    }
}
