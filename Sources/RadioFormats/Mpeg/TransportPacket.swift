/// One packet of a transport stream (ISO/IEC 13818-1 §2.4.3.2). The payload is borrowed from the input.
struct TransportPacket {
    static let length = 188
    static let sync: UInt8 = 0x47
    static let nullPid = 0x1FFF

    /// Packet identifier: the number of the stream to which the packet belongs, thirteen bits.
    var pid: Int
    /// transport_error_indicator: at least one bit is wrong, perhaps in the PID.
    var hasError: Bool
    /// payload_unit_start_indicator: a PES packet, or a section of a table, begins in this packet.
    var isStart: Bool
    /// True if the payload is scrambled (encrypted): transport_scrambling_control is not zero.
    var isScrambled: Bool
    /// continuity_counter: four bits, incremented with each packet of the PID that has a payload.
    var counter: UInt8
    /// discontinuity_indicator: the counter need not continue at this packet.
    var isDiscontinuous = false
    /// The payload; nil if the packet announces none. An announced payload may be empty.
    var payload: UnsafeRawBufferPointer?

    /// Reads a packet.
    /// - Parameter bytes: ``length`` bytes, beginning with the sync byte.
    init(_ bytes: UnsafeRawBufferPointer) {
        hasError = bytes[1] & 0x80 != 0
        isStart = bytes[1] & 0x40 != 0
        pid = Int(bytes[1] & 0x1F) << 8 | Int(bytes[2])
        isScrambled = bytes[3] & 0xC0 != 0
        counter = bytes[3] & 0x0F
        var start = 4
        if bytes[3] & 0x20 != 0 {
            let length = Int(bytes[4])
            if length > 0 { isDiscontinuous = bytes[5] & 0x80 != 0 }
            start += 1 + length
        }
        // If the adaptation field is longer than the packet, there is no payload, even if the header announces one.
        if bytes[3] & 0x10 != 0, start <= bytes.count {
            payload = UnsafeRawBufferPointer(rebasing: bytes[start...])
        }
    }
}
