/// A picture inside of a stream's metadata: `APIC` of ID3 (2.4 frames §4.14), `PICTURE` of FLAC (RFC 9639 §8.8).
package struct EmbeddedPicture: Hashable, Sendable {
    /// `image/jpeg` …; `-->` where ``bytes`` are an address.
    package var mimeType: String
    /// 3 is the front cover, in both.
    package var type: UInt8
    package var description: String
    package var bytes: [UInt8]

    package init(mimeType: String, type: UInt8, description: String, bytes: [UInt8]) {
        self.mimeType = mimeType
        self.type = type
        self.description = description
        self.bytes = bytes
    }

    /// Nil where the block is not whole.
    package init?(flac block: [UInt8]) {
        guard let picture = FlacPicture(block), block.count - picture.headerCount >= picture.byteCount else {
            return nil
        }
        self.init(
            mimeType: picture.mimeType, type: UInt8(clamping: picture.type), description: picture.description,
            bytes: Array(block[picture.headerCount...].prefix(picture.byteCount)))
    }

    /// A PICTURE block of FLAC that holds it as the front cover. Its size in pixels is left open.
    package var frontCoverBlock: [UInt8] {
        func number(_ number: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(clamping: number).bigEndian) { Array($0) }
        }
        let (type, text) = (Array(mimeType.utf8), Array(description.utf8))
        return number(3) + number(type.count) + type + number(text.count) + text + [UInt8](repeating: 0, count: 16)
            + number(bytes.count) + bytes
    }

    /// Where the picture is, in its place.
    package var address: String? { mimeType == "-->" ? String(decoding: bytes, as: UTF8.self) : nil }
}
