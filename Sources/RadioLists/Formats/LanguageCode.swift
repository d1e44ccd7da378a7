/// Converts the languages in station lists to ISO 639 codes.
package enum LanguageCode {
    /// Returns the code of the first language in the text, which may contain codes or English names. If the language is
    /// unknown, returns the text. Codes are ISO 639-1, except `yue` for Cantonese (ISO 639-3).
    package static func reading(_ text: String) -> String {
        let first = text.split { $0 == ";" || $0 == "," }.first.map(String.init) ?? ""
        let name = first.lowercased().filter { $0 != " " }
        if name.utf8.count == 2, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return name }
        return codes[name] ?? text
    }

    /// Returns the English name of a code's language in small letters; nil if the code is unknown.
    package static func name(_ code: String) -> String? { names[code.lowercased()] }

    /// English names by code. If a language has two names in `codes`, the alphabetically first name is used.
    private static let names = Dictionary(codes.map { ($1, $0) }, uniquingKeysWith: min)

    /// Codes by English name, for languages with more than a few hundred stations in radio-browser's directory, and
    /// related languages.
    private static let codes: [String: String] = [
        "afrikaans": "af", "albanian": "sq", "arabic": "ar", "armenian": "hy", "azerbaijani": "az", "basque": "eu",
        "belarusian": "be", "bengali": "bn", "bosnian": "bs", "breton": "br", "bulgarian": "bg", "cantonese": "yue",
        "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl",
        "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr", "galician": "gl",
        "georgian": "ka", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "hungarian": "hu",
        "icelandic": "is", "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "kazakh": "kk",
        "korean": "ko", "kurdish": "ku", "latvian": "lv", "lithuanian": "lt", "luxembourgish": "lb",
        "macedonian": "mk", "malay": "ms", "malayalam": "ml", "maltese": "mt", "mandarin": "zh", "mongolian": "mn",
        "nepali": "ne", "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "punjabi": "pa",
        "romanian": "ro", "russian": "ru", "serbian": "sr", "sinhala": "si", "slovak": "sk", "slovenian": "sl",
        "somali": "so", "spanish": "es", "swahili": "sw", "swedish": "sv", "tagalog": "tl", "tamil": "ta",
        "tatar": "tt", "telugu": "te", "thai": "th", "tibetan": "bo", "turkish": "tr", "ukrainian": "uk",
        "urdu": "ur", "uzbek": "uz", "vietnamese": "vi", "welsh": "cy",
    ]
}
