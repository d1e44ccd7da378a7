/// One packet of a transport stream (ISO/IEC 13818-1 §2.4.3.2). Its payload is borrowed.
struct TransportPacket {
    static let length = 188
    static let sync: UInt8 = 0x47
    static let nullPid = 0x1FFF

    /// Thirteen bits.
    var pid: Int
    /// transport_error_indicator: some bit of it is wrong, perhaps in the PID.
    var hasError: Bool
    /// payload_unit_start_indicator: a PES packet or section begins in it.
    var isStart: Bool
    /// transport_scrambling_control is not 0.
    var isScrambled: Bool
    /// continuity_counter: four bits, one more with each payload of the PID.
    var counter: UInt8
    /// discontinuity_indicator: the counter may jump here.
    var isDiscontinuous = false
    /// Nil where there is none, which is not the same as an empty one.
    var payload: UnsafeRawBufferPointer?

    /// - Parameter bytes: ``length`` of them, the sync byte first.
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
        // A field that is longer than the packet leaves no payload, whatever the flag says.
        if bytes[3] & 0x10 != 0, start <= bytes.count {
            payload = UnsafeRawBufferPointer(rebasing: bytes[start...])
        }
    }
}
