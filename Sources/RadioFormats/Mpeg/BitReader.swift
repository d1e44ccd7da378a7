/// Reads numbers of any width from bytes, the highest bit first. Borrows the bytes for its lifetime.
///
/// Past the end it reads zeros and says ``isExhausted``: a parser looks once at the end instead of after each field.
struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    /// Bits read so far; may lie behind the end.
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var bitCount: Int { bytes.count * 8 }
    /// Bits before the end; below zero when more were read than there are.
    var remaining: Int { bitCount - position }
    /// Whether more was read than there is.
    var isExhausted: Bool { position > bitCount }

    /// The next `count` bits, at most 32.
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

    /// - Parameter count: not below zero; whatever it is, the position stays a sane number.
    mutating func skip(_ count: Int) { position += min(count, max(remaining, 0) + 1) }

    /// To the next whole byte, counted from the bit at `origin`.
    mutating func align(to origin: Int = 0) { position += (8 - (position - origin) & 7) & 7 }

    /// `count` bits from the bit at `start`, moved to the beginning of a byte; the last byte is filled with zeros.
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
