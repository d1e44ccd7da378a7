/// Corrects the checksums of Ogg pages (RFC 3533 §6) in bytes that a test has changed.
package enum OggPageSums {
    /// Writes the right checksums into the consecutive pages with which `bytes` begins.
    package static func mend(_ bytes: inout [UInt8]) {
        var at = 0
        while at + 27 <= bytes.count, bytes[at..<at + 4].elementsEqual("OggS".utf8) {
            let lacing = at + 27 + Int(bytes[at + 26])
            guard lacing <= bytes.count else { return }
            let end = min(bytes[at + 27..<lacing].reduce(lacing) { $0 + Int($1) }, bytes.count)
            for index in 22..<26 { bytes[at + index] = 0 }
            let sum = sum(of: bytes[at..<end])
            for index in 0..<4 { bytes[at + 22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
            at = end
        }
    }

    private static func sum(of page: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = 0
        table.withUnsafeBufferPointer { table in
            page.withUnsafeBufferPointer { for byte in $0 { sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] } }
        }
        return sum
    }

    /// The checksum of each byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
}
