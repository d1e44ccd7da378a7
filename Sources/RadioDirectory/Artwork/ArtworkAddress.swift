import RadioFormats
import RadioJSON
import RadioLists
import RadioText

/// An artwork address: a URL, the path of a file, or a picture within the address. Pure.
enum ArtworkAddress: Hashable, Sendable {
    /// An HTTP or HTTPS URL.
    case remote(String)
    /// The path of a file on this computer.
    case file(String)
    /// The bytes of a picture within the address itself: a `data:` URL (RFC 2397).
    case data([UInt8])

    /// Returns nil unless the text is an `http:`, `https:`, `file:` or `data:` URL, or an absolute path.
    init?(_ text: String) {
        let reference = URLReference(text)
        switch reference.scheme?.lowercased() {
        case "http", "https":
            guard reference.authority?.isEmpty == false else { return nil }
            self = .remote(URLReference.escape(text))
        case "file":
            guard let path = FileURL.path(text), !path.isEmpty else { return nil }
            self = .file(path)
        case "data":
            guard let bytes = Self.content(text) else { return nil }
            self = .data(bytes)
        case nil:
            guard text.utf8.first == UInt8(ascii: "/") else { return nil }
            self = .file(text)
        case _: return nil
        }
    }

    /// Returns the content of a `data:` URL: the bytes after the first comma.
    private static func content(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let head = String(decoding: bytes[..<comma], as: UTF8.self).lowercased()
        let rest = bytes[(comma + 1)...]
        guard head.hasSuffix(";base64") else { return URLReference.percentDecoded(bytes: rest) }
        return URLReference.percentDecoded(bytes: rest).flatMap { Base64.decode($0[...]) }
    }
}
