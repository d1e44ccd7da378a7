import RadioFormats

/// Where the sound of a timeline belongs: its times to positions of the item and back.
package struct SoundPlaces {
    /// Remembered at most, one a segment; the oldest goes.
    static let maximum = 512

    private struct Place {
        /// On the timeline, in flicks.
        var start: Int64
        var position: SoundPosition
    }

    private var places: [Place] = []

    package var isEmpty: Bool { places.isEmpty }

    /// The sound that comes next on the timeline, at `start`, belongs there.
    mutating func append(_ position: SoundPosition, at start: Int64) {
        while let last = places.last, last.start >= start { places.removeLast() }
        if places.count == Self.maximum { places.removeFirst() }
        places.append(Place(start: start, position: position))
    }

    /// The time from which the position of a moment counts; nil before the first that is known.
    func start(at time: Int64) -> Int64? { places.last { $0.start <= time }?.start }

    /// The position of a moment of the timeline; nil before the first that is known.
    package func position(at time: Int64) -> SoundPosition? {
        guard let place = places.last(where: { $0.start <= time }) else { return nil }
        let offset = MediaTime(flicks: time - place.start)
        return SoundPosition(
            time: place.position.time + offset, wallClock: place.position.wallClock.map { $0 + offset })
    }

    /// The moment of the timeline that a position has, if it lies in `range`; the newest where there are several.
    package func timelineTime(of position: MediaTime, in range: (start: Int64, end: Int64)) -> Int64? {
        var end = range.end
        for place in places.reversed() {
            let time = place.start + (position - place.position.time).flicks
            if time >= max(place.start, range.start), time < end { return time }
            end = min(end, place.start)
        }
        return nil
    }
}
