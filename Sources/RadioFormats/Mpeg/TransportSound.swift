/// Reads the sound in the transport packets of one PID, and emits its frames as packets with times.
struct TransportSound {
    let pid: Int
    private var continuity = ContinuityCounter()
    private var pes: PesReader
    private var frames: ElementarySound
    /// True after a scrambled (encrypted) packet, until a PES packet begins that is not scrambled.
    private var isScrambled = false

    init(pid: Int, kind: ElementarySound.Kind) {
        self.pid = pid
        frames = ElementarySound(kind)
        pes = PesReader(headLength: frames.headLength)
    }

    var kind: ElementarySound.Kind { frames.kind }
    var problem: SegmentProblem? { isScrambled ? .encrypted("a scrambled transport stream") : frames.problem }

    /// Takes a transport packet of the PID, and emits the frames that it completes.
    mutating func take(_ packet: TransportPacket, _ emit: (SegmentElement) -> Void) {
        guard let payload = packet.payload else { return }
        switch continuity.take(packet, payload) {
        case .next: break
        case .repeated: return
        case .jumped:
            // The continuity counter makes an allowed jump. Only an incomplete frame is lost, because it does not
            // continue after the jump.
            if frames.isInsideFrame { tear() }
        case .lost: tear()
        }
        if packet.isScrambled {
            isScrambled = true
            return tear()
        }
        pes.feed(payload, isStart: packet.isStart) { Self.take($0, &frames, isScrambled: &isScrambled, emit) }
    }

    mutating func finish(_ emit: (SegmentElement) -> Void) {
        pes.flush { Self.take($0, &frames, isScrambled: &isScrambled, emit) }
        frames.finish(emit)
        continuity.beginSegment()
    }

    private mutating func tear() {
        pes.tear()
        frames.tear()
    }

    /// Passes an event of the PES reader to the framer.
    private static func take(
        _ event: PesReader.Event, _ frames: inout ElementarySound, isScrambled: inout Bool,
        _ emit: (SegmentElement) -> Void
    ) {
        switch event {
        case .begin(let ticks, let head):
            isScrambled = false
            frames.begin(at: ticks.map(FrameClock.time), head: head)
        case .payload(let bytes): frames.feed(bytes, emit)
        case .broken: frames.tear()
        case .scrambled:
            isScrambled = true
            frames.tear()
        }
    }
}
