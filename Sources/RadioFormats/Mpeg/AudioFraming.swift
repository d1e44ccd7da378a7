/// The limits of the parsers that cut MPEG audio and ADTS into frames, and the recognition of tags between frames.
package enum AudioFraming {
    /// Number of bytes without a frame after which a stream is regarded as neither MPEG audio nor ADTS.
    package static let maximumGarbage = 256 << 10
    /// Length of the longest ID3v2 tag that is emitted as it is, in bytes. Of longer ones, which contain pictures,
    /// ``Id3TagReader`` keeps what a player uses.
    package static let maximumKeptTag = 64 << 10
    /// Length of the longest tag that is recognised, in bytes. A tag header that states a greater length is treated as
    /// garbage.
    package static let maximumPassedTag = 64 << 20
    /// Maximum number of bytes that a framer keeps between two calls of `feed`.
    package static let maximumHeld = maximumKeptTag + 4096

    /// The result of looking for a tag at the beginning of some bytes.
    enum Tag {
        case none
        /// At least this many bytes are needed to decide.
        case needs(Int)
        /// A tag of this kind and length in bytes, which is skipped because no player needs it.
        case pass(FramePiece.Passed, Int)
        /// An ID3v2 tag of this length in bytes, which is emitted.
        case id3(Int)
    }

    /// Returns whether the first byte may begin a tag. This check is quick, and rejects almost every frame.
    static func mayBeTag(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "T") || bytes[0] == UInt8(ascii: "A")
    }

    /// Returns whether `bytes` begins with the signature of a tag. `bytes` has at least four bytes.
    static func isTagMagic(_ bytes: UnsafeRawBufferPointer) -> Bool {
        begins(bytes, "ID3") || begins(bytes, "TAG") || begins(bytes, "APET")
    }

    /// Returns the tag at the beginning of `bytes`, which has at least four bytes.
    /// - Parameter afterGarbage: whether `bytes` follows bytes that belong to no frame. Then only ID3v2 tags are
    ///   recognised. Other tags are recognised only at the beginning, or directly after a frame or tag.
    static func tag(at bytes: UnsafeRawBufferPointer, afterGarbage: Bool) -> Tag {
        if begins(bytes, "ID3") {
            guard bytes.count >= Id3Tag.headerLength else { return .needs(Id3Tag.headerLength) }
            guard let length = Id3Tag.length(of: bytes), length <= maximumPassedTag else { return .none }
            return length <= maximumKeptTag ? .id3(length) : .pass(.id3v2, length)
        }
        if afterGarbage { return .none }
        // An ID3v1 tag has 128 bytes. It is usually at the end of a file, or between two files that were joined.
        if begins(bytes, "TAG") { return .pass(.id3v1, 128) }
        guard begins(bytes, "APET") else { return .none }
        // The header of an APEv1 or APEv2 tag: 8 bytes of signature, then version, size without the header, number of
        // items and flags, 32 bits each, little-endian.
        guard bytes.count >= 32 else { return .needs(32) }
        guard begins(bytes, "APETAGEX") else { return .none }
        let size = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self).littleEndian)
        let flags = bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self).littleEndian
        // Bit 29 of the flags is set in a header, before the tag's items. It is not set in a footer, after the items;
        // then only the footer itself is skipped.
        let length = flags & 1 << 29 != 0 ? 32 + size : 32
        return length <= maximumPassedTag ? .pass(.ape, length) : .none
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ sign: StaticString) -> Bool {
        guard bytes.count >= sign.utf8CodeUnitCount else { return false }
        for index in 0..<sign.utf8CodeUnitCount where bytes[index] != sign.utf8Start[index] { return false }
        return true
    }
}
