/// Takes MPEG transport streams apart: the first sound of the first program that has one, and its timed ID3
/// (ISO/IEC 13818-1; RFC 8216 §3.2).
///
/// AAC in ADTS and in LATM, MPEG audio. Other streams are passed over unread. Tables, counters and a frame that was
/// begun carry over from segment to segment.
///
/// **Times** are those of the PES packets in flicks: the raw 33-bit clock, not unrolled. Frames behind the first one of a
/// PES packet are computed by their exact durations. Every time lies in 0 ..< 2^33/90000 s: at the roll-over it goes back
/// to zero, in the middle of a PES packet too, and no damage is said, for the sound goes on. After a loss inside a PES
/// packet frames have no time until the next one tells it.
///
/// **Damage** is said once, before the first packet behind it, whatever went wrong: packets missing by their counter,
/// packets marked as wrong, bytes that are no frame, a frame that was cut off, another stream taken instead. Counters
/// that begin anew with a segment are none.
package struct TransportStreamDemuxer: SegmentDemuxer {
    /// Bytes without a packet after which this is no transport stream.
    static let maximumGarbage = 64 << 10

    private var packets = TransportPackets()
    private var tables = TransportTables()
    private var sound: TransportSound?
    private var tags: TransportTags?
    private var gate = DamageGate()
    /// A segment was complete, whatever was in it.
    private var hasFinished = false

    package init() {}

    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        // Taken out, so that it can change while `self` does.
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
        // Its counter will be missed.
        guard !packet.hasError else { return }
        if packet.pid == sound?.pid {
            sound?.take(packet) { gate.give($0, emit) }
        } else if packet.pid == tags?.pid {
            tags?.take(packet, emit)
        } else if tables.take(packet) {
            choose()
        }
    }

    /// The first sound of the first program, unless the one at hand is still there.
    private mutating func choose() {
        let programs = tables.programs
        func holds(_ program: TransportProgram) -> Bool {
            program.streams?.contains { $0.pid == sound?.pid && $0.content.sound == sound?.kind } == true
        }
        let program =
            programs.first(where: holds) ?? programs.first { $0.streams?.contains { $0.content.sound != nil } == true }
        // A list without sound may be replaced by the next one: what is at hand is kept. Its tags are read all the same.
        chooseTags(program ?? programs.first { $0.streams?.contains { $0.content == .timedMetadata } == true })
        guard let program, !holds(program), let stream = program.streams?.first(where: { $0.content.sound != nil }),
            let kind = stream.content.sound
        else { return }
        if sound != nil { gate.oweDamage() }
        sound = TransportSound(pid: stream.pid, kind: kind)
    }

    private mutating func chooseTags(_ program: TransportProgram?) {
        guard let streams = program?.streams else { return }
        let pid = streams.first { $0.content == .timedMetadata }?.pid
        if pid != tags?.pid { tags = pid.map { TransportTags(pid: $0) } }
    }
}
