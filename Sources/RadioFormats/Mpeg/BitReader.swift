/// Reads numbers of any width from bytes, most significant bit first. Borrows the bytes for its lifetime.
///
/// If fewer bits are left than a field needs, the reader returns zero bits and sets ``isExhausted``, so a parser checks
/// once instead of after each field.
struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    /// Number of bits read so far. It exceeds the number of available bits if more were requested.
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var bitCount: Int { bytes.count * 8 }
    /// Number of bits not read yet; negative if more bits were requested than available.
    var remaining: Int { bitCount - position }
    /// True if more bits were requested than available.
    var isExhausted: Bool { position > bitCount }

    /// Reads the next `count` bits, at most 32.
    mutating func read(_ count: Int) -> Int {
        var value = 0
        var left = count
        while left > 0 {
            let place = position >> 3
            let offset = position & 7
            let taken = min(8 - offset, left)
            let byte = place < bytes.count ? Int(bytes[place]) : 0
            value = value << taken | (byte >> (8 - offset - taken)) & ((1 << taken) - 1)
            position += taken
            left -= taken
        }
        return value
    }

    mutating func readFlag() -> Bool { read(1) == 1 }

    /// Skips `count` bits. If fewer bits are left, stops one bit past the end, so that ``position`` cannot overflow.
    /// - Parameter count: zero or more.
    mutating func skip(_ count: Int) { position += min(count, max(remaining, 0) + 1) }

    /// Skips to the next byte boundary. Byte boundaries are at multiples of eight bits from the bit at `origin`.
    mutating func align(to origin: Int = 0) { position += (8 - (position - origin) & 7) & 7 }

    /// Returns the `count` bits that begin at the bit `start`, shifted so that they begin with a whole byte. Zero bits
    /// fill the last byte.
    func copy(from start: Int, count: Int) -> [UInt8] {
        var reader = self
        reader.position = start
        var result: [UInt8] = []
        result.reserveCapacity((count + 7) / 8)
        var left = count
        while left > 0 {
            let taken = min(left, 8)
            result.append(UInt8(reader.read(taken) << (8 - taken)))
            left -= taken
        }
        return result
    }
}
