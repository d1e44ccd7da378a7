import Glibc
import RadioFormats
import RadioText

/// Rules for addresses: which can be played as stations, and which can be fetched as pages and pictures.
enum StationAddress {
    static let maximumLength = 8192

    /// Why an address cannot be played.
    struct Refusal: Error { var text: String }

    /// Returns the address in the form for a request: without control characters, and percent-encoded where needed. If
    /// the address cannot be played, returns the reason.
    static func check(_ text: String) -> Result<String, Refusal> {
        if isPlainWeb(text) { return .success(text) }
        guard text.utf8.count <= maximumLength else {
            return .failure(Refusal(text: "an address has more than \(maximumLength) bytes"))
        }
        let clean = PlainText.clean(text)
        let shown = String(clean.prefix(80))
        let reference = URLReference(clean)
        switch reference.scheme?.lowercased() {
        case "http", "https":
            guard isWeb(clean) else { return .failure(Refusal(text: "the address has no host: \(shown)")) }
        case "file":
            guard reference.path.count > 1 else {
                return .failure(Refusal(text: "the address names no file: \(shown)"))
            }
        case let scheme?:
            return .failure(Refusal(text: "addresses with \(scheme): cannot be played: \(shown)"))
        case nil:
            return .failure(Refusal(text: "this is not an http:, https: or file: address: \(shown)"))
        }
        return .success(URLReference.escape(clean))
    }

    /// Returns whether a text is an `http:` or `https:` address with a host.
    static func isWeb(_ url: String) -> Bool {
        if isPlainWeb(url) { return true }
        let reference = URLReference(url)
        guard let scheme = reference.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return false }
        let host = reference.hostAndPort ?? ""
        return !host.isEmpty && !host.hasPrefix(":") && !host.contains(" ")
    }

    /// Returns a page's or picture's address without control characters; nil if the text is not an HTTP or HTTPS
    /// address.
    static func page(_ text: String) -> String? {
        if isPlainWeb(text) { return text }
        let clean = PlainText.clean(text)
        return isWeb(clean) ? clean : nil
    }

    /// Quickly returns true for most valid `http:` and `https:` addresses: ASCII without spaces and `@`, with a scheme
    /// in small letters and a host. If the result is false, the address must be parsed.
    private static func isPlainWeb(_ url: String) -> Bool {
        url.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.count > 8, bytes.count <= PlainText.maximumScalars, bytes[0] == UInt8(ascii: "h"),
                bytes[1] == UInt8(ascii: "t"), bytes[2] == UInt8(ascii: "t"), bytes[3] == UInt8(ascii: "p")
            else { return false }
            let colon = bytes[4] == UInt8(ascii: "s") ? 5 : 4
            let host = colon + 3
            guard bytes[colon] == UInt8(ascii: ":"), bytes[colon + 1] == UInt8(ascii: "/"),
                bytes[colon + 2] == UInt8(ascii: "/"), host < bytes.count
            else { return false }
            switch bytes[host] {
            // The address has no host, or a port without a host.
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"): return false
            case _: break
            }
            var isPlain = true
            for byte in bytes[host...] where byte <= 0x20 || byte >= 0x7F { isPlain = false }
            // An @ may end a user name and password before the host. Such an address must be parsed.
            return isPlain && memchr(bytes.baseAddress! + host, 0x40, bytes.count - host) == nil
        } ?? false
    }
}
