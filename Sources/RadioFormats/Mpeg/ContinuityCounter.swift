/// Follows the continuity counter of one PID's packets (ISO/IEC 13818-1 §2.4.3.3).
struct ContinuityCounter {
    /// The relation of a packet to the previous packet.
    enum Step {
        case next
        /// The packet is a duplicate of the previous packet.
        case repeated
        /// Packets are missing before this one.
        case lost
        /// The counter jumps where a jump is allowed: the packet announces the jump, or a new segment begins.
        case jumped
    }

    private var last: UInt8?
    private var isNewSegment = false
    /// Payload of the previous packet, to recognise a duplicate.
    private var payload: [UInt8] = []

    mutating func beginSegment() { isNewSegment = true }

    /// Compares a packet's counter with that of the previous packet.
    /// - Parameter packet: a packet that has a payload.
    mutating func take(_ packet: TransportPacket, _ payload: UnsafeRawBufferPointer) -> Step {
        defer {
            last = packet.counter
            isNewSegment = false
            self.payload.removeAll(keepingCapacity: true)
            self.payload.append(contentsOf: payload)
        }
        guard let last else { return .next }
        if packet.counter == (last + 1) & 15 { return .next }
        if isNewSegment, packet.isStart { return .jumped }
        if packet.isDiscontinuous { return .jumped }
        if packet.counter == last, !isNewSegment {
            // Some senders never increment the counter. Their packets are taken as consecutive; the framer notices if
            // one is missing.
            return self.payload.elementsEqual(payload) ? .repeated : .next
        }
        return .lost
    }
}
