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
        case .notAnImage: "it is not a picture"
        case .unsupported(let kind): "\(kind.name) pictures are not supported"
        case .tooManyPixels(let width, let height): "it has \(width) × \(height) pixels, which is too many"
        case .damaged(let kind): "its \(kind.name) data is damaged"
        }
    }
}
