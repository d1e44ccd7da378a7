import RadioFormats

/// Puts the packets of segments on one timeline, as the elements of a plain stream. Pure.
///
/// Times join the segments. A packet whose time was given already is dropped; segments that overlap, a segment that is
/// fetched again, and another variant's segments therefore continue frame by frame. If sound is missing or something
/// else begins, a `discontinuity` is given. If another variant needs another decoder, its sound begins to the sample
/// where the old one's ends (`Packet.lead`), and packets that were given before prime the decoder. Metadata waits for
/// the packet whose time covers its own.
///
/// There is no clock. Of all bytes, only those of metadata and of the few priming packets are kept.
package struct SegmentTimeline {
    /// The number of metadata that may wait. Beyond it, the oldest are dropped.
    package static let maximumNotes = SegmentMetadata.maximumCount
    /// The period of 33-bit time stamps of 90 kHz (RFC 8216 §3.2), in flicks.
    static let period = (Int64(1) << 33) * (Int64(MediaTime.flicksPerSecond) / 90_000)
    /// The error of time stamps inside a segment that does not mean missing sound: some encoders round them.
    static let jitter = MediaTime(value: 1, timescale: 5).flicks
    /// The longest overlap of a segment that follows by number. A step further back is another clock.
    static let overlap = MediaTime(value: 2, timescale: 1).flicks
    /// How much earlier than the missing sound another variant's segment may begin.
    static let switchOverlap = MediaTime(value: 60, timescale: 1).flicks
    /// The longest gap at another variant's beginning that is filled in. In a longer gap, sound is missing.
    static let maximumFill = MediaTime(value: 1, timescale: 10).flicks
    /// The smallest difference that counts where another decoder begins. A smaller one is rounding.
    static let rounding = MediaTime(value: 1, timescale: 2000).flicks
    /// The number of packets given before that prime another decoder.
    ///
    /// Layer III's bit reservoir reaches that far back; AAC's overlap reaches one packet.
    package static let maximumPrimers = 10
    /// The greatest plausible time: more than a century.
    static let limit = MediaTime(value: 4_000_000_000, timescale: 1).flicks

    private var plan: SegmentPlan?
    private var format: MediaFormat?
    /// The format that was not given yet, because its packets may all have been given before.
    private var pendingFormat: MediaFormat?
    /// The end of the given sound, in flicks on the segments' clock; nil if any packet may be next.
    private var expected: Int64?
    /// The time of the next packet in this segment.
    private var cursor: Int64?
    /// The time at which this segment begins, by its own first packet or as expected.
    private var segmentStart: Int64?
    /// Whether the segment's first packet has come, so that ``segmentStart`` is its own.
    private var isClockKnown = false
    /// How far into the segment the given packets reach.
    private var reached: Int64?
    private var isFirstInSegment = true
    private var isPositionDue = true
    private var isDiscontinuous = false
    private var isFirstEver = true
    private var maximumOverlap = SegmentTimeline.overlap
    private var metadata = SegmentMetadata()
    private var notes: [SegmentPlan.Note] = []
    /// The number of the playlist that the last given packet was from.
    private var givenTrack: Int?
    /// The newest packets before the first for another decoder. They were given before, or must not be heard.
    private var primers: [[UInt8]] = []

    /// The number of this segment's packets that were passed on.
    package private(set) var givenPackets = 0
    /// The number of this segment's packets that were dropped, because they were given before or must not be heard.
    package private(set) var droppedPackets = 0
    /// The position in the presentation that the given sound has reached.
    package private(set) var position = MediaTime.zero

    package init() {}

    /// Continues elsewhere, after a seek.
    package mutating func jump() {
        expected = nil
        isDiscontinuous = !isFirstEver
        metadata = SegmentMetadata()
        primers = []
    }

    /// Begins a segment, or a part of one.
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
            // The clock is another one (RFC 8216 §4.3.2.3).
            expected = nil
            isDiscontinuous = !isFirstEver
            metadata.dropWaiting()
        }
        if isSame && !isContinued {
            // The segment comes again: packets without a time are counted from the same start.
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

    /// Takes an element of the segment, and gives the elements of the stream that follow from it.
    package mutating func take(_ element: SegmentElement, _ emit: (StreamElement) -> Void) {
        switch element {
        case .format(let format): pendingFormat = format
        case .packet(let packet, let time): take(packet, time, emit)
        // Metadata without a time belongs to the next packet.
        case .metadata(let new, let time): metadata.add(new, at: time.flatMap(unrolled) ?? cursor)
        case .damage: isDiscontinuous = !isFirstEver
        }
    }

    // MARK: Packets

    /// Takes a packet: gives it, drops it, or keeps it to prime a decoder.
    private mutating func take(_ packet: Packet, _ time: MediaTime?, _ emit: (StreamElement) -> Void) {
        guard let format = pendingFormat ?? format else { return }
        // The packet is before the beginning of an edit list, or behind its end: nothing of it is heard.
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

    /// Drops a packet that was given before or is not wanted. The packets that would prime a decoder for it are of no
    /// use.
    private mutating func drop() {
        droppedPackets += 1
        primers = []
    }

    private mutating func prime(_ packet: Packet) {
        if primers.count == Self.maximumPrimers { primers.removeFirst() }
        primers.append(Array(packet.bytes))
        droppedPackets += 1
    }

    /// Returns whether a decoder cannot continue with a packet of this format.
    ///
    /// Such a packet is for another decoder, or needs bytes of the packets before it (Layer III's bit reservoir).
    private func needsPriming(_ new: MediaFormat) -> Bool {
        guard let format, let givenTrack, let plan else { return false }
        return !format.decodesLike(new) || new.codec == .mpegLayer3 && givenTrack != plan.track
    }

    /// Gives the first packet for another decoder. A packet that ends before the expected time only primes it.
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

    /// Keeps the sound's place in the presentation if the clock begins anew inside the segment, unannounced by the
    /// playlist.
    ///
    /// The place moves neither back nor further forward than the segment lasts.
    private mutating func keepPlace(_ start: Int64) {
        guard let plan, let origin = segmentStart, let cursor else { return }
        let step = start &- cursor
        guard step.magnitude > UInt64(Self.jitter) else { return }
        if step < 0 || start &- origin > plan.duration.flicks &+ Self.overlap { segmentStart = origin &+ step }
    }

    /// Returns whether a packet's time was not given yet. Notes a discontinuity if the packet does not continue the
    /// given sound.
    private mutating func isNext(_ start: Int64, _ duration: Int64) -> Bool {
        guard let expected else { return true }
        let step = start &- expected
        if isFirstInSegment {
            // The packet is less than half a packet away, so it continues.
            if step.magnitude <= UInt64(duration / 2) { return true }
            if step < 0, step >= -maximumOverlap { return false }
        } else if step.magnitude <= UInt64(Self.jitter) {
            return true
        }
        isDiscontinuous = !isFirstEver
        isPositionDue = true
        return true
    }

    /// Gives a packet, preceded by what has changed: discontinuity, format, primers, position and metadata.
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
        // Times that go back a little do not move the place in the presentation back.
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

    /// Returns a time of the segment on a clock that does not roll over: the time nearest to the expected one if a
    /// roll-over explains the difference, else the time as it is.
    private func unrolled(_ time: MediaTime) -> Int64? {
        let flicks = time.flicks
        guard time.isNumeric, flicks.magnitude < UInt64(Self.limit) else { return nil }
        guard let near = cursor ?? expected else { return flicks }
        let periods = ((near &- flicks) &+ (near >= flicks ? Self.period / 2 : -Self.period / 2)) / Self.period
        let moved = flicks &+ periods &* Self.period
        // A clock with an altogether different time has begun anew.
        return (moved &- near).magnitude <= UInt64(Self.switchOverlap) ? moved : flicks
    }
}
