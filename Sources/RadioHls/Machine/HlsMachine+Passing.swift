import RadioFormats

/// Playlists without their segments: what they say of each is told when its turn comes, as if it had been played.
extension HlsMachine {
    /// Segments that pass in one turn; those that last next to nothing come in the turns after it.
    private static let passedAtOnce = 4

    mutating func wantsMedia(_ isWanted: Bool) {
        guard isWanted != isMediaWanted else { return }
        isMediaWanted = isWanted
        // What is on its way may end; nothing that is fetched later continues it.
        if isWanted { isBroken = true }
    }

    /// The next ones, as far as it is their time.
    mutating func passSegments(at now: Duration, _ actions: inout [HlsAction]) {
        for _ in 0..<Self.passedAtOnce {
            guard let (segment, part) = nextSegment(&actions), let window else { return }
            guard isDue(at: now) else { return }
            let duration = part.map { segment.parts[$0].duration } ?? segment.span
            var passage = SegmentPassage(
                duration: duration, notes: [], isNamed: SegmentNotes.name(segment, in: window.playlist))
            if part ?? 0 == 0 {
                passage.notes = notes.notes(
                    for: segment, in: window.playlist, at: window.position(of: segment.sequence))
            }
            actions.append(.pass(passage))
            held += duration.duration
            passed(segment, part, at: now)
        }
        wakeAt = now + LookAhead.interval
    }
}
