import RadioFormats
import RadioJSON

/// Writes tags as Vorbis comments (Vorbis I §5), without the bytes that Vorbis and Opus put around them.
enum VorbisCommentWriter {
    /// Returns the bytes of the comments.
    /// - Parameters:
    ///   - tags: the content of the comments.
    ///   - hasCover: whether to add the cover as a comment, as in Ogg.
    static func comments(_ tags: RecordingTags, hasCover: Bool = false) -> [UInt8] {
        var fields = [
            ("TITLE", tags.title), ("ARTIST", tags.artist), ("ALBUM", tags.album), ("ORGANIZATION", tags.station),
            ("DATE", tags.date),
        ].compactMap { name, value in value.flatMap { $0.isEmpty ? nil : "\(name)=\($0.prefix(maximumText))" } }
        if hasCover, let cover = tags.cover {
            fields.append("\(VorbisComment.pictureName)=\(Base64.encode(cover.frontCoverBlock))")
        }
        return text("Longwave") + little(fields.count) + fields.flatMap(text)
    }

    /// The largest number of characters of a text. A longer text is cut off.
    private static let maximumText = 1024

    private static func text(_ text: String) -> [UInt8] { little(text.utf8.count) + Array(text.utf8) }
    private static func little(_ number: Int) -> [UInt8] { BigEndian.bytes(number, 4).reversed() }
}
