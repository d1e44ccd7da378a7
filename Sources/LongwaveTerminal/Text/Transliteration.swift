/// Converts text to ASCII, for terminals that show only ASCII.
package enum Transliteration {
    /// Returns a text in ASCII: letters without their marks, plain quotes and dashes, and `?` for all other characters.
    package static func ascii(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let plain = table[scalar] {
                result += plain
            } else if !isMark(scalar) {
                result += "?"
            }
        }
        return result
    }

    /// Returns true for a combining mark or joiner. Such a scalar is dropped, because the letter before it is already
    /// converted.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        case _: false
        }
    }

    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for (plain, letters) in rows {
            for scalar in letters.unicodeScalars { table[scalar] = plain }
        }
        return table
    }()

    // German umlauts lose their dots like other letters with marks, because the language of a title is not known.
    private static let rows: [(String, String)] = [
        ("A", "ÀÁÂÃÄÅĀĂĄ"), ("a", "àáâãäåāăąª"), ("AE", "Æ"), ("ae", "æ"), ("C", "ÇĆĈĊČ"), ("c", "çćĉċč"),
        ("D", "ÐĎĐ"), ("d", "ðďđ"), ("E", "ÈÉÊËĒĔĖĘĚ"), ("e", "èéêëēĕėęě"), ("G", "ĜĞĠĢ"), ("g", "ĝğġģ"),
        ("H", "ĤĦ"), ("h", "ĥħ"), ("I", "ÌÍÎÏĨĪĬĮİ"), ("i", "ìíîïĩīĭįı"), ("J", "Ĵ"), ("j", "ĵ"), ("K", "Ķ"),
        ("k", "ķĸ"), ("L", "ĹĻĽĿŁ"), ("l", "ĺļľŀł"), ("N", "ÑŃŅŇŊ"), ("n", "ñńņňŉŋ"), ("O", "ÒÓÔÕÖØŌŎŐ"),
        ("o", "òóôõöøōŏőº"), ("OE", "Œ"), ("oe", "œ"), ("R", "ŔŖŘ"), ("r", "ŕŗř"), ("S", "ŚŜŞŠȘ"), ("s", "śŝşšșſ"),
        ("ss", "ß"), ("T", "ŢŤŦȚ"), ("t", "ţťŧț"), ("Th", "Þ"), ("th", "þ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"),
        ("u", "ùúûüũūŭůűų"), ("W", "Ŵ"), ("w", "ŵ"), ("Y", "ÝŶŸ"), ("y", "ýÿŷ"), ("Z", "ŹŻŽ"), ("z", "źżž"),
        ("'", "‘’‚‛′´"), ("\"", "“”„‟″«»"), ("<", "‹"), (">", "›"), ("-", "‐‑‒–—―−"), ("...", "…"), ("*", "•·"),
        (" ", "\u{A0}\u{2002}\u{2003}\u{2009}"), ("!", "¡"), ("?", "¿"), ("x", "×"), ("1/2", "½"), ("1/4", "¼"),
        ("3/4", "¾"), ("(c)", "©"), ("(r)", "®"), ("TM", "™"), ("EUR", "€"), ("1", "¹"), ("2", "²"), ("3", "³"),
    ]
}
