import RadioFormats
import RadioHls
import RadioStreams

/// Finds the sound of an item: on the timeline, on the tape, or at the server.
///
/// Converts positions of the item to moments of the timeline and back, and lists the positions that can be played.
struct PlaybackPositions {
    let timeline: Timeline
    /// The moments whose sound is on the tape, in flicks on the timeline; empty without a tape.
    var tape: Range<Int64> = 0..<0
    /// The presentation of a stream of segments; nil for other streams.
    var presentation: HlsPresentation?
    /// The length of a file that can be fetched from any position; nil for other items.
    var fileLength: MediaTime?

    /// The longest gap between two ranges that counts as a rounding error of the playlist.
    private static let rounding = MediaTime(value: 1, timescale: 1)

    private var isLive: Bool { fileLength == nil && presentation?.isFinite != true }
    private var memory: Range<Int64> { timeline.range.start..<timeline.range.end }

    /// All moments whose sound is in memory or on the tape, in flicks on the timeline.
    private var held: Range<Int64> {
        tape.isEmpty ? memory : min(tape.lowerBound, memory.lowerBound)..<memory.upperBound
    }

    // MARK: From moments to positions

    /// Returns the position of a moment of the timeline.
    func position(at time: Int64) -> MediaTime {
        timeline.places.position(at: time)?.time ?? MediaTime(flicks: time)
    }

    /// Returns when the sound of a moment was recorded, counted since 1970; nil if the playlist does not say.
    func wallClock(at time: Int64) -> MediaTime? { timeline.places.position(at: time)?.wallClock }

    /// Returns the position of a date, counted since 1970; nil if no dates are known.
    ///
    /// - Parameter time: the heard moment. If the playlist gives no other date, the date of this moment is used.
    func position(of date: MediaTime, near time: Int64) -> MediaTime? {
        // The date of the heard moment gives the dates of the sound around it. Dates may jump at a discontinuity.
        if let presentation, let begin = presentation.wallClock { return presentation.start + (date - begin) }
        return wallClock(at: time).map { position(at: time) + (date - $0) }
    }

    // MARK: From positions to moments

    /// Where the sound of a position is stored.
    enum Place: Hashable {
        /// The sound is in memory, at this moment of the timeline, in flicks.
        case memory(Int64)
        /// The sound is only on the tape, at this moment in flicks on the timeline.
        case tape(Int64)
    }

    /// Returns where the sound of a position is stored; nil if it is neither in memory nor on the tape.
    func place(of position: MediaTime) -> Place? {
        if let time = time(of: position, in: memory) { return .memory(time) }
        return time(of: position, in: tape).map { .tape($0) }
    }

    private func time(of position: MediaTime, in times: Range<Int64>) -> Int64? {
        guard timeline.places.isEmpty else { return timeline.places.timelineTime(of: position, in: times) }
        return times.contains(position.flicks) ? position.flicks : nil
    }

    /// Returns the position nearest to `position` whose sound is in memory or on the tape; nil if the distance between
    /// them exceeds the tolerance.
    func held(near position: MediaTime, within tolerance: Duration) -> MediaTime? {
        guard let range = loaded.nearest(to: position), !range.isEmpty else { return nil }
        let nearest = min(max(position, range.start), range.end - MediaTime(flicks: 1))
        return (max(position, nearest) - min(position, nearest)).duration <= tolerance ? nearest : nil
    }

    /// Returns the moments of a range of positions whose sound is in memory or on the tape, in flicks on the timeline;
    /// nil if there are none.
    ///
    /// - Parameter range: the positions; nil for all sound in memory and on the tape.
    func times(of range: MediaTimeRange?) -> Range<Int64>? {
        let held = held
        func time(_ position: MediaTime) -> Int64 {
            switch place(of: position) {
            case .memory(let time), .tape(let time): time
            case nil: position < self.position(at: held.lowerBound) ? held.lowerBound : held.upperBound
            }
        }
        let start = range.map { time($0.start) } ?? held.lowerBound
        let end = range.map { time($0.end) } ?? held.upperBound
        return start < end ? start..<end : nil
    }

    // MARK: Ranges of positions

    /// The positions whose sound is in memory or on the tape.
    var loaded: [MediaTimeRange] {
        guard timeline.places.isEmpty else {
            return timeline.places.ranges(of: held, tolerance: Self.rounding).map(MediaTimeRange.init)
        }
        return held.isEmpty
            ? [] : [MediaTimeRange(start: MediaTime(flicks: held.lowerBound), end: MediaTime(flicks: held.upperBound))]
    }

    /// The positions at which play can continue, in order. Ranges that touch are merged.
    ///
    /// For a stream of segments, they cover all sound that the server and the tape have; for a file that can be fetched
    /// from any position, the whole file; for other items, the sound in memory and on the tape.
    var seekable: [MediaTimeRange] {
        if let fileLength { return [MediaTimeRange(start: .zero, end: fileLength)] }
        guard let presentation else { return loaded }
        let window = MediaTimeRange(start: presentation.start, end: presentation.end)
        guard isLive, !tape.isEmpty else { return [window] }
        var ranges: [MediaTimeRange] = []
        for range in (loaded + [window]).sorted(by: { $0.start < $1.start }) {
            if let last = ranges.last, range.start - last.end <= Self.rounding {
                ranges[ranges.count - 1] = last.union(range)
            } else if !range.isEmpty {
                ranges.append(range)
            }
        }
        return ranges
    }

    /// Returns the range of ``seekable`` that contains a position, or the nearest range; nil if nothing can be played.
    func seekable(around position: MediaTime) -> MediaTimeRange? { seekable.nearest(to: position) }
}

extension MediaTimeRange {
    fileprivate init(_ range: Range<MediaTime>) { self.init(start: range.lowerBound, end: range.upperBound) }
}

extension [MediaTimeRange] {
    /// Returns the range that contains a position, or the nearest range; nil if there are no ranges.
    package func nearest(to position: MediaTime) -> MediaTimeRange? {
        self.min { $0.distance(to: position) < $1.distance(to: position) }
    }
}

extension MediaTimeRange {
    fileprivate func distance(to position: MediaTime) -> MediaTime { max(start - position, position - end, .zero) }
}
