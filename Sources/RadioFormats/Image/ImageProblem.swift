/// The reason why bytes are not a picture that Longwave uses.
package enum ImageProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not a picture in a known format, but for example a web page or sound.
    case notAnImage
    /// The bytes are a picture in a format that Longwave does not use.
    case unsupported(ImageKind)
    /// The picture has more than ``ImageHeader/maximumPixels`` pixels. A picture that takes gigabytes when decoded is
    /// often an attack.
    case tooManyPixels(width: Int, height: Int)
    /// The bytes begin with the format's signature, but the bytes after it are incomplete or break the format's rules.
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
