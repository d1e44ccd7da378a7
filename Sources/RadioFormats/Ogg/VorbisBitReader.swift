/// Reads numbers of any width from bytes, least significant bit first (Vorbis I §2.1). Borrows the bytes for its
/// lifetime.
///
/// If fewer bits are left than a field needs, the reader returns zero bits and sets ``isExhausted``, so a parser checks
/// once instead of after each field.
struct VorbisBitReader {
    private let bytes: UnsafeRawBufferPointer
    /// Number of bits read so far. It exceeds the number of available bits if more were requested.
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private var bitCount: Int { bytes.count * 8 }
    /// True if more bits were requested than available.
    var isExhausted: Bool { position > bitCount }

    /// Reads the next `count` bits, at most 32.
    mutating func read(_ count: Int) -> Int {
        var value = 0
        var done = 0
        while done < count {
            let place = position >> 3
            let offset = position & 7
            let taken = min(8 - offset, count - done)
            let byte = place < bytes.count ? Int(bytes[place]) : 0
            value |= (byte >> offset & (1 << taken - 1)) << done
            position += taken
            done += taken
        }
        return value
    }

    mutating func readFlag() -> Bool { read(1) == 1 }

    /// Skips `count` bits. If fewer bits are left, stops one bit past the end, so that the position cannot overflow.
    /// - Parameter count: zero or more.
    mutating func skip(_ count: Int) { position += min(count, max(bitCount - position, 0) + 1) }
}
