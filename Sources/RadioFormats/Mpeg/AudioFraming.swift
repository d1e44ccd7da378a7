/// Limits of both framers, and the tags that stand between frames.
package enum AudioFraming {
    /// Bytes without a frame after which a stream is taken for something else.
    package static let maximumGarbage = 256 << 10
    /// The longest ID3v2 tag that is handed on; longer ones (pictures) are passed over.
    package static let maximumKeptTag = 64 << 10
    /// The longest tag that is passed over; a header that names more is garbage.
    package static let maximumPassedTag = 16 << 20
    /// The most that a framer keeps between two calls.
    package static let maximumHeld = maximumKeptTag + 4096

    enum Tag {
        case none
        case needs(Int)
        /// Nothing of interest to a player, so many bytes long.
        case pass(FramePiece.Passed, Int)
        /// A whole ID3v2 tag to hand on, so many bytes long.
        case id3(Int)
    }

    /// The quick look that almost every frame fails. `bytes` are at least four.
    static func mayBeTag(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "T") || bytes[0] == UInt8(ascii: "A")
    }

    /// Whether a tag seems to begin here. `bytes` are at least four.
    static func isTagMagic(_ bytes: UnsafeRawBufferPointer) -> Bool {
        begins(bytes, "ID3") || begins(bytes, "TAG") || begins(bytes, "APET")
    }

    /// The tag at the beginning of `bytes`, which are at least four.
    /// - Parameter afterGarbage: only ID3v2 is looked for, since the others' signs are found where a frame ends.
    static func tag(at bytes: UnsafeRawBufferPointer, afterGarbage: Bool) -> Tag {
        if begins(bytes, "ID3") {
            guard bytes.count >= Id3Tag.headerLength else { return .needs(Id3Tag.headerLength) }
            guard let length = Id3Tag.length(of: bytes), length <= maximumPassedTag else { return .none }
            return length <= maximumKeptTag ? .id3(length) : .pass(.id3v2, length)
        }
        if afterGarbage { return .none }
        // ID3v1: 128 bytes, usually at the end of a file, in joined files between two.
        if begins(bytes, "TAG") { return .pass(.id3v1, 128) }
        guard begins(bytes, "APET") else { return .none }
        // APEv1 and APEv2: 8 bytes of sign, version, size without header, items, flags; all little endian.
        guard bytes.count >= 32 else { return .needs(32) }
        guard begins(bytes, "APETAGEX") else { return .none }
        let size = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self).littleEndian)
        let flags = bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self).littleEndian
        // Bit 29 says that this is the header; a footer's items are already behind us.
        let length = flags & 1 << 29 != 0 ? 32 + size : 32
        return length <= maximumPassedTag ? .pass(.ape, length) : .none
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ sign: StaticString) -> Bool {
        guard bytes.count >= sign.utf8CodeUnitCount else { return false }
        for index in 0..<sign.utf8CodeUnitCount where bytes[index] != sign.utf8Start[index] { return false }
        return true
    }
}
