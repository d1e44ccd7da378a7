import RadioFormats

/// Writes PICTURE blocks of FLAC (RFC 9639 §8.8), which Vorbis and Opus have in their comments.
enum FlacPictureWriter {
    /// Its size in pixels is left open.
    static func block(_ cover: EmbeddedPicture) -> [UInt8] {
        let (type, text) = (Array(cover.mimeType.utf8), Array(cover.description.utf8))
        return BigEndian.bytes(3, 4) + BigEndian.bytes(type.count, 4) + type + BigEndian.bytes(text.count, 4) + text
            + [UInt8](repeating: 0, count: 16) + BigEndian.bytes(cover.bytes.count, 4) + cover.bytes
    }
}
