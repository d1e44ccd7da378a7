/// The limits of the framers of MPEG audio and ADTS, and the recognition of tags between frames.
package enum AudioFraming {
    /// Number of bytes without a frame after which a stream is regarded as neither MPEG audio nor ADTS.
    package static let maximumGarbage = 256 << 10
    /// Length of the longest ID3v2 tag that is emitted, in bytes; longer ones (with pictures) are skipped.
    package static let maximumKeptTag = 64 << 10
    /// Length of the longest tag that is skipped, in bytes; a tag header that states more is garbage.
    package static let maximumPassedTag = 16 << 20
    /// Maximum number of bytes that a framer keeps between two calls.
    package static let maximumHeld = maximumKeptTag + 4096

    /// The result of looking for a tag.
    enum Tag {
        case none
        /// At least this many bytes are needed to decide.
        case needs(Int)
        /// A tag of this kind and length in bytes, which is skipped because no player needs it.
        case pass(FramePiece.Passed, Int)
        /// An ID3v2 tag of this length in bytes, which is emitted.
        case id3(Int)
    }

    /// Returns whether the first byte may begin a tag. A quick check, because it is false for almost every frame.
    static func mayBeTag(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "T") || bytes[0] == UInt8(ascii: "A")
    }

    /// Returns whether `bytes` seem to begin with a tag. `bytes` has at least four bytes.
    static func isTagMagic(_ bytes: UnsafeRawBufferPointer) -> Bool {
        begins(bytes, "ID3") || begins(bytes, "TAG") || begins(bytes, "APET")
    }

    /// Returns the tag at the beginning of `bytes`, which has at least four bytes.
    /// - Parameter afterGarbage: true to recognise only ID3v2. Other tags are recognised only at a frame boundary.
    static func tag(at bytes: UnsafeRawBufferPointer, afterGarbage: Bool) -> Tag {
        if begins(bytes, "ID3") {
            guard bytes.count >= Id3Tag.headerLength else { return .needs(Id3Tag.headerLength) }
            guard let length = Id3Tag.length(of: bytes), length <= maximumPassedTag else { return .none }
            return length <= maximumKeptTag ? .id3(length) : .pass(.id3v2, length)
        }
        if afterGarbage { return .none }
        // ID3v1: 128 bytes, usually at the end of a file, or between two joined files.
        if begins(bytes, "TAG") { return .pass(.id3v1, 128) }
        guard begins(bytes, "APET") else { return .none }
        // APEv1 and APEv2: 8 bytes of signature, then version, size without header, items, flags; all little-endian.
        guard bytes.count >= 32 else { return .needs(32) }
        guard begins(bytes, "APETAGEX") else { return .none }
        let size = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self).littleEndian)
        let flags = bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self).littleEndian
        // Bit 29 is set in a header, which the items follow. A footer comes after the items, which were already
        // skipped.
        let length = flags & 1 << 29 != 0 ? 32 + size : 32
        return length <= maximumPassedTag ? .pass(.ape, length) : .none
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ sign: StaticString) -> Bool {
        guard bytes.count >= sign.utf8CodeUnitCount else { return false }
        for index in 0..<sign.utf8CodeUnitCount where bytes[index] != sign.utf8Start[index] { return false }
        return true
    }
}
