import RadioFormats

/// Recognises markers that ad insertion writes in place of a title: `START_AD_BREAK_6000`, `STOP ADBREAK 1`, `TIBREAK`,
/// `ADWTAG_60000`.
///
/// All markers count as advertisements, also those at the end of a break: another break may begin at once, and the name
/// of the next track is not known yet.
///
/// A marker has capitals or underscores, and at least one of its words is clearly about advertisements. "AD LIB",
/// "ADVERTISING SPACE" and "Stop!" are songs.
enum TitleMarker {
    /// Maximum length of a marker in bytes.
    private static let maximumLength = 100

    /// Returns an advertisement, or nil if the text is not a marker.
    static func track(_ text: String) -> TrackInfo? {
        guard isMarker(text) else { return nil }
        // A text such as "AD BREAK" is not handled here: ``TitleKind`` recognises it as an advertisement, and it stays
        // as the title.
        let isWord = !text.utf8.contains(UInt8(ascii: "_")) && TitleKind.kind(of: text) != nil
        return isWord ? nil : TrackInfo(kind: .advertisement, text: text, duration: duration(in: text))
    }

    /// Returns true if the whole text is a marker.
    static func isMarker(_ text: String) -> Bool {
        guard text.utf8.count <= maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let isCapital = isCapital(text)
        let hasDash = text.count(ofASCII: " - ") > 0
        let hasUnderscore = text.utf8.contains(UInt8(ascii: "_")) && !hasDash
        // A marker is in capitals, or has an underscore, or has no ` - `. Most songs have a ` - ` and are not in
        // capitals.
        guard isCapital || hasUnderscore || !hasDash else { return false }
        let words = words(text)
        let isAlone = words.allSatisfy { names.contains($0) || advertisements.contains($0) || places.contains($0) }
        if words.contains(where: { names.contains($0) }) { return isAlone || hasUnderscore }
        guard words.contains(where: { places.contains($0) }) else { return false }
        if hasUnderscore {
            return words.contains { advertisements.contains($0) || $0 == "BREAK" && words.count > 1 && isAlone }
        }
        return isCapital && isAlone && words.contains { advertisements.contains($0) }
    }

    /// Returns true if one of the parts of a text with ` - ` is a marker, as in `ADWTAG_122000 - THIS STATION WILL
    /// CONTINUE …`.
    ///
    /// A marker of common words such as "AD BREAK" may be a song's artist or title, so it does not count.
    static func isMarker(half text: String) -> Bool {
        isMarker(text) && (text.utf8.contains(UInt8(ascii: "_")) || words(text).contains { names.contains($0) })
    }

    static func isCapital(_ text: String) -> Bool { text.utf8.allSatisfy { !(0x61...0x7A).contains($0) } }

    /// Returns the words in capitals, without numbers: `ADBREAK_120000 2` gives `ADBREAK`.
    private static func words(_ text: String) -> [String] {
        text.uppercased().split { !("A"..."Z").contains($0) }.map(String.init)
    }

    /// Returns the duration that a marker states.
    ///
    /// `_6000` is in milliseconds, `_30` in seconds, and `_LENGTH=00:00:29.960` is a time. A number below 10 is the
    /// number of the break, and no duration.
    private static func duration(in text: String) -> Duration? {
        let value = text.drop { !("0"..."9").contains($0) }.prefix {
            ("0"..."9").contains($0) || $0 == ":" || $0 == "."
        }
        if value.contains(":") { return TitleDuration.read(String(value)) }
        guard let number = Double(value), number >= 10 else { return nil }
        return TitleDuration.milliseconds(number < 1000 ? number * 1000 : number)
    }

    /// Words that only markers contain.
    private static let names: Set = [
        "ADBREAK", "ADBREAKS", "TIBREAK", "SPOTBLOCK", "SPOTBREAK", "STOPSET", "ADINSERT", "ADINSERTION", "ADTRIGGER",
        "ADTAG",
        "ADWTAG", "ADMARKER", "ADPOD", "ADCUE", "ADSTART", "ADSTOP", "ADEND", "ADBEGIN", "PREROLL", "MIDROLL",
        "ADSWIZZ",
    ]
    private static let advertisements: Set = [
        "AD", "ADS", "ADVERT", "ADVERTS", "ADVERTISEMENT", "ADVERTISEMENTS", "ADVERTISING", "COMMERCIAL", "COMMERCIALS",
        "SPOT", "SPOTS",
    ]
    /// Words that, together with a word for advertisements, form a marker.
    private static let places: Set = [
        "START", "STOP", "END", "BEGIN", "BREAK", "BREAKS", "BLOCK", "INSERT", "INSERTION", "TRIGGER", "TAG", "MARKER",
        "POD",
        "CUE", "LENGTH", "DURATION", "AIS", "MS", "SEC", "S",
    ]
}
