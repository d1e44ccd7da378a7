import RadioFormats

/// Removes the escapes of titles that were escaped for an address (`%20`) or for a program (`\'`).
enum EscapedTitle {
    /// Maximum length in bytes. Longer texts are returned unchanged.
    private static let maximumLength = 4096

    /// Returns the text without its escapes, as for `Inkubus%20Sukkubus%20%2d%20Maude` or `He Can\'t`.
    ///
    /// Any other text is returned unchanged.
    static func plain(_ text: String) -> String {
        guard text.utf8.count <= maximumLength else { return text }
        let isAddressLike = text.utf8.contains(UInt8(ascii: "%")) && !text.utf8.contains(0x20)
        let unescaped = isAddressLike && text.contains("%20") ? percentDecoded(text) ?? text : text
        guard unescaped.utf8.contains(UInt8(ascii: "\\")) else { return unescaped }
        // A text with `{` or `=` may be JSON or attributes, whose readers decode the escapes.
        if unescaped.utf8.contains(UInt8(ascii: "{")) || unescaped.utf8.contains(UInt8(ascii: "=")) { return unescaped }
        return unescaped.replacing("\\'", with: "'").replacing("\\\"", with: "\"")
    }

    /// Decodes percent escapes (RFC 3986 §2.1). Returns nil if the result is not UTF-8, or if the text is an address.
    static func percentDecoded(_ text: String) -> String? {
        // An address keeps its escapes.
        guard !text.contains("://"), let bytes = URLReference.percentDecoded(bytes: text.utf8) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
