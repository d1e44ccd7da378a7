/// Recognises transport streams by a run of packets without a gap.
enum TransportSniffer {
    /// Number of packets that are enough at the beginning of the content.
    private static let firstPackets = 3
    /// Number of packets that are needed elsewhere, where sync bytes may be random.
    private static let laterPackets = 5

    /// Returns whether the bytes begin with packets. In the variant M2TS, four bytes with a time code precede the first
    /// packet.
    static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
        TransportPackets.strides.contains { run(in: bytes, from: 0, $0) >= firstPackets }
            || run(in: bytes, from: 4, 192) >= firstPackets
    }

    /// Returns whether the bytes are packets without a gap, as in a stream that is joined inside a packet.
    static func continues(_ bytes: UnsafeRawBufferPointer) -> Bool {
        TransportPackets.strides.contains { stride in
            (0..<stride).contains { start in
                let count = run(in: bytes, from: start, stride)
                return count >= laterPackets && start + count * stride + TransportPacket.length > bytes.count
            }
        }
    }

    /// Returns whether the bytes contain a run of packets.
    static func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.indices.contains { start in
            bytes[start] == TransportPacket.sync
                && TransportPackets.strides.contains {
                    run(in: bytes, from: start, $0, atMost: laterPackets) == laterPackets
                }
        }
    }

    /// Returns how many whole packets follow each other from `start` on.
    private static func run(
        in bytes: UnsafeRawBufferPointer, from start: Int, _ stride: Int, atMost maximum: Int = .max
    ) -> Int {
        var (count, at) = (0, start)
        // In a packet, the field `adaptation_field_control` is never zero (ISO/IEC 13818-1 §2.4.3.3), unlike in a text
        // of many letters G.
        while count < maximum, at + TransportPacket.length <= bytes.count, bytes[at] == TransportPacket.sync,
            bytes[at + 3] & 0x30 != 0
        {
            count += 1
            at += stride
        }
        return count
    }
}
