import RadioFormats

/// Joins the packets of segments into one continuous stream, as if an address delivered it without segments. The type
/// does no I/O and reads no clock.
///
/// A packet is dropped if sound for the packet's time was already passed on. Overlapping segments, a segment that is
/// fetched again, and segments of another variant therefore continue frame by frame. If sound is missing or other sound
/// begins, a `discontinuity` is passed on. If another variant needs another decoder, its sound begins at the exact
/// sample where the old variant's sound ends (`Packet.lead`), and earlier packets prime the decoder. Metadata waits for
/// the packet that covers its time.
///
/// The timeline keeps no bytes except those of metadata and of the few priming packets.
package struct SegmentTimeline {
    /// The largest number of metadata items that may wait for their packets. If there are more, the oldest are dropped.
    package static let maximumNotes = SegmentMetadata.maximumCount
    /// The period of 33-bit time stamps of 90 kHz (RFC 8216 §3.2), in flicks.
    static let period = (Int64(1) << 33) * (Int64(MediaTime.flicksPerSecond) / 90_000)
    /// The largest jump of time stamps inside a segment, in flicks, that does not mean missing sound. Some encoders
    /// round time stamps.
    static let jitter = MediaTime(value: 1, timescale: 5).flicks
    /// The longest overlap, in flicks, of a segment with the segment before. A longer step back means that the time
    /// stamps have started anew.
    static let overlap = MediaTime(value: 2, timescale: 1).flicks
    /// How far before the end of the sound passed on another variant's segment may begin, in flicks.
    static let switchOverlap = MediaTime(value: 60, timescale: 1).flicks
    /// The longest gap before another variant's sound, in flicks, that is filled with silence. A longer gap is a
    /// discontinuity.
    static let maximumFill = MediaTime(value: 1, timescale: 10).flicks
    /// The smallest gap or overlap, in flicks, that is corrected where another decoder begins. A smaller one is a
    /// rounding error.
    static let rounding = MediaTime(value: 1, timescale: 2000).flicks
    /// The largest number of packets that prime another decoder before the first packet that is heard from it.
    ///
    /// Layer III's bit reservoir reaches that far back; AAC's overlap reaches back one packet.
    package static let maximumPrimers = 10
    /// The greatest plausible time stamp, in flicks: more than a century.
    static let limit = MediaTime(value: 4_000_000_000, timescale: 1).flicks

    private var plan: SegmentPlan?
    private var format: MediaFormat?
    /// A new format that waits until its first packet is passed on. All packets of the format may be dropped, because
    /// they repeat sound.
    private var pendingFormat: MediaFormat?
    /// The time stamp, in flicks, at which the sound passed on ends; nil if the next packet may have any time stamp.
    private var expected: Int64?
    /// The time, in flicks, at which this segment's next packet is expected. A packet without a time stamp gets this
    /// time.
    private var cursor: Int64?
    /// The time stamp, in flicks, at which this segment begins: its first packet's or, until that packet arrives, the
    /// expected one.
    private var segmentStart: Int64?
    /// Whether the segment's first packet has come, so that ``segmentStart`` is that packet's time.
    private var isClockKnown = false
    /// The greatest distance, in flicks, from this segment's start to a packet that was passed on; nil if there is
    /// none.
    private var reached: Int64?
    private var isFirstInSegment = true
    private var isPositionDue = true
    /// The discontinuity before the next packet: whether sound is missing there. Nil for no discontinuity.
    private var isGap: Bool?
    private var isFirstEver = true
    private var maximumOverlap = SegmentTimeline.overlap
    private var metadata = SegmentMetadata()
    private var notes: [SegmentPlan.Note] = []
    /// The ``SegmentPlan/track`` of the last packet that was passed on.
    private var givenTrack: Int?
    /// The packets that prime another decoder: the newest ones before the first packet that is heard from that decoder.
    /// They repeat sound or must not be heard.
    private var primers: [[UInt8]] = []

    /// The number of this segment's packets that were passed on, without those that only prime a decoder.
    package private(set) var givenPackets = 0
    /// The number of this segment's packets that were dropped, because they repeat sound or must not be heard.
    package private(set) var droppedPackets = 0
    /// The position in the presentation at which the sound passed on ends.
    package private(set) var position = MediaTime.zero

    package init() {}

    /// Prepares for sound from another position, after a seek.
    package mutating func jump() {
        expected = nil
        note(isGap: true)
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
        if next.isDiscontinuous || before.map(next.continuesTimes(of:)) == false {
            // From this segment on, time stamps need not continue the earlier ones (RFC 8216 §4.3.2.3).
            expected = nil
            note(isGap: next.isDiscontinuous)
            metadata.dropWaiting()
        }
        if isSame && !isContinued {
            // The segment is fetched again: packets without a time stamp get the same times as before.
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

    /// Takes an element that was read from the segment, and passes the stream's elements that result to `emit`.
    package mutating func take(_ element: SegmentElement, _ emit: (StreamElement) -> Void) {
        switch element {
        case .format(let format): pendingFormat = format
        case .packet(let packet, let time): take(packet, time, emit)
        // Metadata without a time belongs to the next packet.
        case .metadata(let new, let time): metadata.add(new, at: time.flatMap(unrolled) ?? cursor)
        case .damage: note(isGap: true)
        }
    }

    /// Notes that the next packet does not continue the sound that was passed on, if there is such sound.
    private mutating func note(isGap: Bool) { if !isFirstEver { self.isGap = self.isGap == true || isGap } }

    // MARK: Packets

    /// Takes a packet and its time stamp: passes the packet on, drops it, or keeps it to prime a decoder.
    private mutating func take(_ packet: Packet, _ time: MediaTime?, _ emit: (StreamElement) -> Void) {
        guard let format = pendingFormat ?? format else { return }
        // A packet without samples lies before or after the media that the MP4 edit list selects, so none of it is
        // heard.
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

    /// Drops a packet that repeats sound or lies outside the sound to be played. Also drops the packets that were kept
    /// to prime a decoder for this packet.
    private mutating func drop() {
        droppedPackets += 1
        primers = []
    }

    private mutating func prime(_ packet: Packet) {
        if primers.count == Self.maximumPrimers { primers.removeFirst() }
        primers.append(Array(packet.bytes))
        droppedPackets += 1
    }

    /// Returns whether the current decoder cannot simply continue with a packet of this format.
    ///
    /// The packet may be for another decoder, or need bytes of the packets before it (Layer III's bit reservoir).
    private func needsPriming(_ new: MediaFormat) -> Bool {
        guard let format, let givenTrack, let plan else { return false }
        return !format.decodesLike(new) || new.codec == .mpegLayer3 && givenTrack != plan.track
    }

    /// Passes on the first packet for another decoder. Its sound begins at `expected`, where the earlier sound ends, if
    /// it overlaps that sound or leaves a gap of at most ``maximumFill``. A packet that ends before `expected` only
    /// primes the decoder.
    private mutating func begin(
        _ packet: Packet, start: Int64, duration: Int64, at expected: Int64, _ emit: (StreamElement) -> Void
    ) {
        guard start &+ duration > expected &+ Self.rounding else {
            return prime(packet)
        }
        let step = start &- expected
        if format?.decodesLike(pendingFormat ?? format!) == true || step > Self.maximumFill {
            note(isGap: step > Self.maximumFill)
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

    /// Keeps the sound's position in the presentation if time stamps start anew inside the segment, although the
    /// playlist states no discontinuity.
    ///
    /// The position never moves back, and never moves forward by more than the segment's duration.
    private mutating func keepPlace(_ start: Int64) {
        guard let plan, let origin = segmentStart, let cursor else { return }
        let step = start &- cursor
        guard step.magnitude > UInt64(Self.jitter) else { return }
        if step < 0 || start &- origin > plan.duration.flicks &+ Self.overlap { segmentStart = origin &+ step }
    }

    /// Returns whether a packet brings new sound. Notes a discontinuity if the packet does not continue the sound that
    /// was passed on before.
    private mutating func isNext(_ start: Int64, _ duration: Int64) -> Bool {
        guard let expected else { return true }
        let step = start &- expected
        if isFirstInSegment {
            // The packet begins at most half its duration before or after the expected time, so it continues the sound.
            if step.magnitude <= UInt64(duration / 2) { return true }
            if step < 0, step >= -maximumOverlap { return false }
        } else if step.magnitude <= UInt64(Self.jitter) {
            return true
        }
        // Time stamps that go back have started anew, so nothing is missing.
        note(isGap: step > 0)
        isPositionDue = true
        return true
    }

    /// Passes on a packet, preceded by what has changed: discontinuity, format, primers, position and metadata.
    private mutating func give(
        _ packet: Packet, start: Int64, duration: Int64, _ emit: (StreamElement) -> Void
    ) {
        if let isGap = isGap.take() { emit(.discontinuity(isGap: isGap)) }
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
        // A time stamp that goes back a little does not move the position in the presentation back.
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

    /// Returns a time stamp of the segment in flicks, corrected for the roll-over of 33-bit time stamps; nil if it is
    /// implausible.
    ///
    /// If a roll-over does not explain the distance from the expected time, the time stamp stays as it is.
    private func unrolled(_ time: MediaTime) -> Int64? {
        let flicks = time.flicks
        guard time.isNumeric, flicks.magnitude < UInt64(Self.limit) else { return nil }
        guard let near = cursor ?? expected else { return flicks }
        let periods = ((near &- flicks) &+ (near >= flicks ? Self.period / 2 : -Self.period / 2)) / Self.period
        let moved = flicks &+ periods &* Self.period
        // If the corrected time is still far from the expected time, the time stamps have started anew, without a
        // roll-over.
        return (moved &- near).magnitude <= UInt64(Self.switchOverlap) ? moved : flicks
    }
}
