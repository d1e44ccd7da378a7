import RadioFormats
import RadioHls
import RadioStreams

/// Where the sound of an item is to be found: positions of the item to moments of the timeline and back, and the
/// positions that can be played.
struct PlaybackPositions {
    let timeline: Timeline
    /// What the tape holds, in flicks on the timeline; empty without a tape.
    var tape: Range<Int64> = 0..<0
    /// Of a stream of segments.
    var presentation: HlsPresentation?
    /// The length of a file of which any part can be fetched.
    var fileLength: MediaTime?

    /// A step between two segments that is no more than this comes from rounding in the playlist.
    private static let rounding = MediaTime(value: 1, timescale: 1)

    private var isLive: Bool { fileLength == nil && presentation?.isFinite != true }
    private var memory: Range<Int64> { timeline.range.start..<timeline.range.end }

    /// All that is held, in flicks on the timeline.
    private var held: Range<Int64> {
        tape.isEmpty ? memory : min(tape.lowerBound, memory.lowerBound)..<memory.upperBound
    }

    // MARK: From the timeline

    /// The position of a moment of the timeline.
    func position(at time: Int64) -> MediaTime {
        timeline.places.position(at: time)?.time ?? MediaTime(flicks: time)
    }

    /// When the sound of a moment was recorded, as the playlist tells; since 1970.
    func wallClock(at time: Int64) -> MediaTime? { timeline.places.position(at: time)?.wallClock }

    /// The position of a date, in seconds since 1970, seen from a moment that is heard; nil where no dates are known.
    func position(of date: MediaTime, near time: Int64) -> MediaTime? {
        // Any moment whose date is known tells the others; dates may jump where the programme does.
        if let presentation, let begin = presentation.wallClock { return presentation.start + (date - begin) }
        return wallClock(at: time).map { position(at: time) + (date - $0) }
    }

    // MARK: To the timeline

    /// Where a position is held.
    enum Place: Hashable {
        /// On the timeline, in flicks.
        case memory(Int64)
        /// On the tape only, in flicks on the timeline.
        case tape(Int64)
    }

    /// Where a position is held; nil where it is not.
    func place(of position: MediaTime) -> Place? {
        if let time = time(of: position, in: memory) { return .memory(time) }
        return time(of: position, in: tape).map { .tape($0) }
    }

    private func time(of position: MediaTime, in times: Range<Int64>) -> Int64? {
        guard timeline.places.isEmpty else { return timeline.places.timelineTime(of: position, in: times) }
        return times.contains(position.flicks) ? position.flicks : nil
    }

    /// What is held nearest to a position; nil where that is further away than the tolerance.
    func held(near position: MediaTime, within tolerance: Duration) -> MediaTime? {
        guard let range = loaded.nearest(to: position), !range.isEmpty else { return nil }
        let nearest = min(max(position, range.start), range.end - MediaTime(flicks: 1))
        return (max(position, nearest) - min(position, nearest)).duration <= tolerance ? nearest : nil
    }

    /// What is held between two positions, in flicks on the timeline; nil where nothing is.
    /// - Parameter range: nil: all that is held.
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

    // MARK: What can be played

    /// The positions that are held.
    var loaded: [MediaTimeRange] {
        guard timeline.places.isEmpty else {
            return timeline.places.ranges(of: held, tolerance: Self.rounding).map(MediaTimeRange.init)
        }
        return held.isEmpty
            ? [] : [MediaTimeRange(start: MediaTime(flicks: held.lowerBound), end: MediaTime(flicks: held.upperBound))]
    }

    /// Where play can go on: in all that the server has of a stream of segments, in a whole file, and in what is held of a
    /// station. In their order; what touches is one range.
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

    /// The range of ``seekable`` that has a position, else the one next to it; nil where nothing can be played.
    func seekable(around position: MediaTime) -> MediaTimeRange? { seekable.nearest(to: position) }
}

extension MediaTimeRange {
    fileprivate init(_ range: Range<MediaTime>) { self.init(start: range.lowerBound, end: range.upperBound) }
}

extension [MediaTimeRange] {
    /// The range that contains a position, else the one next to it.
    package func nearest(to position: MediaTime) -> MediaTimeRange? {
        self.min { $0.distance(to: position) < $1.distance(to: position) }
    }
}

extension MediaTimeRange {
    fileprivate func distance(to position: MediaTime) -> MediaTime { max(start - position, position - end, .zero) }
}
