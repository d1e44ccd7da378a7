import RadioFormats

extension MediaPlaylist {
    /// Computes each segment's ``MediaSegment/wallClock`` from the dates in the playlist (RFC 8216 §6.3.3).
    ///
    /// From a segment with a date, the dates of the segments after it are computed by their durations, up to the next
    /// date or discontinuity. From the first date after a discontinuity, the dates of the segments before it are
    /// computed as well. If a date has left the playlist, a segment taken over from an older version keeps the wall
    /// clock computed there.
    mutating func settleWallClocks() {
        var next: MediaTime?
        for index in segments.indices {
            if segments[index].isDiscontinuous { next = nil }
            segments[index].wallClock = segments[index].programDateTime ?? next ?? segments[index].wallClock
            next = segments[index].wallClock.map { $0 + segments[index].duration }
        }
        if var open = openSegment {
            if open.isDiscontinuous { next = nil }
            open.wallClock = open.programDateTime ?? next
            openSegment = open
        }
        // The date of the following segment; nil if that segment begins with a discontinuity.
        var following = openSegment?.isDiscontinuous == false ? openSegment?.wallClock : nil
        for index in segments.indices.reversed() {
            if segments[index].wallClock == nil {
                segments[index].wallClock = following.map { $0 - segments[index].duration }
            }
            following = segments[index].isDiscontinuous ? nil : segments[index].wallClock
        }
    }
}
