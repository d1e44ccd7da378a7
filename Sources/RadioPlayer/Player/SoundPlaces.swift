import RadioFormats

/// Where the sound of a stream of segments belongs: its timeline's times to positions of the presentation and back.
struct SoundPlaces {
    /// Remembered at most, one a segment; the oldest goes.
    static let maximum = 512

    private struct Place {
        /// On the timeline, in flicks.
        var start: Int64
        var position: SoundPosition
    }

    private var places: [Place] = []
    /// Of a connection whose packets are held aside: their starts count from its first packet.
    private var aside: [Place] = []

    var isEmpty: Bool { places.isEmpty }

    /// What comes next on the timeline, at `start`, belongs there.
    mutating func append(_ position: SoundPosition, at start: Int64) {
        while let last = places.last, last.start >= start { places.removeLast() }
        if places.count == Self.maximum { places.removeFirst() }
        places.append(Place(start: start, position: position))
    }

    mutating func removeAll() {
        places = []
        aside = []
    }

    /// What comes next of a new connection belongs there; it is not known yet where on the timeline that is.
    /// - Parameter flicks: of sound that the connection brought before.
    mutating func holdAside(_ position: SoundPosition, after flicks: Int64) {
        if aside.count == Self.maximum { aside.removeFirst() }
        aside.append(Place(start: flicks, position: position))
    }

    /// The packets that were held aside follow on the timeline from `start` on; nil: they are not needed.
    mutating func settleAside(at start: Int64?) {
        if let start { for place in aside { append(place.position, at: start + place.start) } }
        aside = []
    }

    /// The position of a moment of the timeline; nil before the first that is known.
    func position(at time: Int64) -> SoundPosition? {
        guard let place = places.last(where: { $0.start <= time }) else { return nil }
        let offset = MediaTime(flicks: time - place.start)
        return SoundPosition(
            time: place.position.time + offset, wallClock: place.position.wallClock.map { $0 + offset })
    }

    /// The moment of the timeline that a position has, if it lies in `range`; the newest where there are several.
    func timelineTime(of position: MediaTime, in range: (start: Int64, end: Int64)) -> Int64? {
        var end = range.end
        for place in places.reversed() {
            let time = place.start + (position - place.position.time).flicks
            if time >= max(place.start, range.start), time < end { return time }
            end = min(end, place.start)
        }
        return nil
    }
}
