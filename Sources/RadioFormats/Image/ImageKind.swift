/// What a picture is encoded as.
package enum ImageKind: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, gif, webp
    case bmp, ico, svg, tiff, avif, heif, jpegXL

    /// Whether its size is read, and Longwave uses such pictures: desktops and terminals show the first four everywhere, and icons are
    /// what most web sites have for a logo.
    package var isUsed: Bool {
        switch self {
        case .png, .jpeg, .gif, .webp, .ico: true
        case .bmp, .svg, .tiff, .avif, .heif, .jpegXL: false
        }
    }

    /// For people.
    package var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .gif: "GIF"
        case .webp: "WebP"
        case .bmp: "BMP"
        case .ico: "ICO"
        case .svg: "SVG"
        case .tiff: "TIFF"
        case .avif: "AVIF"
        case .heif: "HEIF"
        case .jpegXL: "JPEG XL"
        }
    }

    /// What a file's name ends with, without the dot.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .jpegXL: "jxl"
        case .png, .gif, .webp, .bmp, .ico, .svg, .tiff, .avif, .heif: rawValue
        }
    }

    /// The type of the bytes (IANA's registry).
    package var mediaType: String {
        switch self {
        case .png, .jpeg, .gif, .webp, .bmp, .tiff, .avif, .heif: "image/\(rawValue)"
        case .ico: "image/vnd.microsoft.icon"
        case .svg: "image/svg+xml"
        case .jpegXL: "image/jxl"
        }
    }
}
