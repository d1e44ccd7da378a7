/// Finds lost and duplicate packets of one PID by their continuity counter (ISO/IEC 13818-1 §2.4.3.3).
struct ContinuityCounter {
    /// How a packet relates to the previous packet of the PID.
    enum Step {
        case next
        /// The packet is a duplicate of the previous packet.
        case repeated
        /// Packets are missing before this one.
        case lost
        /// The counter does not continue, but this is allowed: the packet announces a jump, or is the first one of a
        /// new segment.
        case jumped
    }

    private var last: UInt8?
    private var isNewSegment = false
    /// Payload of the previous packet. A packet with the same counter and payload is a duplicate.
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
            // Some senders never increment the counter. Treats packets with the same counter but another payload as
            // consecutive. If a packet is missing, the framer notices.
            return self.payload.elementsEqual(payload) ? .repeated : .next
        }
        return .lost
    }
}
