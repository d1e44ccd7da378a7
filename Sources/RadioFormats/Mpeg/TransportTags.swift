/// Reads the timed metadata in the transport packets of one PID and emits its ID3 tags.
struct TransportTags {
    let pid: Int
    private var continuity = ContinuityCounter()
    private var pes = PesReader(headLength: TimedId3Reader.headLength)
    private var reader = TimedId3Reader()

    init(pid: Int) { self.pid = pid }

    mutating func take(_ packet: TransportPacket, _ emit: (SegmentElement) -> Void) {
        guard let payload = packet.payload, !packet.isScrambled else { return }
        switch continuity.take(packet, payload) {
        case .next: break
        case .repeated: return
        case .jumped, .lost:
            pes.tear()
            reader.tear()
        }
        pes.feed(payload, isStart: packet.isStart) { reader.take($0, emit) }
    }

    mutating func finish(_ emit: (SegmentElement) -> Void) {
        pes.flush { reader.take($0, emit) }
        continuity.beginSegment()
    }
}
