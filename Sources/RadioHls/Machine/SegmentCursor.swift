import RadioFormats

/// The place where fetching continues in a ``SegmentWindow``: the segment, its part, and the duration to leave out. The
/// type does no I/O and reads no clock.
struct SegmentCursor {
    /// What is fetched next.
    enum Next {
        /// The next segment does not exist yet.
        case nothing
        /// All segments were fetched or skipped, and none will be added.
        case end
        /// A segment, or a part of one.
        case media(MediaSegment, part: Int?)
    }

    /// The number of the segment that is fetched next; nil before the first playlist has arrived.
    private(set) var sequence: Int64?
    /// How much greater the segments' numbers are than those by which the same segments were known at the start.
    private(set) var renumbering: Int64 = 0
    /// The number, from zero, of that segment's part that is fetched next; zero if whole segments are fetched.
    private(set) var part = 0
    /// The duration that is left out at the beginning of the segment, or part, that is fetched next.
    private(set) var skip: MediaTime?
    /// Whether the sound that is fetched next does not continue the sound before it.
    private(set) var isBroken = false
    /// How many segments of the current ``HlsTrack`` were fetched completely.
    private(set) var playedSegments = 0
    /// The position at which to continue once the playlist that is being loaded has arrived; nil for none.
    private(set) var target: MediaTime?
    /// If the segment at ``target`` begins no more than this duration before the target, the segment is played from its
    /// beginning.
    private var tolerance = Duration.zero
    /// The number of the segment that is fetched whole because one of its parts did not arrive.
    private var wantedWhole: Int64?
    /// The number of the part that the playlist announced (EXT-X-PRELOAD-HINT) and that did not arrive. The part is not
    /// requested again until the playlist lists it.
    private var unhinted: Int?

    // MARK: Places

    /// Chooses where to begin (RFC 8216 §6.3.3).
    ///
    /// - Parameter start: the position at which the listener wants to begin; nil for the playlist's default position.
    mutating func place(in window: SegmentWindow, start: MediaTime?) {
        part = 0
        if let time = target.take() { return place(at: time, in: window, tolerance: tolerance) }
        if let start { return place(at: start, in: window) }
        if let place = window.lowLatencyStart { return go(to: place) }
        let place = window.liveStart
        sequence = window.first + Int64(place?.index ?? 0)
        skip = place?.skip
    }

    private mutating func place(at time: MediaTime, in window: SegmentWindow, tolerance: Duration = .zero) {
        if let place = window.partPlace(at: max(time, window.range.start)) { return go(to: place) }
        let clamped = min(max(time, window.range.start), window.range.end)
        let found = clamped >= window.range.end ? window.end : window.sequence(at: clamped) ?? window.first
        sequence = found
        part = 0
        let offset = clamped - window.position(of: found)
        skip = offset > MediaTime(tolerance) ? offset : nil
    }

    private mutating func go(to place: SegmentWindow.PartPlace) {
        sequence = place.sequence
        part = place.part
        skip = place.skip
    }

    /// Leaves out the sound that an earlier connection received.
    mutating func leaveOut(before received: MediaTime, in window: SegmentWindow) {
        guard let sequence, window.position(of: sequence, part: part) + (skip ?? .zero) < received else { return }
        place(at: received, in: window)
        // A very short duration is not left out, because the times of two connections may differ by a packet or two.
        if let left = skip, left < SegmentWindow.rounding { skip = nil }
        guard part == 0, let segment = self.sequence.flatMap(window.segment), let left = skip else { return }
        if segment.span - left < SegmentWindow.rounding {
            self.sequence = segment.sequence + 1
            skip = nil
        }
    }

    /// Continues in another track's window.
    ///
    /// If parts are fetched, one earlier part is read first, to prime the decoder. Its sound is dropped, because the
    /// old track already delivered the sound for that time.
    ///
    /// - Parameter found: the number of the new window's segment that follows the sound fetched from the old one.
    mutating func change(to found: Int64, in new: SegmentWindow, from old: SegmentWindow) {
        guard let sequence else { return }
        let reached = old.position(of: sequence, part: part)
        self.sequence = found
        if part > 0, let place = new.partPlace(at: reached), place.sequence == found {
            part = max(place.part - 1, 0)
        } else {
            part = 0
        }
        if let time = target.take() { place(at: time, in: new) }
    }

    /// Sets the count of fetched segments to zero, because another ``HlsTrack`` begins.
    mutating func beginTrack() { playedSegments = 0 }

    /// Notes that fetching continues at another position. Its segment is found later, in a playlist.
    mutating func jump(to time: MediaTime?, tolerance: Duration) {
        isBroken = true
        if let time { (target, self.tolerance) = (time, tolerance) }
    }

    /// Notes that the sound fetched next does not continue the sound before it.
    mutating func `break`() { isBroken = true }

    /// Adds to the numbers of all segments, because the server has renumbered them.
    mutating func renumber(by difference: Int64) {
        renumbering += difference
        sequence = sequence.map { $0 + difference }
        wantedWhole = wantedWhole.map { $0 + difference }
    }

    /// Returns the duration of the sound from here to the end of the playlist.
    func rest(in window: SegmentWindow) -> Duration {
        guard let sequence else { return .zero }
        return max(window.range.end - window.position(of: sequence, part: part) - (skip ?? .zero), .zero).duration
    }

    /// Returns whether the segment to fetch next is no longer in the playlist, for example after a network failure or a
    /// pause.
    func isBehind(_ window: SegmentWindow) -> Bool { sequence.map { $0 < window.first } ?? false }

    // MARK: The next segment

    /// Returns what is fetched next. Skips segments and parts that will never exist.
    ///
    /// - Parameter mayHint: whether a part that the playlist announces (EXT-X-PRELOAD-HINT) may be requested before it
    ///   exists.
    mutating func next(in window: SegmentWindow, mayHint: Bool) -> Next {
        while let sequence, let segment = window.segment(sequence) {
            if part > 0, !segment.parts.isEmpty, wantedWhole != sequence {
                passGaps(of: segment)
                if part < segment.parts.count { return .media(segment, part: part) }
                // All parts of the segment were fetched while it was incomplete. By now it is complete.
                passOn(isPlayed: true)
            } else if segment.isGap {
                passOver()
            } else {
                return .media(segment, part: nil)
            }
        }
        if window.playlist.isEnded, let sequence, sequence >= window.end { return .end }
        return nextOfOpen(in: window, mayHint: mayHint)
    }

    /// Returns the part to fetch next of the incomplete segment at the live edge, whose last parts do not exist yet.
    private mutating func nextOfOpen(in window: SegmentWindow, mayHint: Bool) -> Next {
        guard window.offersParts, var open = window.playlist.openSegment, sequence == open.sequence else {
            return .nothing
        }
        passGaps(of: open)
        if part < open.parts.count { return .media(open, part: part) }
        // An announced part is requested before it exists: the server sends its response once the part exists
        // (rfc8216bis §6.2.6).
        guard mayHint, part == open.parts.count, unhinted != part, let hint = window.hintedPart else { return .nothing }
        open.parts.append(hint)
        return .media(open, part: part)
    }

    /// Skips the next parts as long as they are gaps, which do not exist.
    private mutating func passGaps(of segment: MediaSegment) {
        while part < segment.parts.count, segment.parts[part].isGap {
            pass(segment.parts[part], number: part)
            isBroken = true
        }
    }

    // MARK: Moving on

    /// Moves past a segment, or part, that was fetched.
    mutating func played(_ segment: MediaSegment, part: Int?) {
        isBroken = false
        if part == nil { playedSegments += 1 }
        pass(segment, part: part)
    }

    /// Moves past a segment, or part, without counting it as fetched.
    mutating func pass(_ segment: MediaSegment, part: Int?) {
        if let part { pass(segment.parts[part], number: part) } else { passOn() }
    }

    /// Moves past a part, and shortens `skip` by the part's duration.
    private mutating func pass(_ part: PartialSegment, number: Int) {
        self.part = number + 1
        skip = skip.flatMap { $0 > part.duration ? $0 - part.duration : nil }
    }

    private mutating func passOn(isPlayed: Bool = false) {
        if isPlayed { playedSegments += 1 }
        sequence = sequence.map { $0 + 1 }
        part = 0
        wantedWhole = nil
        unhinted = nil
        skip = nil
    }

    /// Moves past the next segment, which does not arrive, and notes that its sound is missing.
    private mutating func passOver() {
        passOn()
        isBroken = true
    }

    /// Has the segment fetched whole instead of in parts.
    mutating func wantWhole(_ sequence: Int64) { wantedWhole = sequence }

    /// Skips a segment, or part, that does not arrive.
    ///
    /// If a part's segment is complete by now, the whole segment is fetched in place of the part, and the sound of the
    /// earlier parts is recognised by its times and dropped. A part that was only announced is not skipped, because the
    /// playlist may still list it. Any other part is skipped, and its sound is missing.
    mutating func passOver(_ segment: MediaSegment, part: Int?, in window: SegmentWindow?) {
        guard let part else { return passOver() }
        let open = window?.playlist.openSegment
        if window?.segment(segment.sequence) != nil {
            wantedWhole = segment.sequence
            skip = nil
        } else if part >= (open?.sequence == segment.sequence ? open?.parts.count ?? 0 : 0) {
            unhinted = part
        } else {
            pass(segment.parts[part], number: part)
            isBroken = true
        }
    }
}
