import RadioFormats

/// Where the sound of a timeline belongs: its times to positions of the item and back.
package struct SoundPlaces {
    /// Remembered of sound that is not kept any more, one for each segment or part of one.
    static let usual = 512
    /// Remembered at most: two hours of parts of a second.
    static let maximum = 7200

    private struct Place {
        /// On the timeline, in flicks.
        var start: Int64
        var position: SoundPosition
    }

    /// In the order of their times.
    private var places: [Place] = []

    package var isEmpty: Bool { places.isEmpty }

    /// The sound that comes next on the timeline, at `start`, belongs there.
    /// - Parameter kept: the time from which sound is kept elsewhere; nil where none is.
    mutating func append(_ position: SoundPosition, at start: Int64, kept: Int64?) {
        while let last = places.last, last.start >= start { places.removeLast() }
        while places.count >= Self.usual, places.count >= Self.maximum || places[1].start <= kept ?? .max {
            places.removeFirst()
        }
        places.append(Place(start: start, position: position))
    }

    /// The place that a time belongs to; nil before the first that is known.
    private func index(at time: Int64) -> Int? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// The time from which the position of a moment counts; nil before the first that is known.
    func start(at time: Int64) -> Int64? { index(at: time).map { places[$0].start } }

    /// The position of a moment of the timeline; nil before the first that is known.
    package func position(at time: Int64) -> SoundPosition? { index(at: time).map { position(at: time, from: $0) } }

    private func position(at time: Int64, from index: Int) -> SoundPosition {
        let place = places[index]
        let offset = MediaTime(flicks: time - place.start)
        return SoundPosition(
            time: place.position.time + offset, wallClock: place.position.wallClock.map { $0 + offset })
    }

    /// The moment of the timeline that a position has, if it lies in `range`; the newest where there are several.
    package func timelineTime(of position: MediaTime, in range: Range<Int64>) -> Int64? {
        var end = range.upperBound
        for place in places.reversed() {
            let time = place.start + (position - place.position.time).flicks
            if time >= max(place.start, range.lowerBound), time < end { return time }
            end = min(end, place.start)
        }
        return nil
    }

    /// The positions of a stretch of the timeline: one range, or several where sound between them is missing.
    /// - Parameter tolerance: playlists round, so that a smaller step is none.
    package func ranges(of times: Range<Int64>, tolerance: MediaTime) -> [Range<MediaTime>] {
        guard !times.isEmpty, let first = index(at: times.lowerBound) else { return [] }
        var ranges: [Range<MediaTime>] = []
        for index in first..<places.count where places[index].start < times.upperBound {
            let end = index + 1 < places.count ? min(places[index + 1].start, times.upperBound) : times.upperBound
            let start = position(at: max(places[index].start, times.lowerBound), from: index).time
            let last = position(at: end, from: index).time
            if let before = ranges.last, start - before.upperBound <= tolerance, start >= before.lowerBound {
                ranges[ranges.count - 1] = before.lowerBound..<max(last, before.upperBound)
            } else {
                ranges.append(start..<last)
            }
        }
        return ranges
    }
}
