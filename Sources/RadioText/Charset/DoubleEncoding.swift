import RadioJSON

/// Restores texts that a program read in a wrong charset and encoded as UTF-8 again before they were sent.
enum DoubleEncoding {
    /// Maximum number of misreadings that are undone. A text is misread twice if two servers each convert it.
    private static let maximumRounds = 3
    /// The amount by which the cost of a restored text must be below that of the text that arrived: four nats, in the
    /// unit of ``LanguageModel``.
    private static let lead = 4 * LanguageModel.nat

    /// Returns the original of a text in UTF-8 that was read as windows-1252, Latin-1 or windows-1251, such as `Син`
    /// for `Ð¡Ð¸Ð½` or `РЎРёРЅ`.
    ///
    /// Returns nil for any other text.
    static func repaired(_ text: String) -> String? {
        var best: String?
        for _ in 0..<maximumRounds {
            guard let next = onceRepaired(best ?? text) else { break }
            best = next
        }
        return best
    }

    private static func onceRepaired(_ text: String) -> String? {
        for bytes in [misreadBytes(of: text), misreadAsCyrillicBytes(of: text)] {
            guard let bytes, let meant = utf8(bytes), meant != text else { continue }
            let isBetter = cost(of: meant) + lead < cost(of: text)
            if isBetter { return meant }
        }
        return nil
    }

    /// Returns the cost of the text in the language in which it is most likely.
    private static func cost(of text: String) -> Int {
        LanguageModel.least(LetterCodes.codes(of: text), LanguageModel.all)
    }

    /// Returns the bytes as UTF-8, or nil if they are not UTF-8.
    ///
    /// In the wrong charset, the second UTF-8 byte of `à` and of the Cyrillic `Р` is a no-break space. Some program has
    /// often replaced this space by a plain space. This function then restores the byte 0xA0.
    private static func utf8(_ bytes: [UInt8]) -> String? {
        guard hasSequence(bytes) else { return nil }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var mended: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == 0x20, mended.last == 0xD0 {
                mended.append(0xA0)
            } else if byte == 0x20, mended.last == 0xC3 {
                // If no second space follows, the no-break space of `à` and the space after the word have become one
                // space, so both are restored. `à` ends its word, because no word begins with `à` except `à` itself.
                mended += next == 0x20 ? [0xA0] : [0xA0, 0x20]
            } else {
                mended.append(byte)
            }
        }
        return String(validating: mended, as: UTF8.self)
    }

    /// Returns true if a lead byte of UTF-8 is followed by a continuation byte. A quick test that is false for most
    /// texts.
    private static func hasSequence(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 >= 0xC2 && $0 <= 0xF4 && (0x80...0xBF).contains($1) }
    }

    /// Returns the bytes that give the text when read as Latin-1 or windows-1252.
    ///
    /// Returns nil for ASCII, and if no such bytes exist.
    static func misreadBytes(of text: String) -> [UInt8]? {
        // No character of windows-1252 has a UTF-8 lead byte above 0xE2, which begins its typographic signs.
        guard !text.utf8.contains(where: { $0 > 0xE2 }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var isASCII = true
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 {
                bytes.append(UInt8(scalar.value))
                continue
            }
            isASCII = false
            guard let byte = Windows1252.byte(of: scalar) else { return nil }
            bytes.append(byte)
        }
        return isASCII ? nil : bytes
    }

    /// Returns the bytes that give the text when read as windows-1251, or nil.
    ///
    /// At least a quarter of the characters beyond ASCII in such a text stand for lead bytes of UTF-8: `Р` and `С` for
    /// Cyrillic, `Г` and `В` for Latin.
    private static func misreadAsCyrillicBytes(of text: String) -> [UInt8]? {
        var high = 0
        var leads = 0
        for scalar in text.unicodeScalars where scalar.value >= 0x80 {
            high += 1
            if scalar == "Р" || scalar == "С" || scalar == "Г" || scalar == "В" { leads += 1 }
        }
        guard high >= 4, leads * 4 >= high, let windows1251 = Charset("windows-1251") else { return nil }
        return CharsetTable.of(windows1251)?.encode(text, passing: 0x80...0xA0)
    }

    /// Returns true if two characters beyond ASCII follow each other, or if a sign such as `¿` stands inside a word.
    /// Correct texts in Latin letters rarely contain either.
    static func isSuspicious(_ bytes: [UInt8]) -> Bool {
        for (index, byte) in bytes.enumerated().dropFirst() where byte >= 0xA1 {
            let before = bytes[index - 1]
            if before >= 0xA1 { return true }
            let isSign = byte < 0xC0 || byte == 0xD7 || byte == 0xF7
            if isSign, (before | 0x20 >= 0x61 && before | 0x20 <= 0x7A), index + 1 < bytes.count,
                (0x61...0x7A).contains(bytes[index + 1])
            {
                return true
            }
        }
        return false
    }
}
