/// Where a box stands and how long it is (ISO/IEC 14496-12 §4.2).
package struct BoxHeader: Hashable, Sendable {
    package var type: FourCharacterCode
    /// Bytes of the segment before it.
    package var offset: Int
    /// 8, or 16 with a 64-bit size.
    package var length: Int
    /// Bytes behind the header; nil where the box reaches to the end, or is said to be longer than anything can be.
    package var bodyLength: Int?

    /// Reads a header, or nil where no box begins: a size that does not even hold the header, a name of no characters.
    /// - Parameter bytes: at least ``length(_:)``.
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
                // What a sum of offsets could overflow with is no length.
                return body <= Int.max / 4 ? body : nil
            }
        }
    }

    /// Bytes of the header that begins with these eight: a size of 1 says that 64 bits of it follow.
    static func length(_ bytes: UnsafeRawBufferPointer) -> Int {
        bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 1 ? 16 : 8
    }
}
