/// Measures the width of text on a terminal in columns, as the C function `wcwidth` does, and cuts or pads text to a
/// width.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + columns($1) } }

    /// Returns a text that has at most `width` columns. If the text is wider, replaces its end by `ellipsis`.
    package static func cut(_ text: String, to width: Int, ellipsis: String) -> String {
        guard of(text) > width else { return text }
        let room = width - of(ellipsis)
        if room <= 0 { return String(ellipsis.prefix(max(width, 0))) }
        var used = 0
        var end = text.startIndex
        // The text is cut only between whole characters, so that a combining mark is not separated from its letter.
        for index in text.indices {
            let columns = of(String(text[index]))
            if used + columns > room { break }
            used += columns
            end = text.index(after: index)
        }
        var kept = text[..<end]
        while kept.last == " " { kept.removeLast() }
        return kept + ellipsis
    }

    /// Returns a text with spaces added at the end to fill `width` columns.
    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - of(text)))
    }

    /// Returns a text in which sequences of emoji are replaced if different terminals draw them with different widths.
    ///
    /// Some terminals draw a sequence of emoji (a family, a skin tone, a flag) in two columns, others draw each part of
    /// the sequence. The text after the sequence would then be in columns that the program does not expect. Of such a
    /// sequence, only the first emoji stays. A flag becomes its two letters. Invisible characters, such as places for
    /// line breaks, are removed.
    package static func steady(_ text: String) -> String {
        if text.unicodeScalars.allSatisfy({ $0.value < 0x200B && $0.value != 0xAD }) { return text }
        var steady = ""
        for character in text {
            let scalars = character.unicodeScalars
            if scalars.count == 1, let only = scalars.first, invisible.contains(only) { continue }
            if scalars.allSatisfy({ flagLetters.contains($0.value) }) {
                for scalar in scalars {
                    steady.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - flagLetters.lowerBound + 0x41)))
                }
            } else if let first = scalars.first, isSequence(scalars) {
                steady.unicodeScalars.append(first)
            } else {
                steady.append(character)
            }
        }
        return steady
    }

    private static let joiner: Unicode.Scalar = "\u{200D}"
    /// Invisible characters: soft hyphen, zero width space, word joiner, byte order mark.
    private static let invisible: Set<Unicode.Scalar> = ["\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}"]
    /// The code points of the regional indicators; two of them form a flag.
    private static let flagLetters: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// Whether the scalars of a character are joined emoji, or one emoji with a modifier. The zero-width joiner also
    /// joins letters of Indian scripts. Such characters do not count.
    private static func isSequence(_ scalars: String.UnicodeScalarView) -> Bool {
        guard scalars.count > 1, let first = scalars.first else { return false }
        return scalars.contains { scalar in
            scalar == joiner
                ? first.properties.isEmoji
                : scalar.value == 0xFE0F || scalar.value == 0x20E3 || scalar.properties.isEmojiModifier
        }
    }

    /// Returns the number of columns that a Unicode scalar takes: 0 if it is invisible or joins the scalar before it,
    /// otherwise 1 or 2.
    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        // Some terminals draw an emoji followed by VS16 (U+FE0F) in two columns, others in one. VS16 counts as one
        // column, because a line that is too short is better than a line that is too long.
        if scalar.value == 0xFE0F { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        case _: break
        }
        // Vowels and final consonants of Hangul join the syllable before them and take no column.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return isWide(scalar.value) ? 2 : 1
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }

    /// The code points that take two columns: East Asian Width W and F (EastAsianWidth.txt of Unicode 15.0).
    ///
    /// Ranges that are separated only by unassigned code points are joined.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
        0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
        0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
        0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
        0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
        0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
        0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F1FF,
        0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
        0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
        0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
        0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
        0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
        0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}
