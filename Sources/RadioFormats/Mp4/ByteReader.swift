/// Reads big-endian numbers from bytes. Borrows the bytes for its lifetime.
///
/// Past the end it reads zeros and says ``isExhausted``: a parser looks once at the end instead of after each field.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// Bytes read so far; at the most one more than there are.
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        skip(position)
    }

    /// Whether more was read than there is.
    var isExhausted: Bool { position > bytes.count }

    var remaining: Int { max(bytes.count - position, 0) }

    /// All that was not read yet.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - remaining)...]) }

    mutating func read<Number: FixedWidthInteger>(_: Number.Type) -> Number {
        let width = MemoryLayout<Number>.size
        guard remaining >= width else {
            position = bytes.count + 1
            return 0
        }
        defer { position += width }
        return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
    }

    mutating func readCode() -> FourCharacterCode { FourCharacterCode(read(UInt32.self)) }

    /// - Parameter count: not below zero.
    mutating func skip(_ count: Int) { position = count <= remaining ? position + count : bytes.count + 1 }

    /// The bytes before the next NUL, which is passed.
    mutating func readText() -> UnsafeRawBufferPointer {
        let rest = rest
        let length = rest.firstIndex(of: 0)
        skip(length.map { $0 + 1 } ?? rest.count + 1)
        return UnsafeRawBufferPointer(rebasing: rest[..<(length ?? rest.count)])
    }
}
