import RadioJSON

/// Texts that somebody read in a wrong charset and encoded again before they were sent.
enum DoubleEncoding {
    /// Twice misread texts occur: a converter on each of two servers.
    private static let maximumRounds = 3
    /// Costs by which the repaired text must be better: four nats.
    private static let lead = 4 * LanguageModel.nat

    /// UTF-8 that was read as windows-1252, Latin-1 or windows-1251: `Ð¡Ð¸Ð½`, `РЎРёРЅ` → `Син`. Nil where the text is none.
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

    /// What the text costs in the language that it suits best.
    private static func cost(of text: String) -> Int {
        LanguageModel.least(LetterCodes.codes(of: text), LanguageModel.all)
    }

    /// A no-break space, the second byte of `à` and `Р`, is often made a plain one on the way.
    private static func utf8(_ bytes: [UInt8]) -> String? {
        guard hasSequence(bytes) else { return nil }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var mended: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == 0x20, mended.last == 0xD0 {
                mended.append(0xA0)
            } else if byte == 0x20, mended.last == 0xC3 {
                // Words end with `à`, and two blanks had become one; none begins with it but `à` itself.
                mended += next == 0x20 ? [0xA0] : [0xA0, 0x20]
            } else {
                mended.append(byte)
            }
        }
        return String(validating: mended, as: UTF8.self)
    }

    /// Whether a lead byte and one that continues it stand somewhere: a quick no for most texts.
    private static func hasSequence(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 >= 0xC2 && $0 <= 0xF4 && (0x80...0xBF).contains($1) }
    }

    /// The bytes that read as Latin-1 or windows-1252 give the text. Nil where they cannot, and for ASCII.
    static func misreadBytes(of text: String) -> [UInt8]? {
        // Beyond U+02DC only typographic signs are in windows-1252; no other script begins a sequence E0 to F4 but E2.
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

    /// The same for windows-1251, where a quarter of all letters at least are lead bytes: `Р` and `С` of Cyrillic, `Г` and `В` of Latin.
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

    /// Letters beyond ASCII side by side, or a sign inside a word: right texts of Latin letters have few of them.
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
