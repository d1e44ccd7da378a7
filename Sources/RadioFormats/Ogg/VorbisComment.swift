/// Comments of Vorbis (Vorbis I §5), Opus (RFC 7845 §5.2) or FLAC (RFC 9639 §8.6): text fields that describe a track.
///
/// The signature and other bytes that each format puts around the comments are not included.
package struct VorbisComment: Hashable, Sendable {
    /// Maximum number of fields that are read; further ones are left out.
    package static let maximumFields = 1024
    /// Length of the longest field that is read, in bytes. Longer fields are left out, unless they contain pictures.
    package static let maximumFieldBytes = 16 << 10
    /// Name of the field that holds a picture in Base64 (https://wiki.xiph.org/VorbisComment#METADATA_BLOCK_PICTURE).
    package static let pictureName = "METADATA_BLOCK_PICTURE"

    /// Name of the program that wrote the comments, usually the encoder.
    package var vendor: String
    /// Fields in the order of the bytes. A name may occur more than once, and in upper or lower case. U+FFFD replaces
    /// bytes that are not UTF-8.
    package var fields: [(name: String, value: String)]

    /// Reads comments. If the bytes are cut off, reads the fields that are complete. Returns nil if the bytes are no
    /// comments.
    package init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func next() -> ArraySlice<UInt8>? {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= rest.count - 4 else { return nil }
            defer { rest = rest.dropFirst(4 + length) }
            return rest.dropFirst(4).prefix(length)
        }
        guard let vendor = next(), rest.count >= 4 else { return nil }
        self.vendor = String(decoding: vendor, as: UTF8.self)
        rest = rest.dropFirst(4)
        fields = []
        while fields.count < Self.maximumFields, let field = next() {
            guard let equals = field.firstIndex(of: UInt8(ascii: "=")), equals > field.startIndex else { continue }
            let name = String(decoding: field[..<equals], as: UTF8.self)
            let isPicture = name.uppercased() == Self.pictureName
            guard isPicture || field.count <= Self.maximumFieldBytes else { continue }
            fields.append((name, String(decoding: field[(equals + 1)...], as: UTF8.self)))
        }
    }

    /// Returns the bytes of the comments without their picture fields; `bytes` itself if there are none.
    package static func withoutPictures(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var (at, count) = (0, UInt32(0))
        func number() -> Int? {
            guard at + 4 <= bytes.count else { return nil }
            return bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard let vendor = number(), vendor <= bytes.count - 8 else { return bytes }
        at = 4 + vendor + 4
        let start = at
        let name = Array("\(pictureName)=".utf8)
        while let length = number(), length <= bytes.count - at - 4 {
            let field = bytes[at..<at + 4 + length]
            at += field.count
            let isPicture = field.dropFirst(4).prefix(name.count).elementsEqual(name) { $0 & ~0x20 == $1 & ~0x20 }
            if isPicture { continue }
            kept += field
            count += 1
        }
        guard kept.count < at - start else { return bytes }
        return bytes[..<(start - 4)] + withUnsafeBytes(of: count.littleEndian) { Array($0) } + kept + bytes[at...]
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.vendor == other.vendor && one.fields.elementsEqual(other.fields) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(vendor)
        for field in fields {
            hasher.combine(field.name)
            hasher.combine(field.value)
        }
    }
}
