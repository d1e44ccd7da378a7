/// The reason why bytes are not a picture that Longwave uses.
package enum ImageProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A web page, sound, or unknown bytes.
    case notAnImage
    /// A picture of a kind that Longwave does not use.
    case unsupported(ImageKind)
    /// More than ``ImageHeader/maximumPixels`` pixels. A picture that decodes to gigabytes is often an attack.
    case tooManyPixels(width: Int, height: Int)
    /// A picture that begins with the kind's signature but continues wrongly.
    case damaged(ImageKind)

    package var description: String {
        switch self {
        case .notAnImage: "it is no picture"
        case .unsupported(let kind): "pictures of the kind \(kind.name) are not used"
        case .tooManyPixels(let width, let height): "it has \(width) × \(height) pixels, more than are unpacked"
        case .damaged(let kind): "its \(kind.name) data is damaged"
        }
    }
}
