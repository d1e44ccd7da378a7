/// A charset that a station's titles may be in.
struct CharsetCandidate: Sendable {
    let charset: Charset
    /// The cost of the charset before any title is read, in the unit of ``LanguageModel``. The rarer the charset is
    /// among radio stations, the higher the cost.
    let prior: Int
    /// For each of the 256 bytes, the code (``LetterCodes``) of its character. Empty for charsets with several bytes
    /// per character.
    private let codes: [UInt16]
    /// The languages whose letters the charset has.
    private let models: [LanguageModel]
    /// True if the charset's letters beyond ASCII are Latin.
    let isLatin: Bool

    /// All candidates. The first candidate, windows-1252, is assumed while a station's titles do not show another
    /// charset.
    static let all: [CharsetCandidate] = rows.compactMap { CharsetCandidate($0.0, $0.1) }

    private static let rows: [(String, Double)] = [
        ("windows-1252", 0), ("windows-1251", 0.5), ("windows-1250", 1.5), ("ISO-8859-2", 2), ("windows-1254", 2),
        ("windows-1253", 1.5), ("ISO-8859-7", 2.5), ("windows-1257", 2.5), ("windows-1255", 2), ("windows-1256", 2),
        ("windows-874", 2.5), ("KOI8-R", 2), ("KOI8-U", 3), ("ISO-8859-5", 4), ("IBM866", 3.5), ("x-mac-cyrillic", 6),
        ("ISO-8859-15", 3), ("ISO-8859-16", 5), ("IBM850", 5), ("IBM852", 6), ("macintosh", 6), ("ISO-8859-6", 4),
        ("ISO-8859-13", 5), ("GB18030", 2.5), ("Big5", 3), ("EUC-KR", 2.5), ("Shift_JIS", 2.5), ("EUC-JP", 3),
    ]

    /// Creates a candidate with a prior cost of `nats` nats. Returns nil if the name is unknown or glibc lacks the
    /// charset.
    private init?(_ name: String, _ nats: Double) {
        guard let charset = Charset(name) else { return nil }
        self.charset = charset
        prior = Int(nats * Double(LanguageModel.nat))
        guard charset.form != .multiByte else {
            (codes, models, isLatin) = ([], [], false)
            return
        }
        guard let table = CharsetTable.of(charset) else { return nil }
        codes = table.units.map {
            $0 == CharsetTable.undefined ? LetterCodes.undefined : LetterCodes.code(of: UInt32($0))
        }
        let letters = Set(codes.map { $0 & ~LetterCodes.capital })
        models = LanguageModel.all.filter { $0.isWritten(with: letters) }
        isLatin = models.allSatisfy(\.isLatin)
    }

    /// Returns the cost of a title in this charset, or nil if the bytes are not valid in it. The less likely the
    /// resulting text, the higher the cost.
    /// - Parameter isAnyLanguage: True to include languages whose letters the charset lacks.
    func cost(of bytes: [UInt8], isAnyLanguage: Bool = false) -> Int? {
        guard !codes.isEmpty else { return WideLetters.cost(of: bytes, in: charset) }
        var text: [UInt16] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            let code = codes[Int(byte)]
            if code == LetterCodes.undefined { return nil }
            text.append(code)
        }
        return LanguageModel.least(text, isAnyLanguage ? LanguageModel.all : models)
    }
}
