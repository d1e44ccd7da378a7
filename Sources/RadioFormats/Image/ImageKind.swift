/// The file format of a picture.
package enum ImageKind: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, gif, webp
    case bmp, ico, svg, tiff, avif, heif, jpegXL

    /// True if Longwave uses pictures in this format: ``ImageHeader`` can read their size.
    ///
    /// All desktops and terminals show PNG, JPEG, GIF and WebP. Longwave also uses icons (ICO), because most web sites
    /// offer their logo as an icon.
    package var isUsed: Bool {
        switch self {
        case .png, .jpeg, .gif, .webp, .ico: true
        case .bmp, .svg, .tiff, .avif, .heif, .jpegXL: false
        }
    }

    /// Name of the format, for messages to the listener.
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

    /// Extension of the names of files in this format, without the dot.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .jpegXL: "jxl"
        case .png, .gif, .webp, .bmp, .ico, .svg, .tiff, .avif, .heif: rawValue
        }
    }

    /// The format's media type in IANA's registry.
    package var mediaType: String {
        switch self {
        case .png, .jpeg, .gif, .webp, .bmp, .tiff, .avif, .heif: "image/\(rawValue)"
        case .ico: "image/vnd.microsoft.icon"
        case .svg: "image/svg+xml"
        case .jpegXL: "image/jxl"
        }
    }
}
