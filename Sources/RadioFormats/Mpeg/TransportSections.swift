/// Puts the sections of a table together: a section may span packets, a packet may hold several
/// (ISO/IEC 13818-1 §2.4.4).
struct TransportSections {
    /// What twelve bits can count, with the three bytes before them.
    static let maximumLength = 4096 + 3

    private var held: [UInt8] = []
    /// Whether a section was begun, or may begin with the next byte.
    private var isInStep = false
    private var continuity = ContinuityCounter()

    mutating func beginSegment() { continuity.beginSegment() }

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
        // pointer_field: so many bytes still belong to the section before.
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

    private mutating func append(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void) {
        held.append(contentsOf: bytes)
        var at = 0
        // Stuffing follows the last section: 0xFF where a table's id would be.
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
