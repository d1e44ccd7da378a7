/// Demuxes MPEG transport streams: the first sound of the first program with sound, and that program's ID3 tags.
///
/// ISO/IEC 13818-1; RFC 8216 §3.2.
///
/// The sound is AAC in ADTS or LATM, or MPEG audio. Other streams are skipped. Tables, counters and an unfinished frame
/// carry over from one segment to the next.
///
/// **Times** come from the PES packets, in flicks on the raw 33-bit clock, which is not unrolled. Times of later frames
/// in a PES packet are computed from exact durations. Every time is in 0 ..< 2^33/90000 s. At the roll-over, times
/// return to zero, even inside a PES packet; the demuxer reports no damage there, because the sound continues. After a
/// loss inside a PES packet, frames have no time until the next PES packet with a time.
///
/// **Damage** is reported once, before the next packet, for any cause: missing packets according to the counter,
/// packets marked as wrong, bytes that are no frame, a frame that was cut off, or a change to another stream. Counters
/// that restart with a segment are no damage.
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
        // Moved out of `self`, so that the closure can change `self` while `packets` changes.
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

    /// Chooses the first sound of the first program with sound, unless the tables still contain the current sound.
    private mutating func choose() {
        let programs = tables.programs
        func holds(_ program: TransportProgram) -> Bool {
            program.streams?.contains { $0.pid == sound?.pid && $0.content.sound == sound?.kind } == true
        }
        let program =
            programs.first(where: holds) ?? programs.first { $0.streams?.contains { $0.content.sound != nil } == true }
        // A table without sound may soon be replaced, so the current sound stays chosen. Tags are chosen even if no
        // program has sound.
        chooseTags(program ?? programs.first { $0.streams?.contains { $0.content == .timedMetadata } == true })
        guard let program, !holds(program), let stream = program.streams?.first(where: { $0.content.sound != nil }),
            let kind = stream.content.sound
        else { return }
        if sound != nil { gate.oweDamage() }
        sound = TransportSound(pid: stream.pid, kind: kind)
    }

    /// Chooses the first stream of timed metadata in a program. Its packets are then read for ID3 tags.
    private mutating func chooseTags(_ program: TransportProgram?) {
        guard let streams = program?.streams else { return }
        let pid = streams.first { $0.content == .timedMetadata }?.pid
        if pid != tags?.pid { tags = pid.map { TransportTags(pid: $0) } }
    }
}
