import RadioFormats

/// What one line of title text says: the rules that hold for every station.
enum TitleRules {
    /// Reads a decoded title. The result has no raw bytes and no addresses.
    static func track(from decoded: String) -> TrackInfo {
        if let track = SpotTitle.track(from: decoded) { return track }
        // Entities first: `&#27;` must not smuggle a control character past the cleaning.
        let text = PlainText.clean(HTMLEntities.decode(decoded))
        guard !isPlaceholder(text) else { return TrackInfo(kind: .none) }
        if let (artist, title) = split(text) {
            return TrackInfo(kind: .song, artist: artist, title: title, text: text)
        }
        return TrackInfo(kind: .unknown, title: withoutLooseDash(text), text: text)
    }

    /// `''`, `' - '`, `'_'`, `'-'`: what automation programs send when they have no title.
    static func isPlaceholder(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { "-_–— ".unicodeScalars.contains($0) }
    }

    /// At the first ` - `: titles have dashes more often than artists ("The Beatles - Yesterday - Live from …").
    /// Without a dash at the only ` / ` ("KIM CARNES / BETTE DAVIS EYES").
    private static func split(_ text: String) -> (artist: String, title: String)? {
        if let dash = text.firstRange(of: " - ") {
            return halves(of: text, around: dash)
        }
        let slashes = text.ranges(of: " / ")
        guard slashes.count == 1, !text.contains("-") else { return nil }
        return halves(of: text, around: slashes[0])
    }

    private static func halves(
        of text: String, around separator: Range<String.Index>
    ) -> (artist: String, title: String)? {
        let artist = PlainText.clean(String(text[..<separator.lowerBound]))
        let title = PlainText.clean(String(text[separator.upperBound...]))
        return isPlaceholder(artist) || isPlaceholder(title) ? nil : (artist, title)
    }

    /// ` - Yesterday` and `Yesterday - `, as sent when one of both fields is empty.
    private static func withoutLooseDash(_ text: String) -> String {
        if text.hasPrefix("- ") { return String(text.dropFirst(2)) }
        if text.hasSuffix(" -") { return String(text.dropLast(2)) }
        return text
    }
}
