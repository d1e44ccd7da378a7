import RadioFormats

/// Where playing begins in a media playlist (RFC 8216 §6.3.3).
enum LiveEdge {
    /// Target durations behind the end where the playlist says nothing.
    static let targets: Int64 = 3

    struct Start: Hashable {
        /// Of ``MediaPlaylist/segments``.
        var index: Int
        /// Sound of that segment before it is left out.
        var skip: MediaTime?
    }

    /// nil where there is no segment.
    /// - Parameter start: EXT-X-START, the playlist's own or that of the multivariant one.
    static func start(in playlist: MediaPlaylist, start: StartPoint?) -> Start? {
        let segments = playlist.segments
        guard !segments.isEmpty else { return nil }
        if let start { return self.start(at: start, in: segments, total: segments.reduce(.zero) { $0 + $1.span }) }
        if playlist.isEnded { return Start(index: 0) }
        let back = playlist.serverControl?.holdBack ?? playlist.targetDuration * targets
        return Start(index: index(back, fromEndOf: segments))
    }

    /// The last segment that begins at least `back` before the end; the first where all of it is shorter.
    static func index(_ back: MediaTime, fromEndOf segments: [MediaSegment]) -> Int {
        var left = MediaTime.zero
        for index in segments.indices.reversed() {
            left = left + segments[index].span
            if left >= back { return index }
        }
        return 0
    }

    /// EXT-X-START (RFC 8216 §4.3.5.2): beyond an end it means that end.
    private static func start(at point: StartPoint, in segments: [MediaSegment], total: MediaTime) -> Start {
        let time = min(max(point.offset < .zero ? total + point.offset : point.offset, .zero), total)
        var begin = MediaTime.zero
        for (index, segment) in segments.enumerated() {
            let end = begin + segment.span
            if time < end || index == segments.count - 1 {
                return Start(index: index, skip: point.isPrecise && time > begin ? time - begin : nil)
            }
            begin = end
        }
        return Start(index: 0)
    }
}

extension MediaTime {
    static func * (time: MediaTime, factor: Int64) -> MediaTime { MediaTime(flicks: time.flicks &* factor) }
}
