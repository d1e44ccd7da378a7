/// A picture inside a stream's metadata: `APIC` of ID3 (2.4 frames §4.14), `PICTURE` of FLAC (RFC 9639 §8.8).
package struct EmbeddedPicture: Hashable, Sendable {
    /// Length of the longest picture that is read, in bytes. Longer pictures are skipped, and the sound plays.
    package static let maximumLength = 4 << 20

    /// Media type, such as `image/jpeg`; `-->` if ``bytes`` holds an address.
    package var mimeType: String
    /// What the picture shows, as a number that ID3 and FLAC share: 3 is the front cover.
    package var type: UInt8
    package var description: String
    /// The bytes of the picture file; if ``mimeType`` is `-->`, the bytes of the picture's address.
    package var bytes: [UInt8]

    package init(mimeType: String, type: UInt8, description: String, bytes: [UInt8]) {
        self.mimeType = mimeType
        self.type = type
        self.description = description
        self.bytes = bytes
    }

    /// Reads a PICTURE block of FLAC, without the four-byte header of metadata blocks. Returns nil if the block is
    /// incomplete.
    package init?(flac block: [UInt8]) {
        guard let picture = FlacPicture(block), block.count - picture.headerCount >= picture.byteCount else {
            return nil
        }
        self.init(
            mimeType: picture.mimeType, type: UInt8(clamping: picture.type), description: picture.description,
            bytes: Array(block[picture.headerCount...].prefix(picture.byteCount)))
    }

    /// A FLAC PICTURE block with this picture as the front cover. The block's fields for width, height and colours are
    /// zero.
    package var frontCoverBlock: [UInt8] {
        func number(_ number: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(clamping: number).bigEndian) { Array($0) }
        }
        let (type, text) = (Array(mimeType.utf8), Array(description.utf8))
        return number(3) + number(type.count) + type + number(text.count) + text + [UInt8](repeating: 0, count: 16)
            + number(bytes.count) + bytes
    }

    /// The picture's address, if the metadata holds an address instead of the picture.
    package var address: String? { mimeType == "-->" ? String(decoding: bytes, as: UTF8.self) : nil }
}
