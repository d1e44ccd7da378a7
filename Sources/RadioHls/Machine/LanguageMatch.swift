/// Compares language codes in the forms of RFC 5646 and ISO 639-2: `en`, `en-GB`, `eng`.
enum LanguageMatch {
    /// The two-letter codes (ISO 639-1) by three-letter code (ISO 639-2, both the terminological and bibliographic
    /// codes).
    private static let short: [String: String] = [
        "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "por": "pt",
        "nld": "nl", "dut": "nl", "swe": "sv", "nor": "no", "nob": "nb", "nno": "nn", "dan": "da", "fin": "fi",
        "isl": "is", "ice": "is", "fao": "fo", "pol": "pl", "ces": "cs", "cze": "cs", "slk": "sk", "slo": "sk",
        "slv": "sl", "hrv": "hr", "srp": "sr", "bos": "bs", "mkd": "mk", "mac": "mk", "bul": "bg", "rus": "ru",
        "ukr": "uk", "bel": "be", "lit": "lt", "lav": "lv", "est": "et", "hun": "hu", "ron": "ro", "rum": "ro",
        "ell": "el", "gre": "el", "tur": "tr", "sqi": "sq", "alb": "sq", "eus": "eu", "baq": "eu", "cat": "ca",
        "glg": "gl", "gle": "ga", "gla": "gd", "cym": "cy", "wel": "cy", "ara": "ar", "heb": "he", "fas": "fa",
        "per": "fa", "hin": "hi", "ben": "bn", "tam": "ta", "urd": "ur", "zho": "zh", "chi": "zh", "jpn": "ja",
        "kor": "ko", "tha": "th", "vie": "vi", "ind": "id", "msa": "ms", "may": "ms", "swa": "sw", "afr": "af",
        "roh": "rm", "ltz": "lb", "sme": "se", "hye": "hy", "arm": "hy", "kat": "ka", "geo": "ka", "kaz": "kk",
    ]

    private static func parts(_ language: String) -> [String] {
        var parts = language.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        if let first = parts.first { parts[0] = short[first] ?? first }
        return parts
    }

    /// Returns how well a language matches the wanted language: 2 if all parts of the wanted code match (such as `en`
    /// and `GB`), 1 if only the first part matches (`en`), 0 if the first part differs.
    static func degree(of language: String?, wanted: String) -> Int {
        let (offered, wanted) = (parts(language ?? ""), parts(wanted))
        guard let first = offered.first, first == wanted.first else { return 0 }
        return offered.starts(with: wanted) ? 2 : 1
    }
}
