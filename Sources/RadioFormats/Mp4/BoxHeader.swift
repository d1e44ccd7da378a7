/// The position, type and length of a box (ISO/IEC 14496-12 §4.2).
package struct BoxHeader: Hashable, Sendable {
    package var type: FourCharacterCode
    /// Offset of the box in the segment or file, in bytes.
    package var offset: Int
    /// Length of the header in bytes: 8, or 16 if the box's size is a 64-bit number.
    package var length: Int
    /// Number of bytes after the header; nil if the box extends to the end of the segment or file, or states an
    /// impossible length.
    package var bodyLength: Int?

    /// Reads the header at the beginning of `bytes`. Returns nil if no box begins there: the size is less than the
    /// header's length, or the type is not a name of four characters.
    /// - Parameter bytes: at least ``length(_:)`` bytes.
    init?(_ bytes: UnsafeRawBufferPointer, offset: Int) {
        var reader = ByteReader(bytes)
        let short = reader.read(UInt32.self)
        type = reader.readCode()
        self.offset = offset
        length = Self.length(bytes)
        let size = short == 1 ? reader.read(UInt64.self) : UInt64(short)
        guard type.isName, !reader.isExhausted else { return nil }
        if short == 0 {
            bodyLength = nil
        } else {
            guard size >= UInt64(length) else { return nil }
            bodyLength = Int(exactly: size).flatMap {
                let body = $0 - length
                // Treats larger lengths as impossible, so that sums of offsets cannot overflow.
                return body <= Int.max / 4 ? body : nil
            }
        }
    }

    /// Returns the length in bytes of the header that begins with these eight bytes.
    ///
    /// A size of 1 means that the real size follows as a 64-bit number.
    static func length(_ bytes: UnsafeRawBufferPointer) -> Int {
        bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 1 ? 16 : 8
    }
}
