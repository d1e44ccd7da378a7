import RadioJSON

/// Decodes the character references that some automation programs put into titles (HTML Living Standard §13.5).
package enum HTMLEntities {
    /// The length of the longest reference, with `&` and `;`.
    static let maximumLength = 12

    /// Decodes numeric references and the named references that titles use.
    ///
    /// The text is decoded once: `&amp;amp;` becomes `&amp;`. Anything that is not a reference to a character stays
    /// unchanged.
    package static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "&", let (decoded, length) = reference(at: rest) {
                result.append(decoded)
                rest = rest.dropFirst(length)
            } else {
                result.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// Returns the character of the reference at the beginning of the text, and the reference's length in scalars.
    private static func reference(at text: Substring.UnicodeScalarView) -> (Unicode.Scalar, Int)? {
        let head = text.prefix(maximumLength)
        guard let end = head.firstIndex(of: ";"), !head[head.startIndex..<end].contains(" ") else {
            return openNumber(head)
        }
        let name = String(head[head.startIndex..<end].dropFirst())
        let length = head.distance(from: head.startIndex, to: end) + 1
        return scalar(named: name).map { ($0, length) }
    }

    /// Reads a numeric reference whose semicolon is missing, as in `odcie&#324 bluesa` (HTML Living Standard
    /// §13.2.5.80).
    private static func openNumber(_ head: Substring.UnicodeScalarView) -> (Unicode.Scalar, Int)? {
        let text = head.dropFirst()
        guard text.first == "#" else { return nil }
        let digits = text.dropFirst().prefix { ("0"..."9").contains($0) }
        guard (2...6).contains(digits.count) else { return nil }
        return scalar(named: "#" + String(String.UnicodeScalarView(digits))).map { ($0, digits.count + 2) }
    }

    /// Returns the character that a reference names.
    private static func scalar(named name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return names[name] }
        let digits = name.dropFirst()
        // `UInt32.init` would accept a sign.
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        let value =
            first == "x" || first == "X"
            ? (digits.dropFirst().first?.isHexDigit == true ? UInt32(digits.dropFirst(), radix: 16) : nil)
            : UInt32(digits)
        guard let value, value != 0 else { return nil }
        // Pages written in windows-1252 use that charset's numbers: &#146; is an apostrophe.
        if (0x80...0x9F).contains(value) { return Windows1252.scalar(of: UInt8(value)) }
        return Unicode.Scalar(value)
    }

    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "ndash": "–",
            "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
            "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "deg": "°", "acute": "´",
            "iexcl": "¡", "iquest": "¿", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ",
        ]
        for (index, name) in latin1Letters.enumerated() { names[name] = Unicode.Scalar(UInt8(0xC0 + index)) }
        return names
    }()

    /// The reference names of the characters U+00C0 to U+00FF, in order.
    private static let latin1Letters = [
        "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil",
        "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml",
        "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times",
        "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig",
        "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
        "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml",
        "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml", "divide",
        "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
    ]
}
