/// Assembles the sections of a transport stream's table from packets (ISO/IEC 13818-1 §2.4.4).
///
/// A section may span several packets, and a packet may hold several sections.
struct TransportSections {
    private var held: [UInt8] = []
    /// True if the next byte belongs to a section, or may begin one. False after packets were lost, until a packet
    /// announces the beginning of a section.
    private var isInStep = false
    private var continuity = ContinuityCounter()

    mutating func beginSegment() { continuity.beginSegment() }

    /// Takes a packet of the table's PID, and emits the sections that it completes.
    mutating func take(_ packet: TransportPacket, _ emit: (UnsafeRawBufferPointer) -> Void) {
        guard let payload = packet.payload, !packet.isScrambled else { return }
        switch continuity.take(packet, payload) {
        case .next: break
        case .repeated: return
        case .lost, .jumped: drop()
        }
        guard packet.isStart else {
            if isInStep { append(payload, emit) }
            return
        }
        // pointer_field: the number of bytes after it that still belong to the previous section.
        guard let pointer = payload.first.map(Int.init), 1 + pointer <= payload.count else { return drop() }
        if isInStep, pointer > 0 { append(UnsafeRawBufferPointer(rebasing: payload[1..<1 + pointer]), emit) }
        held.removeAll(keepingCapacity: true)
        isInStep = true
        append(UnsafeRawBufferPointer(rebasing: payload[(1 + pointer)...]), emit)
    }

    private mutating func drop() {
        held.removeAll(keepingCapacity: true)
        isInStep = false
    }

    /// Collects bytes, and emits the sections that they complete.
    private mutating func append(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void) {
        held.append(contentsOf: bytes)
        var at = 0
        // After the last section, bytes of 0xFF fill the packet. No table has the id 0xFF.
        while at < held.count, held[at] != 0xFF {
            guard held.count - at >= 3 else { break }
            let length = 3 + (Int(held[at + 1] & 0x0F) << 8 | Int(held[at + 2]))
            guard held.count - at >= length else { break }
            held.withUnsafeBytes { emit(UnsafeRawBufferPointer(rebasing: $0[at..<at + length])) }
            at += length
        }
        if at < held.count, held[at] == 0xFF {
            drop()
        } else {
            held.removeFirst(at)
        }
    }
}
