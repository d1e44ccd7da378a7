import RadioFormats

/// The segments of a media playlist that can be played now, and the position of each in the presentation. The type does
/// no I/O and reads no clock.
///
/// Positions stay the same while the window moves. They count from the first segment that the window ever had, or
/// continue the positions of another ``HlsTrack`` or of an earlier connection.
struct SegmentWindow {
    /// How a newer version of the playlist differs from the one before.
    struct Update: Hashable {
        /// Whether the playlist has anything new.
        var isChanged: Bool
        /// Whether the segments' numbers went back, and the playlist is not just an older version from a cache: the
        /// encoder has restarted.
        var isRestarted = false
        /// How much greater the segments' numbers are than those of the same segments before.
        var renumbering: Int64 = 0
    }

    private(set) var playlist: MediaPlaylist
    /// The playlist's own URL, after redirects.
    private(set) var url: String
    /// The position of the first segment, limited to the range from minus ``limit`` to ``limit``.
    private(set) var begin: MediaTime { didSet { begin = Self.bounded(begin) } }
    /// Whether parts are played if the server offers them.
    let isLowLatency: Bool
    /// EXT-X-START of the multivariant playlist.
    private let commonStart: StartPoint?
    /// The distance from ``begin`` to the start of each segment, and to the end of the last.
    private var starts: [MediaTime] = []

    /// - Parameter begin: the position of the first segment.
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

    /// The greatest difference between a playlist's times and those of its packets that counts as a rounding error.
    static let rounding = MediaTime(value: 1, timescale: 10)
    /// The greatest position: half a century. The limit prevents an overflow if a server states long durations again
    /// and again.
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
    /// One more than the sequence number of the last segment.
    var end: Int64 { first + Int64(segments.count) }
    var target: Duration { playlist.targetDuration.duration }
    /// The longest duration of the three newest segments, which a listener at the live edge holds; nil if it cannot be
    /// true. Some servers state durations of almost zero.
    var newestDuration: Duration? {
        let longest = segments.suffix(3).reduce(MediaTime.zero) { max($0, $1.span) }.duration
        return longest >= ReloadTimer.shortest && longest <= max(target, Self.longestBeyondTarget) ? longest : nil
    }
    /// The longest duration of a segment that is believed if it exceeds the target duration.
    private static let longestBeyondTarget = Duration.seconds(30)
    /// The segment with which playing begins by default; nil if there is no segment.
    var liveStart: LiveEdge.Start? { LiveEdge.start(in: playlist, start: playlist.start ?? commonStart) }

    /// The names of the segments' encryption methods, each once.
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

    /// Returns the parts of a segment, which may be the open segment at the end.
    func parts(of sequence: Int64) -> [PartialSegment] {
        if let segment = segment(sequence) { return segment.parts }
        guard let open = playlist.openSegment, open.sequence == sequence else { return [] }
        return open.parts
    }

    /// Returns the position of a segment's beginning. For ``end``, this is the end of the last segment.
    func position(of sequence: Int64) -> MediaTime {
        let index = min(max(sequence - first, 0), Int64(segments.count))
        return begin + starts[Int(index)]
    }

    /// The positions that the segments span.
    var range: (start: MediaTime, end: MediaTime) { (begin, begin + (starts.last ?? .zero)) }

    /// Returns the number of the segment that covers a position, or of the nearest segment; nil if there is no segment.
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

    /// Returns the number of the segment whose dates cover a time; nil if there is none.
    func sequence(atWallClock time: MediaTime) -> Int64? {
        let index = segments.lastIndex { segment in
            guard let begin = segment.wallClock else { return false }
            return begin <= time && time < begin + segment.span
        }
        return index.map { first + Int64($0) }
    }

    // MARK: Newer versions

    /// Takes a newer version of the playlist, or a delta update that was merged with the current version.
    ///
    /// - Parameters:
    ///   - next: the number of the segment that is fetched next. The segment keeps its position, even if the durations
    ///     before it have changed.
    ///   - known: the number of the newest segment whose sound was requested.
    mutating func update(_ newer: MediaPlaylist, url: String, next: Int64? = nil, known: Int64? = nil) -> Update {
        if newer.segments.isEmpty, newer.openSegment == nil {
            // A server that has nothing to list at the moment, or whose response is incomplete, changes nothing.
            playlist.isEnded = playlist.isEnded || newer.isEnded
            return Update(isChanged: newer.isEnded)
        }
        let newFirst = newer.segments.first?.sequence ?? newer.mediaSequence
        let newEnd = newFirst + Int64(newer.segments.count)
        let found = SegmentIdentity.renumbering(from: self, to: newer, known: known)
        let renumbering = found ?? 0
        if newEnd - renumbering < end {
            // A cache may hold an older version of the same playlist.
            let isOlder = found != nil || newer.segments.isEmpty && newer.mediaSequence >= first
            return Update(isChanged: !isOlder, isRestarted: !isOlder)
        }
        let isChanged = newEnd - renumbering > end || newer.isEnded != playlist.isEnded || isFurther(newer)
        // Segments in both versions keep their positions. If the newer version shares no segment with the old one, its
        // segments follow the last old one.
        let common = max(newFirst, first + renumbering)
        let anchor = min(max(next.map { $0 + renumbering } ?? common, common), newEnd)
        let place = position(of: anchor - renumbering)
        let last = min(end, newEnd - renumbering) - 1
        let discontinuity = segment(last)?.discontinuity
        playlist = newer
        self.url = url
        if found != nil, let discontinuity, let stated = segment(last + renumbering)?.discontinuity {
            playlist.addDiscontinuities(discontinuity - stated)
        }
        measure()
        begin = place - starts[Int(anchor - newFirst)]
        return Update(isChanged: isChanged, renumbering: renumbering)
    }

    /// Returns whether the newer version has more parts after its last whole segment, which counts as a change.
    private func isFurther(_ newer: MediaPlaylist) -> Bool { newer.trailingParts.count > playlist.trailingParts.count }

    /// Takes a playlist whose segment numbers started again. Its first segment follows the old playlist's last one.
    mutating func restart(_ newer: MediaPlaylist, url: String) {
        self = SegmentWindow(
            newer, url: url, begin: range.end, isLowLatency: isLowLatency, commonStart: commonStart)
    }

    // MARK: Another connection

    /// The number of segments by which a playlist from a cache may be older than the newest one.
    private static let oldest: Int64 = 3
    /// The longest gap between two connections. After a longer gap, the playlist counts as another presentation, and
    /// its positions do not continue the old ones.
    private static let longestAbsence = MediaTime(value: 86_400, timescale: 1)

    /// Makes this window's positions continue those of the previous connection, by the dates of the segments or, if
    /// there are none, by their sequence numbers.
    ///
    /// If neither gives a plausible position, this window begins where the previous connection's window ended, so that
    /// positions never go back.
    ///
    /// - Returns: whether a plausible position was found.
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

    /// Returns the position of this window's end according to the dates of both connections.
    private func endByWallClock(_ before: HlsPresentation) -> MediaTime? {
        guard let old = before.endWallClock else { return nil }
        // The segment that covers the old connection's end gives the most exact result, because dates and durations may
        // drift apart.
        let index = sequence(atWallClock: old).flatMap(index) ?? segments.lastIndex { $0.wallClock != nil }
        guard let index, let date = segments[index].wallClock else { return nil }
        return before.end + (date - old) + ((starts.last ?? .zero) - starts[index])
    }

    /// Returns the position of this window's end according to the media sequence numbers of both connections.
    private func endByNumber(_ before: HlsPresentation) -> MediaTime? {
        let last = starts.last ?? .zero
        if let index = index(of: before.nextSequence) { return before.end + (last - starts[index]) }
        guard !segments.isEmpty, end >= before.nextSequence - Self.oldest else { return nil }
        // Segments that were missed between the connections, or that this server's cache does not have yet, count with
        // the mean duration of this window's segments.
        let mean = last.flicks / Int64(segments.count)
        let (flicks, isTooLong) = mean.multipliedReportingOverflow(by: end - before.nextSequence)
        return isTooLong ? nil : before.end + MediaTime(flicks: flicks)
    }

    /// Returns whether both tracks belong to the same stream, so that their sequence numbers can be compared.
    ///
    /// Servers usually number the segments of all variants alike (RFC 8216 §6.2.4), but not those of unrelated
    /// playlists.
    private static func isSame(_ old: HlsTrack, _ new: HlsTrack) -> Bool {
        func path(_ text: String) -> Substring { text.prefix { $0 != "?" && $0 != "#" } }
        return path(old.base) == path(new.base) && (!old.base.isEmpty || path(old.uri) == path(new.uri))
    }

    // MARK: Another track

    /// Returns the number of this window's segment at which fetching continues in place of the segment `sequence` of
    /// another window. It is found by date, by position in a finished stream, by number, or by distance from the end,
    /// in this order.
    ///
    /// Moves this window's positions to match those of the other window.
    mutating func align(with other: SegmentWindow, next sequence: Int64) -> Int64 {
        let target = other.position(of: sequence)
        let found = match(other, sequence)
        begin = begin + (target - position(of: found))
        return found
    }

    /// Returns the number of this window's segment that corresponds to a segment of another window.
    private func match(_ other: SegmentWindow, _ sequence: Int64) -> Int64 {
        // The date of the middle of the other window's segment is looked up, because the windows' segment boundaries
        // may differ by a frame.
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
            // The position of the middle of the other window's segment is looked up, because the windows' segment
            // boundaries may differ by a frame.
            let half = (other.segment(sequence)?.span.flicks ?? 0) / 2
            let place = other.position(of: sequence) - other.begin + MediaTime(flicks: half)
            if place < starts.last ?? .zero { return self.sequence(at: begin + place) ?? sequence }
            return end
        }
        // Servers usually number the segments of all variants alike (RFC 8216 §6.2.4).
        if sequence >= first, sequence <= end { return sequence }
        // If dates, positions and numbers lead to no segment, the number of segments up to the playlist's end decides.
        return max(end - max(other.end - sequence, 0), first)
    }
}
