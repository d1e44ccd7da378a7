import RadioFormats

/// Puts the packets of segments, one after the other, on one timeline: the elements that a plain stream has.
///
/// Times are what joins: a packet whose time was given already is dropped, so that segments that overlap, one that is
/// fetched again, and another variant's go on frame by frame. Where sound is missing, or something else begins, it says
/// `discontinuity`. Where another variant needs another decoder its sound begins to the sample where the old one's ends (`Packet.lead`),
/// and packets that were given before prime it. Metadata waits for the packet whose time covers its own. Pure: no clock; of
/// bytes metadata are kept, and those few packets.
package struct SegmentTimeline {
    /// Metadata that waits; the oldest goes.
    package static let maximumNotes = SegmentMetadata.maximumCount
    /// A period of 33-bit time stamps of 90 kHz (RFC 8216 §3.2), in flicks.
    static let period = (Int64(1) << 33) * (Int64(MediaTime.flicksPerSecond) / 90_000)
    /// Time stamps inside a segment may be wrong by that without anything missing: some encoders round them.
    static let jitter = MediaTime(value: 1, timescale: 5).flicks
    /// A segment that follows by number repeats no more than this; a step further back is another clock.
    static let overlap = MediaTime(value: 2, timescale: 1).flicks
    /// Another variant's segment may begin that much earlier than what is missing.
    static let switchOverlap = MediaTime(value: 60, timescale: 1).flicks
    /// So much sound that another variant lacks at its beginning is filled in; more is missing.
    static let maximumFill = MediaTime(value: 1, timescale: 10).flicks
    /// Where another decoder begins: less is rounding.
    static let rounding = MediaTime(value: 1, timescale: 2000).flicks
    /// Packets given before that prime another decoder: Layer III's bit reservoir reaches so far back, AAC's overlap one packet.
    package static let maximumPrimers = 10
    /// Times beyond are nonsense: more than a century.
    static let limit = MediaTime(value: 4_000_000_000, timescale: 1).flicks

    private var plan: SegmentPlan?
    private var format: MediaFormat?
    /// Not told yet: its packets may all have been given before.
    private var pendingFormat: MediaFormat?
    /// The end of what was given, in flicks on the segments' clock; nil: whatever comes is next.
    private var expected: Int64?
    /// The next packet's, as far as this segment goes.
    private var cursor: Int64?
    /// Where this segment's sound begins by its own first packet, or would.
    private var segmentStart: Int64?
    /// Its first packet has come: ``segmentStart`` is its own.
    private var isClockKnown = false
    /// How far into the segment the packets given reach.
    private var reached: Int64?
    private var isFirstInSegment = true
    private var isPositionDue = true
    private var isDiscontinuous = false
    private var isFirstEver = true
    private var maximumOverlap = SegmentTimeline.overlap
    private var metadata = SegmentMetadata()
    private var notes: [SegmentPlan.Note] = []
    /// The playlist that the last packet given was from.
    private var givenTrack: Int?
    /// The newest packets before the one with which a decoder begins: given before, or not to be heard.
    private var primers: [[UInt8]] = []

    /// Packets of this segment that were passed on, and those that had been given before.
    package private(set) var givenPackets = 0
    package private(set) var droppedPackets = 0
    /// How far the sound given reaches, from the start of the presentation.
    package private(set) var position = MediaTime.zero

    package init() {}

    /// What follows is elsewhere: after a seek.
    package mutating func jump() {
        expected = nil
        isDiscontinuous = !isFirstEver
        metadata = SegmentMetadata()
        primers = []
    }

    /// A segment, or part of one, follows.
    package mutating func begin(_ next: SegmentPlan) {
        let before = plan
        plan = next
        givenPackets = 0
        droppedPackets = 0
        isFirstInSegment = true
        isPositionDue = true
        notes = next.notes
        if before?.track != next.track { primers = [] }
        let isSame = before?.sequence == next.sequence && before?.track == next.track
        let isContinued = isSame && before?.part != nil && next.part != nil && next.part != before?.part
        if next.isDiscontinuous || (before != nil && before?.discontinuity != next.discontinuity) {
            // Another clock (RFC 8216 §4.3.2.3).
            expected = nil
            isDiscontinuous = !isFirstEver
            metadata.dropWaiting()
        }
        if isSame && !isContinued {
            // Again: untimed packets are counted from the same start.
            cursor = segmentStart
        } else {
            cursor = expected
            segmentStart = expected
        }
        let isNext = before?.track == next.track && next.sequence == (before?.sequence ?? 0) &+ 1 || isContinued
        maximumOverlap =
            isNext ? Self.overlap : isSame ? next.duration.flicks &+ Self.overlap : Self.switchOverlap
        isClockKnown = false
        reached = nil
    }

    package mutating func take(_ element: SegmentElement, _ emit: (StreamElement) -> Void) {
        switch element {
        case .format(let format): pendingFormat = format
        case .packet(let packet, let time): take(packet, time, emit)
        // Without a time it is the next packet's.
        case .metadata(let new, let time): metadata.add(new, at: time.flatMap(unrolled) ?? cursor)
        case .damage: isDiscontinuous = !isFirstEver
        }
    }

    // MARK: Packets

    private mutating func take(_ packet: Packet, _ time: MediaTime?, _ emit: (StreamElement) -> Void) {
        guard let format = pendingFormat ?? format else { return }
        // Before an edit list's beginning, or behind its end: nothing of it is heard.
        if packet.sampleCount == 0 { return packet.tail > 0 ? drop() : prime(packet) }
        let duration = MediaTime(samples: Int64(packet.sampleCount), rate: format.sampleRate).flicks
        let before = MediaTime(samples: Int64(packet.lead), rate: format.sampleRate).flicks
        let start = time.flatMap(unrolled).map { $0 &+ before } ?? cursor ?? 0
        if !isClockKnown {
            isClockKnown = true
            segmentStart = start
            for note in notes { metadata.add(note.metadata, at: start &+ note.offset.flicks) }
            notes = []
        } else {
            keepPlace(start)
        }
        cursor = start &+ duration
        if let skip = plan?.skip, let segmentStart, start &+ duration / 2 < segmentStart &+ skip.flicks {
            return drop()
        }
        if let expected, needsPriming(format), (start &- expected).magnitude <= UInt64(maximumOverlap) {
            return begin(packet, start: start, duration: duration, at: expected, emit)
        }
        guard isNext(start, duration) else { return drop() }
        give(packet, start: start, duration: duration, emit)
    }

    /// Its time was given before, or is not wanted; and what primes a decoder for it is of no use.
    private mutating func drop() {
        droppedPackets += 1
        primers = []
    }

    private mutating func prime(_ packet: Packet) {
        if primers.count == Self.maximumPrimers { primers.removeFirst() }
        primers.append(Array(packet.bytes))
        droppedPackets += 1
    }

    /// Whether a decoder cannot just go on with a packet of this format: it is another one's, or needs bytes of those before
    /// (Layer III's bit reservoir).
    private func needsPriming(_ new: MediaFormat) -> Bool {
        guard let format, let givenTrack, let plan else { return false }
        return !format.decodesLike(new) || new.codec == .mpegLayer3 && givenTrack != plan.track
    }

    /// The first packet for a new decoder that is not altogether from before what is expected.
    private mutating func begin(
        _ packet: Packet, start: Int64, duration: Int64, at expected: Int64, _ emit: (StreamElement) -> Void
    ) {
        guard start &+ duration > expected &+ Self.rounding else {
            return prime(packet)
        }
        let step = start &- expected
        if format?.decodesLike(pendingFormat ?? format!) == true || step > Self.maximumFill {
            isDiscontinuous = !isFirstEver
        }
        if step > Self.maximumFill { isPositionDue = true }
        guard step.magnitude >= UInt64(Self.rounding), step <= Self.maximumFill, step < 0 || packet.lead == 0,
            let rate = (pendingFormat ?? format)?.sampleRate
        else { return give(packet, start: start, duration: duration, emit) }
        var packet = packet
        let more = -Int((Double(step) / Double(MediaTime.flicksPerSecond) * Double(rate)).rounded())
        packet.lead += more
        packet.sampleCount -= more
        give(packet, start: expected, duration: start &+ duration &- expected, emit)
    }

    /// A clock that begins anew inside the segment, without a word of the playlist's, does not move the sound in the
    /// presentation: no further back, and forwards no further than the segment lasts.
    private mutating func keepPlace(_ start: Int64) {
        guard let plan, let origin = segmentStart, let cursor else { return }
        let step = start &- cursor
        guard step.magnitude > UInt64(Self.jitter) else { return }
        if step < 0 || start &- origin > plan.duration.flicks &+ Self.overlap { segmentStart = origin &+ step }
    }

    /// Whether a packet's time is not given yet; what it is to what was given is settled by it.
    private mutating func isNext(_ start: Int64, _ duration: Int64) -> Bool {
        guard let expected else { return true }
        let step = start &- expected
        if isFirstInSegment {
            // Not half a packet away: it goes on.
            if step.magnitude <= UInt64(duration / 2) { return true }
            if step < 0, step >= -maximumOverlap { return false }
        } else if step.magnitude <= UInt64(Self.jitter) {
            return true
        }
        isDiscontinuous = !isFirstEver
        isPositionDue = true
        return true
    }

    private mutating func give(
        _ packet: Packet, start: Int64, duration: Int64, _ emit: (StreamElement) -> Void
    ) {
        if isDiscontinuous {
            isDiscontinuous = false
            emit(.discontinuity)
        }
        if let new = pendingFormat {
            pendingFormat = nil
            if new != format { emit(.format(new)) }
            format = new
        }
        givenTrack = plan?.track
        for primer in primers {
            primer.withUnsafeBytes { emit(.packet(Packet(bytes: $0, sampleCount: 0))) }
        }
        primers = []
        // Times that go back by a little do not take the place in the presentation back.
        let place = start &- (segmentStart ?? start)
        let offset = max(place, reached ?? place)
        reached = offset
        position = (plan?.position ?? .zero) + MediaTime(flicks: offset &+ duration)
        if isPositionDue {
            isPositionDue = false
            let inSegment = MediaTime(flicks: offset)
            emit(
                .position(
                    SoundPosition(
                        time: (plan?.position ?? .zero) + inSegment, wallClock: plan?.wallClock.map { $0 + inSegment }))
            )
        }
        metadata.report(before: start &+ duration) { emit(.metadata($0)) }
        emit(.packet(packet))
        expected = start &+ duration
        isFirstInSegment = false
        isFirstEver = false
        givenPackets += 1
    }

    /// A time of the segment on a clock that does not begin again: nearest to what is expected, where a roll-over explains
    /// it, else as it is.
    private func unrolled(_ time: MediaTime) -> Int64? {
        let flicks = time.flicks
        guard time.isNumeric, flicks.magnitude < UInt64(Self.limit) else { return nil }
        guard let near = cursor ?? expected else { return flicks }
        let periods = ((near &- flicks) &+ (near >= flicks ? Self.period / 2 : -Self.period / 2)) / Self.period
        let moved = flicks &+ periods &* Self.period
        // A clock that stands elsewhere altogether has begun anew.
        return (moved &- near).magnitude <= UInt64(Self.switchOverlap) ? moved : flicks
    }
}
