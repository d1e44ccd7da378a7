/// The checksums of FLAC frames (RFC 9639 §9.1.8 and §9.3).
package enum FlacChecksum {
    /// Returns the CRC-8 of `bytes`: a frame header without its last byte, which contains this checksum.
    ///
    /// Polynomial: x^8 + x^2 + x + 1.
    package static func header(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt8 {
        bytes.reduce(0) { eight[Int($0 ^ $1)] }
    }

    /// Returns the CRC-16 of a frame, or of the first bytes of a frame. Polynomial: x^16 + x^15 + x^2 + 1.
    ///
    /// The result is zero for a whole frame that includes its checksum.
    /// - Parameter sum: the CRC-16 of the frame's bytes before `bytes`.
    package static func frame(_ bytes: UnsafeRawBufferPointer, from sum: UInt16 = 0) -> UInt16 {
        sixteen.withUnsafeBufferPointer { table in
            var sum = sum
            for byte in bytes { sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 8) ^ byte)] }
            return sum
        }
    }

    /// The CRC-8 of each of the 256 possible bytes.
    private static let eight: [UInt8] = (0..<256).map { byte in
        (0..<8).reduce(UInt8(byte)) { sum, _ in sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
    }

    /// The CRC-16 of each of the 256 possible bytes.
    private static let sixteen: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
    }
}

extension FlacChecksum {
    /// Returns the CRC-16 of some bytes that `count` zero bytes follow.
    ///
    /// A CRC is linear. The CRC-16 of the bytes from position A to position B is therefore the CRC-16 of all bytes
    /// before A, shifted by B − A, XOR the CRC-16 of all bytes before B.
    /// - Parameter sum: the CRC-16 of the bytes before the zero bytes.
    static func shifted(_ sum: UInt16, by count: Int) -> UInt16 {
        var (result, left, power) = (sum, count, 0)
        while left > 0, result != 0 {
            if left & 1 == 1 { result = product(result, powers[power]) }
            left >>= 1
            power += 1
        }
        return result
    }

    /// The powers x^8, x^16, x^32 … modulo the polynomial of the CRC-16. Each is the square of the previous one.
    private static let powers: [UInt16] = (1..<64).reduce(into: [0x0100]) { powers, _ in
        powers.append(product(powers[powers.count - 1], powers[powers.count - 1]))
    }

    /// Returns the product of two polynomials modulo the polynomial of the CRC-16. Bit n is the coefficient of x^n.
    private static func product(_ one: UInt16, _ other: UInt16) -> UInt16 {
        var (result, factor) = (UInt16(0), one)
        for bit in 0..<16 {
            if other >> UInt16(bit) & 1 == 1 { result ^= factor }
            factor = factor & 0x8000 != 0 ? factor << 1 ^ 0x8005 : factor << 1
        }
        return result
    }
}
