/// The stream description in an `esds` box (ISO/IEC 14496-1 §7.2.6.5, 14496-14 §3.1.2).
struct ElementaryStreamDescriptor {
    /// Encoding of the stream (ISO/IEC 14496-1 table 5; numbers above 0x6D come from the registration authority).
    var objectType: UInt8
    /// Average bits per second; nil if not given.
    var bitRate: Int?
    /// Configuration of the decoder: for AAC, the AudioSpecificConfig. Empty if there is none.
    var specificInfo: [UInt8]

    /// Maximum length of ``specificInfo`` in bytes. A longer configuration is truncated.
    static let maximumSpecificInfo = 1024

    /// Reads an `esds` box. Returns nil if the box is incomplete.
    /// - Parameter bytes: the box's body.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // Four bytes of version and flags precede the ES_Descriptor.
        var reader = ByteReader(bytes, at: 4)
        guard var stream = Self.descriptor(3, &reader) else { return nil }
        // Skips ES_ID.
        stream.skip(2)
        let flags = stream.read(UInt8.self)
        if flags & 0x80 != 0 { stream.skip(2) }
        if flags & 0x40 != 0 { stream.skip(Int(stream.read(UInt8.self))) }
        if flags & 0x20 != 0 { stream.skip(2) }
        guard var decoder = Self.descriptor(4, &stream) else { return nil }
        objectType = decoder.read(UInt8.self)
        // Skips the stream type, bufferSizeDB and maxBitrate.
        decoder.skip(1 + 3 + 4)
        let average = decoder.read(UInt32.self)
        guard !decoder.isExhausted else { return nil }
        bitRate = average == 0 ? nil : Int(average)
        specificInfo = Self.descriptor(5, &decoder).map { Array($0.rest.prefix(Self.maximumSpecificInfo)) } ?? []
    }

    /// Returns a reader of the content of the next descriptor with this tag; nil if there is none. Skips descriptors
    /// with other tags.
    private static func descriptor(_ tag: UInt8, _ reader: inout ByteReader) -> ByteReader? {
        while reader.remaining > 0 {
            let found = reader.read(UInt8.self)
            // §8.3.3: the descriptor's length follows its tag, in up to four bytes with seven bits each.
            var length = 0
            for _ in 0..<4 {
                let byte = reader.read(UInt8.self)
                length = length << 7 | Int(byte & 0x7F)
                if byte & 0x80 == 0 { break }
            }
            guard !reader.isExhausted else { return nil }
            let content = UnsafeRawBufferPointer(rebasing: reader.rest.prefix(length))
            reader.skip(content.count)
            if found == tag { return ByteReader(content) }
        }
        return nil
    }
}
