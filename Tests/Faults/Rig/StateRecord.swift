import RadioLoop

/// Compares the states that a player published with the sound that was heard.
struct StateRecord {
    /// The intervals in which the player reported `playing`.
    let playing: [(begin: MonotonicInstant, end: MonotonicInstant)]

    init(_ lines: [PlayerLine], until end: MonotonicInstant) {
        var intervals: [(begin: MonotonicInstant, end: MonotonicInstant)] = []
        var since: MonotonicInstant?
        for line in lines {
            guard let status = line.content.status else { continue }
            if status == "playing" {
                if since == nil { since = line.at }
            } else if let begin = since {
                intervals.append((begin, line.at))
                since = nil
            }
        }
        if let begin = since { intervals.append((begin, end)) }
        playing = intervals
    }

    /// Returns the longest time in seconds, between two instants, for which the player reported `playing` while no
    /// sound was heard, or another state while sound was heard. Interruptions of the sound shorter than `shortest`
    /// seconds count as sound, because the programme itself may contain such pauses.
    func longestDisagreement(
        with sound: HeardSound, from begin: MonotonicInstant, to end: MonotonicInstant, shortest: Double = 0.1
    ) -> Double {
        var heard: [(begin: MonotonicInstant, end: MonotonicInstant)] = []
        for interval in sound.intervals {
            if let last = heard.last, last.end.duration(to: interval.begin).inSeconds < shortest {
                heard[heard.count - 1].end = max(last.end, interval.end)
            } else {
                heard.append(interval)
            }
        }
        // Between two successive edges, the reported state does not change, and sound neither begins nor ends.
        let edges = ([begin, end] + (playing + heard).flatMap { [$0.begin, $0.end] })
            .filter { $0 >= begin && $0 <= end }.sorted()
        var (longest, current) = (0.0, 0.0)
        for (from, to) in zip(edges, edges.dropFirst()) where from < to {
            let says = playing.contains { $0.begin <= from && $0.end >= to }
            let sounds = heard.contains { $0.begin <= from && $0.end >= to }
            current = says == sounds ? 0 : current + from.duration(to: to).inSeconds
            longest = max(longest, current)
        }
        return longest
    }
}
