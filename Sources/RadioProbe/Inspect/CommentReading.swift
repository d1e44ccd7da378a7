import RadioFormats
import RadioJSON

/// Comments of a link or file, pictures apart.
package struct CommentReading: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    /// The program that encoded it.
    package var vendor: String
    /// In their order.
    package var fields: [Field] = []
    package var pictures: [FlacPicture] = []

    /// Nil where the bytes are no comments.
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
