/// Writes the gzip format (RFC 1952) with stored blocks (RFC 1951 §3.2.4). These suffice to test a client's decoder.
enum Gzip {
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += little(UInt32(block.count), 2) + little(~UInt32(block.count), 2) + block
        } while !rest.isEmpty
        return packed + little(checksum(bytes), 4) + little(UInt32(bytes.count), 4)
    }

    private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    /// Returns the CRC-32 (RFC 1952 §8).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            var sum = sum ^ UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
            return sum
        }
    }
}
