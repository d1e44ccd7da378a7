/// Writes numbers of any bit width, the highest bit first.
package struct BitWriter {
    private var bits: [UInt8] = []

    package init() {}

    /// Writes the lowest `count` bits of `value`.
    package mutating func write(_ value: Int, _ count: Int) {
        for place in (0..<count).reversed() { bits.append(UInt8(value >> place & 1)) }
    }

    package mutating func write(_ bytes: [UInt8]) { for byte in bytes { write(Int(byte), 8) } }

    /// Writes zeros up to the next whole byte.
    package mutating func align() { write(0, (8 - bits.count & 7) & 7) }

    package var bitCount: Int { bits.count }

    /// The bytes written so far. An incomplete last byte is filled up with zeros.
    package var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
        }
    }
}
