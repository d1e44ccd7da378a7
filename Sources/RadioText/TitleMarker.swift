import RadioFormats

/// Markers that ad insertion writes where a title should be: `START_AD_BREAK_6000`, `STOP ADBREAK 1`, `TIBREAK`, `ADWTAG_60000`.
/// All of them are advertisements: behind the end of one break the next may begin at once, and what plays then has no name yet.
///
/// A marker has capitals or underscores, and of its words at least one is about advertisements beyond doubt. "AD LIB" and
/// "ADVERTISING SPACE" are songs, and so is "Stop!".
enum TitleMarker {
    /// Bytes of a marker at most.
    private static let maximumLength = 100

    /// Nil where the text is none.
    static func track(_ text: String) -> TrackInfo? {
        guard isMarker(text) else { return nil }
        // "AD BREAK" is a word as well, and a title.
        let isWord = !text.utf8.contains(UInt8(ascii: "_")) && TitleKind.kind(of: text) != nil
        return isWord ? nil : TrackInfo(kind: .advertisement, text: text, duration: duration(in: text))
    }

    static func isMarker(_ text: String) -> Bool {
        guard text.utf8.count <= maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let isCapital = isCapital(text)
        let hasDash = text.count(ofASCII: " - ") > 0
        let hasUnderscore = text.utf8.contains(UInt8(ascii: "_")) && !hasDash
        // Most titles are artist and title, and no marker at first sight.
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

    /// Whether artist or title is one, so that the other names nothing: `ADWTAG_122000 - THIS STATION WILL CONTINUE …`. A word alone
    /// may be a song there.
    static func isMarker(half text: String) -> Bool {
        isMarker(text) && (text.utf8.contains(UInt8(ascii: "_")) || words(text).contains { names.contains($0) })
    }

    static func isCapital(_ text: String) -> Bool { text.utf8.allSatisfy { !(0x61...0x7A).contains($0) } }

    /// In capitals, without numbers: `ADBREAK_120000 2` is `ADBREAK`.
    private static func words(_ text: String) -> [String] {
        text.uppercased().split { !("A"..."Z").contains($0) }.map(String.init)
    }

    /// `_6000` counts milliseconds, `_30` seconds, `_LENGTH=00:00:29.960` is a time. Smaller numbers count the breaks.
    private static func duration(in text: String) -> Duration? {
        let value = text.drop { !("0"..."9").contains($0) }.prefix {
            ("0"..."9").contains($0) || $0 == ":" || $0 == "."
        }
        if value.contains(":") { return TitleDuration.read(String(value)) }
        guard let number = Double(value), number >= 10 else { return nil }
        return TitleDuration.milliseconds(number < 1000 ? number * 1000 : number)
    }

    /// Words that nothing else is called.
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
    /// What stands beside them.
    private static let places: Set = [
        "START", "STOP", "END", "BEGIN", "BREAK", "BREAKS", "BLOCK", "INSERT", "INSERTION", "TRIGGER", "TAG", "MARKER",
        "POD",
        "CUE", "LENGTH", "DURATION", "AIS", "MS", "SEC", "S",
    ]
}
