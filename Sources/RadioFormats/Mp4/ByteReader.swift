/// Reads big-endian numbers from bytes, which it borrows for its lifetime.
///
/// If fewer bytes are left than a field needs, the reader returns zero and sets ``isExhausted``, so a parser checks
/// once instead of after each field.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// Number of bytes read so far. If more bytes were requested than available, this is the number of available bytes
    /// plus one.
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        skip(position)
    }

    /// True if more bytes were requested than available.
    var isExhausted: Bool { position > bytes.count }

    var remaining: Int { max(bytes.count - position, 0) }

    /// The bytes that were not read or skipped yet.
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

    /// Skips bytes.
    /// - Parameter count: zero or more.
    mutating func skip(_ count: Int) { position = count <= remaining ? position + count : bytes.count + 1 }

    /// Returns the bytes before the next NUL, and skips the NUL.
    mutating func readText() -> UnsafeRawBufferPointer {
        let rest = rest
        let length = rest.firstIndex(of: 0)
        skip(length.map { $0 + 1 } ?? rest.count + 1)
        return UnsafeRawBufferPointer(rebasing: rest[..<(length ?? rest.count)])
    }
}
