import RadioFormats
import RadioJSON

/// The Vorbis comments of an Ogg link or a FLAC file. Pictures, which are also stored as comments, are in a separate
/// array.
package struct CommentReading: Hashable, Sendable {
    /// One comment, such as `TITLE=So What`, split at the equals sign.
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    /// The name of the program that encoded the sound.
    package var vendor: String
    /// The comments other than pictures, in the order of the file.
    package var fields: [Field] = []
    package var pictures: [FlacPicture] = []

    /// Returns nil if the bytes are not Vorbis comments.
    init?(_ bytes: [UInt8]) {
        guard let comment = VorbisComment(bytes) else { return nil }
        vendor = comment.vendor
        for (name, value) in comment.fields {
            if name.uppercased() == VorbisComment.pictureName {
                if let picture = Base64.decode(Array(value.utf8)[...]).flatMap({ FlacPicture($0) }) {
                    pictures.append(picture)
                }
            } else {
                fields.append(Field(name: name, value: value))
            }
        }
    }
}
