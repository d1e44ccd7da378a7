/// Why bytes are no picture that is used.
package enum ImageProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A web page, sound, or nothing that is known.
    case notAnImage
    /// A picture of a kind that is not used.
    case unsupported(ImageKind)
    /// More than ``ImageHeader/maximumPixels``: what unpacks to gigabytes is often meant to.
    case tooManyPixels(width: Int, height: Int)
    /// It begins like one, and does not go on like one.
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
