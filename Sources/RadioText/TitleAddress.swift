/// The address of a cover or page that a station sends with its titles.
enum TitleAddress {
    /// Maximum length of an address in bytes. Longer addresses are left out.
    static let maximumLength = 2048

    case artwork(String)
    case link(String)

    /// Returns nil if the text is not an `http:` or `https:` address. Some programs send other text, such as fields or
    /// a file name, where an address belongs.
    init?(_ text: String) {
        let address = PlainText.clean(text)
        guard address.utf8.count <= Self.maximumLength, !address.contains(" "), Self.hasHost(address) else {
            return nil
        }
        self = Self.isArtwork(address) ? .artwork(address) : .link(address)
    }

    private static func hasHost(_ address: String) -> Bool {
        for scheme in ["http://", "https://"] where address.lowercased().hasPrefix(scheme) {
            let next = address.utf8.dropFirst(scheme.utf8.count).first
            return next != nil && next != UInt8(ascii: "/")
        }
        return false
    }

    /// Returns true if the address looks like a picture's: its path ends with a picture's suffix, or contains a
    /// component such as `cover` or `artwork`.
    private static func isArtwork(_ address: String) -> Bool {
        let path = address.lowercased().prefix { $0 != "?" && $0 != "#" }
        let steps = path.split(separator: "/").dropFirst(2)
        guard let last = steps.last else { return false }
        if let suffix = last.split(separator: ".").last, last.contains("."), imageSuffixes.contains(String(suffix)) {
            return true
        }
        return steps.contains { artworkSteps.contains(String($0)) }
    }

    private static let imageSuffixes: Set = ["jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "svg"]
    private static let artworkSteps: Set = [
        "art", "artwork", "artworks", "cover", "covers", "coverart", "cover-art", "albumart", "album-art",
    ]
}
