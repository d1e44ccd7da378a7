/// A URL, or a relative reference that is resolved against a base URL (RFC 3986 §5). Accepts any text without
/// validation.
package struct URLReference: Hashable, Sendable {
    package var scheme: String?
    /// User information, host and port (RFC 3986 §3.2).
    package var authority: String?
    package var path: String
    package var query: String?
    package var fragment: String?

    /// Splits a reference into its parts (RFC 3986 appendix B). A scheme has at least two characters, so `C:\Music` has
    /// no scheme.
    package init(_ text: String) {
        var rest = text.utf8[...]
        func part(until stops: String) -> String {
            let part = rest.prefix { byte in !stops.utf8.contains(byte) }
            rest = rest[part.endIndex...]
            return String(Substring(part))
        }
        if let length = Self.schemeLength(text) {
            scheme = String(Substring(rest.prefix(length)))
            rest = rest.dropFirst(length + 1)
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            authority = part(until: "/?#")
        }
        path = part(until: "?#")
        if rest.first == UInt8(ascii: "?") {
            rest = rest.dropFirst()
            query = part(until: "#")
        }
        if rest.first == UInt8(ascii: "#") { fragment = String(Substring(rest.dropFirst())) }
    }

    /// The authority without the user information (RFC 3986 §3.2); nil if there is no authority.
    package var hostAndPort: Substring? {
        authority?.split(separator: "@", omittingEmptySubsequences: false).last
    }

    /// The reference as text, composed of its parts (RFC 3986 §5.3).
    package var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Returns the address that `reference` stands for if it occurs in the document at `base` (RFC 3986 §5.2.2).
    ///
    /// A base without a scheme, such as a file path, gives a result without a scheme.
    package static func resolve(_ reference: String, base: String) -> String {
        var target = URLReference(reference)
        guard target.scheme == nil else {
            target.path = removeDotSegments(target.path)
            return target.text
        }
        let base = URLReference(base)
        target.scheme = base.scheme
        if target.authority != nil {
            target.path = removeDotSegments(target.path)
            return target.text
        }
        target.authority = base.authority
        if target.path.isEmpty {
            target.path = base.path
            target.query = target.query ?? base.query
        } else if target.path.utf8.first == UInt8(ascii: "/") {
            target.path = removeDotSegments(target.path)
        } else {
            target.path = removeDotSegments(merge(target.path, onto: base))
        }
        return target.text
    }

    /// Returns an address in which the bytes that no request may contain are percent-encoded, except in the authority.
    ///
    /// These are white space, control characters, and the UTF-8 bytes of characters beyond ASCII (RFC 3987 §3.1). A `%`
    /// stays as it is.
    package static func escape(_ text: String) -> String {
        escape(text) { $0 <= 0x20 || $0 >= 0x7F }
    }

    /// Returns an address in which the bytes that `mustEscape` selects are percent-encoded, except in the authority.
    package static func escape(_ text: String, where mustEscape: (UInt8) -> Bool) -> String {
        let parts = URLReference(text)
        let head = (parts.scheme.map { $0 + ":" } ?? "") + (parts.authority.map { "//" + $0 } ?? "")
        var escaped = Array(head.utf8)
        for byte in text.utf8.dropFirst(head.utf8.count) {
            if mustEscape(byte) {
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += ("%" + (digits.utf8.count < 2 ? "0" : "") + digits).utf8
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    // MARK: RFC 3986

    /// Returns the length in bytes of the scheme with which the text begins (§3.1); nil if it has no scheme.
    private static func schemeLength(_ text: String) -> Int? {
        var length = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if length == 0 { return nil }
            case UInt8(ascii: ":"): return length > 1 ? length : nil
            case _: return nil
            }
            length += 1
        }
        return nil
    }

    /// Merges a relative path with the base's path (§5.2.3).
    private static func merge(_ path: String, onto base: URLReference) -> String {
        if base.authority != nil && base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(base.path[...slash]) + path
    }

    /// Returns the path with its `.` and `..` segments resolved (§5.2.4), in one pass over the path.
    private static func removeDotSegments(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        let slash = UInt8(ascii: "/")
        let isAbsolute = path.utf8.first == slash
        var kept: [Substring] = []
        let segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false).map(Substring.init)
        for (index, segment) in segments.enumerated().dropFirst(isAbsolute ? 1 : 0) {
            let isLast = index == segments.count - 1
            switch segment {
            case ".":
                if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            case _: kept.append(segment)
            }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}

extension URLReference {
    /// Percent-encodes all bytes that are not unreserved (RFC 3986 §2.3).
    package static func percentEncoded(_ text: some StringProtocol) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Decodes percent-encoding (RFC 3986 §2.1) and reads the result as UTF-8. Leaves a `%` unchanged if two
    /// hexadecimal digits do not follow.
    package static func percentDecoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = escapedByte(rest) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes percent-encoding. The decoded bytes need not be valid text. Returns nil if a `%` is not followed by two
    /// hexadecimal digits.
    package static func percentDecoded(bytes: some Collection<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let value = escapedByte(rest) else { return nil }
            decoded.append(value)
            rest = rest.dropFirst(2)
        }
        return decoded
    }

    /// Returns the byte that the two characters after a `%` stand for; nil if they are not hexadecimal digits.
    private static func escapedByte(_ rest: ArraySlice<UInt8>) -> UInt8? {
        rest.count < 2 ? nil : Ascii.hexadecimal(rest.prefix(2)).map { UInt8($0) }
    }
}
