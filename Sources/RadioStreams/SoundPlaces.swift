import RadioFormats

/// Converts the times of a timeline to positions of the item, and back.
package struct SoundPlaces {
    /// The number of entries in ``places`` that are kept even after their sound was dropped. Each segment or part has
    /// one entry.
    static let usual = 512
    /// The maximum number of entries in ``places``, enough for two hours of parts of one second each.
    static let maximum = 7200

    /// A position of the item and the time on the timeline where it begins.
    private struct Place {
        /// The time on the timeline, in flicks.
        var start: Int64
        var position: SoundPosition
    }

    /// The places in the order of their times.
    private var places: [Place] = []

    package var isEmpty: Bool { places.isEmpty }

    /// Adds the position of the sound that begins at `start` on the timeline.
    /// - Parameter kept: The timeline time of the oldest sound that is stored outside the timeline, for example on the
    ///   tape. Nil if no sound is stored there.
    mutating func append(_ position: SoundPosition, at start: Int64, kept: Int64?) {
        while let last = places.last, last.start >= start { places.removeLast() }
        while places.count >= Self.usual, places.count >= Self.maximum || places[1].start <= kept ?? .max {
            places.removeFirst()
        }
        places.append(Place(start: start, position: position))
    }

    /// Returns the index in ``places`` of the last entry that begins at or before a time of the timeline, or nil if
    /// there is no such entry.
    private func index(at time: Int64) -> Int? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Returns the time at which the last entry in ``places`` that begins at or before `time` begins, or nil if there
    /// is no such entry.
    func start(at time: Int64) -> Int64? { index(at: time).map { places[$0].start } }

    /// Returns the position at a time of the timeline, or nil if the time is before the first known position.
    package func position(at time: Int64) -> SoundPosition? { index(at: time).map { position(at: time, from: $0) } }

    private func position(at time: Int64, from index: Int) -> SoundPosition {
        let place = places[index]
        let offset = MediaTime(flicks: time - place.start)
        return SoundPosition(
            time: place.position.time + offset, wallClock: place.position.wallClock.map { $0 + offset })
    }

    /// Returns the timeline time of a position, or nil if the position does not occur in `range`.
    ///
    /// If the position occurs several times, the newest time is returned.
    package func timelineTime(of position: MediaTime, in range: Range<Int64>) -> Int64? {
        var end = range.upperBound
        for place in places.reversed() {
            let time = place.start + (position - place.position.time).flicks
            if time >= max(place.start, range.lowerBound), time < end { return time }
            end = min(end, place.start)
        }
        return nil
    }

    /// Returns the positions of the sound in a range of the timeline: one range, or several if sound is missing in
    /// between.
    /// - Parameter tolerance: The largest gap that does not split a range, because playlists round durations.
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
