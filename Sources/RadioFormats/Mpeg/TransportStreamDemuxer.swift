/// Demuxes MPEG transport streams: the first sound of the first program with sound, and that program's ID3 tags.
///
/// ISO/IEC 13818-1; RFC 8216 §3.2.
///
/// The sound is AAC in ADTS or LATM, or MPEG audio. Other streams are skipped. Tables, counters and an incomplete frame
/// are kept from one segment to the next.
///
/// **Times** come from the PES packets, in flicks. They are the values of a 33-bit clock, which returns to zero after
/// 26.5 hours; the demuxer does not correct this roll-over. Times of a PES packet's later frames are computed from
/// exact durations. Every time is in 0 ..< 2^33/90000 s. At the roll-over, which may be inside a PES packet, the
/// demuxer emits no `damage`, because the sound continues. If bytes are lost inside a PES packet, the following frames
/// have no time until the next PES packet with a time.
///
/// **Damage** is reported once, before the next packet, for any cause: missing packets according to the counter,
/// packets with transport_error_indicator, bytes that are no frame, a frame that was cut off, or a change to another
/// elementary stream. Counters that restart with a segment are no damage.
package struct TransportStreamDemuxer: SegmentDemuxer {
    /// Number of bytes without a packet after which the input is regarded as no transport stream.
    static let maximumGarbage = 64 << 10

    private var packets = TransportPackets()
    private var tables = TransportTables()
    private var sound: TransportSound?
    private var tags: TransportTags?
    private var gate = DamageGate()
    /// True once a segment has ended, whatever it contained.
    private var hasFinished = false

    package init() {}

    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        // Moves `packets` out of `self`, so that the closure can change `self` while `packets` changes.
        var packets = TransportPackets()
        swap(&packets, &self.packets)
        packets.feed(bytes) { take($0, emit) }
        swap(&packets, &self.packets)
    }

    package mutating func finish(_ emit: (SegmentElement) -> Void) {
        var packets = TransportPackets()
        swap(&packets, &self.packets)
        packets.finish { take($0, emit) }
        swap(&packets, &self.packets)
        sound?.finish { gate.give($0, emit) }
        tags?.finish(emit)
        tables.beginSegment()
        hasFinished = true
    }

    package var problem: SegmentProblem? {
        if gate.hasGivenPackets { return nil }
        if let sound { return sound.problem }
        if packets.garbage > Self.maximumGarbage || (hasFinished && packets.packetCount == 0) {
            return .damaged("no packets of a transport stream")
        }
        guard tables.isComplete else {
            return hasFinished && tables.programs.allSatisfy { $0.streams == nil }
                ? .damaged("a transport stream without a table of its programs") : nil
        }
        let contents = tables.programs.flatMap { $0.streams ?? [] }.map(\.content)
        for content in contents { if case .encryptedSound(let scheme) = content { return .encrypted(scheme) } }
        for content in contents { if case .otherSound(let name) = content { return .unsupportedCodec(name) } }
        return .noSound
    }

    private mutating func take(_ packet: TransportPacket, _ emit: (SegmentElement) -> Void) {
        // Drops a packet with an error. The gap in its PID's continuity counter will reveal the loss.
        guard !packet.hasError else { return }
        if packet.pid == sound?.pid {
            sound?.take(packet) { gate.give($0, emit) }
        } else if packet.pid == tags?.pid {
            tags?.take(packet, emit)
        } else if tables.take(packet) {
            choose()
        }
    }

    /// Chooses the stream to play: the current one if the tables still list it, otherwise the first sound of the first
    /// program with sound.
    private mutating func choose() {
        let programs = tables.programs
        func holds(_ program: TransportProgram) -> Bool {
            program.streams?.contains { $0.pid == sound?.pid && $0.content.sound == sound?.kind } == true
        }
        let program =
            programs.first(where: holds) ?? programs.first { $0.streams?.contains { $0.content.sound != nil } == true }
        // If no program has sound, keeps the current sound, because new tables may arrive soon, and chooses the tags of
        // the first program that has tags.
        chooseTags(program ?? programs.first { $0.streams?.contains { $0.content == .timedMetadata } == true })
        guard let program, !holds(program), let stream = program.streams?.first(where: { $0.content.sound != nil }),
            let kind = stream.content.sound
        else { return }
        if sound != nil { gate.oweDamage() }
        sound = TransportSound(pid: stream.pid, kind: kind)
    }

    /// Chooses the first stream of timed metadata in a program. From then on, its packets are read for ID3 tags.
    private mutating func chooseTags(_ program: TransportProgram?) {
        guard let streams = program?.streams else { return }
        let pid = streams.first { $0.content == .timedMetadata }?.pid
        if pid != tags?.pid { tags = pid.map { TransportTags(pid: $0) } }
    }
}
