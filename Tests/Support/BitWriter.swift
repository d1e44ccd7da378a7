/// Writes numbers of any bit width.
package struct BitWriter {
    /// Which bit of a number, and of a byte, comes first.
    package enum Order { case highestFirst, lowestFirst }

    private let order: Order
    private var bits: [UInt8] = []

    package init(_ order: Order = .highestFirst) { self.order = order }

    /// Writes the lowest `count` bits of `value`.
    package mutating func write(_ value: Int, _ count: Int) {
        for index in 0..<count {
            bits.append(UInt8(value >> (order == .lowestFirst ? index : count - 1 - index) & 1))
        }
    }

    package mutating func write(_ bytes: [UInt8]) { for byte in bytes { write(Int(byte), 8) } }

    /// Writes zeros up to the next whole byte.
    package mutating func align() { write(0, (8 - bits.count & 7) & 7) }

    package var bitCount: Int { bits.count }

    /// The bytes written so far. An incomplete last byte is filled up with zeros.
    package var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { byte, index in
                let place = start + (order == .lowestFirst ? 7 - index : index)
                return byte << 1 | (place < bits.count ? bits[place] : 0)
            }
        }
    }
}
