import RadioFormats

extension MediaPlaylist {
    /// Computes each segment's ``MediaSegment/wallClock`` from the dates in the playlist (RFC 8216 §6.3.3).
    ///
    /// A date counts forward across durations until a discontinuity or the next date, and backward before the first
    /// date of a stretch. A segment keeps a wall clock from an older playlist whose date is gone.
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
        // The date of the segment after, if the sound continues into it.
        var following = openSegment?.isDiscontinuous == false ? openSegment?.wallClock : nil
        for index in segments.indices.reversed() {
            if segments[index].wallClock == nil {
                segments[index].wallClock = following.map { $0 - segments[index].duration }
            }
            following = segments[index].isDiscontinuous ? nil : segments[index].wallClock
        }
    }
}
