import RadioFormats

/// Finds the segment with which playing begins in a media playlist (RFC 8216 §6.3.3).
enum LiveEdge {
    /// The distance from a live playlist's end at which playing begins, in target durations, if the playlist states no
    /// distance.
    static let targets: Int64 = 3

    /// A segment to begin with.
    struct Start: Hashable {
        /// The index in ``MediaPlaylist/segments``.
        var index: Int
        /// The duration that is left out at the beginning of the segment; nil for none.
        var skip: MediaTime?
    }

    /// Returns where playing begins; nil if there is no segment.
    ///
    /// - Parameter start: EXT-X-START of the media playlist or, if that has none, of the multivariant playlist.
    static func start(in playlist: MediaPlaylist, start: StartPoint?) -> Start? {
        let segments = playlist.segments
        guard !segments.isEmpty else { return nil }
        if let start { return self.start(at: start, in: segments, total: segments.reduce(.zero) { $0 + $1.span }) }
        if playlist.isEnded { return Start(index: 0) }
        let back = playlist.serverControl?.holdBack ?? playlist.targetDuration * targets
        return Start(index: index(back, fromEndOf: segments))
    }

    /// Returns the index of the last segment that begins at least `back` before the end; 0 if there is no such segment.
    static func index(_ back: MediaTime, fromEndOf segments: [MediaSegment]) -> Int {
        var left = MediaTime.zero
        for index in segments.indices.reversed() {
            left = left + segments[index].span
            if left >= back { return index }
        }
        return 0
    }

    /// Returns the segment that EXT-X-START names (RFC 8216 §4.3.5.2). If the offset lies before the playlist's
    /// beginning or after its end, that beginning or end is used.
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
