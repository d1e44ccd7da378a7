import RadioFormats
import RadioJSON
import RadioLists
import RadioText

/// The place to which an artwork address leads. Pure.
enum ArtworkAddress: Hashable, Sendable {
    /// An HTTP or HTTPS URL.
    case remote(String)
    /// A path on this machine.
    case file(String)
    /// A picture within the address itself (RFC 2397).
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
        guard head.hasSuffix(";base64") else { return decoded(rest) }
        return decoded(rest).flatMap { Base64.decode($0[...]) }
    }

    /// Decodes percent-encoded bytes, which need not be text.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            if bytes[place] == UInt8(ascii: "%") {
                // A sign after the percent would be parsed as part of the number.
                guard place + 2 < bytes.endIndex, bytes[place + 1] != UInt8(ascii: "+"),
                    let byte = UInt8(String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
                else { return nil }
                result.append(byte)
                place += 3
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return result
    }
}
