/// Small, dense numbers for characters, which the language models use as indices.
enum LetterCodes {
    /// The code of every ASCII character that is not a letter. Such a character ends a word.
    static let boundary: UInt16 = 0
    /// The code of quotes, dashes and similar signs, which every language uses.
    static let typographic: UInt16 = 1
    /// The code of characters beyond ASCII that no word contains, such as `¿`, `³`, boxes and currency signs.
    static let symbol: UInt16 = 2
    /// The code of letters that none of the modelled languages has.
    static let foreign: UInt16 = 3
    /// The single code of all kana, ideographs, Hangul and emoji, because there are thousands of them.
    static let wide: UInt16 = 4
    static let firstLetter: UInt16 = 5
    /// The bit that is set in the codes of capital letters.
    static let capital: UInt16 = 0x8000
    /// The code of a byte for which a charset's table has no character.
    static let undefined: UInt16 = 0x7FFF

    /// The number of entries in ``codes``: one for each character below U+2200.
    private static let limit = 0x2200

    /// Returns true for a character beyond ASCII. The ASCII letters are not such characters: `a` to `z` have the 26
    /// codes from ``firstLetter`` on.
    static func isHigh(_ code: UInt16) -> Bool {
        let plain = code & ~capital
        return plain >= firstLetter + 26 || (plain != boundary && plain < firstLetter)
    }

    static func code(of scalar: UInt32) -> UInt16 {
        scalar < limit ? codes[Int(scalar)] : typographicSigns.contains(scalar) ? typographic : wide
    }

    static func codes(of text: String) -> [UInt16] { text.unicodeScalars.map { code(of: $0.value) } }

    /// The letters of all modelled languages in lower case, in the order of their codes from ``firstLetter`` on.
    static let letters: [Unicode.Scalar] = {
        var letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Unicode.Scalar($0) }
        var known = Set(letters)
        for sample in LanguageSamples.all {
            for scalar in (sample.text + sample.letters).unicodeScalars where isLetter(scalar) {
                let folded = folded(scalar)
                if folded.value >= 0x80, known.insert(folded).inserted { letters.append(folded) }
            }
        }
        return letters
    }()

    /// Returns true for letters and nonspacing marks. Marks count as letters because Thai words contain vowels and
    /// tones as marks.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }

    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }

    private static let typographicSigns: Set<UInt32> = [
        0xA0, 0xAB, 0xBB, 0xB4, 0xB7, 0xAE, 0xA9, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E,
        0x2022,
        0x2026, 0x2039, 0x203A, 0x2122, 0xFFFD,
    ]

    private static let codes: [UInt16] = {
        var codes = [UInt16](repeating: symbol, count: limit)
        let places = Dictionary(
            uniqueKeysWithValues: letters.enumerated().map { ($1, firstLetter + UInt16($0)) })
        for value in 0..<UInt32(limit) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if typographicSigns.contains(value) {
                codes[Int(value)] = typographic
            } else if isLetter(scalar), ![0xAA, 0xB5, 0xBA].contains(value) {
                let code = places[folded(scalar)] ?? foreign
                codes[Int(value)] = scalar.properties.isUppercase ? code | capital : code
            } else if value < 0x80 {
                codes[Int(value)] = boundary
            }
        }
        return codes
    }()
}
