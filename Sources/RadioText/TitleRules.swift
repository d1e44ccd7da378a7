import RadioFormats

/// What one line of title text says: the rules that hold for every station.
enum TitleRules {
    /// Reads a decoded title. The result has no raw bytes and no addresses.
    static func track(from decoded: String) -> TrackInfo {
        let decoded = EscapedTitle.plain(decoded)
        if let track = SpotTitle.track(from: decoded) { return track }
        if let track = structured(decoded) { return track }
        if let track = tildes(decoded) { return track }
        // Entities first: `&#27;` must not smuggle a control character past the cleaning.
        let text = PlainText.clean(HTMLEntities.decode(decoded))
        guard !Placeholder.isNothing(text), !TitleKind.isAddress(text) else { return TrackInfo(kind: .none) }
        if let track = TitleKind.marker(text) { return track }
        if let (artist, title) = split(text) { return song(artist, title, text) }
        let title = withoutLooseDash(text)
        if Placeholder.isNothing(title) { return TrackInfo(kind: .none) }
        return TrackInfo(kind: TitleKind.kind(of: title) ?? .unknown, title: title, text: text)
    }

    /// The artist may stand for nothing: `Unknown Artist - Yesterday` keeps the title.
    private static func song(_ artist: String, _ title: String, _ text: String) -> TrackInfo {
        if Placeholder.isNothing(artist) {
            if Placeholder.isNothing(behindNothing: title) { return TrackInfo(kind: .none) }
            return TrackInfo(kind: TitleKind.kind(of: title) ?? .unknown, title: title, text: text)
        }
        // "Jingle - Jingle 4", "Werbung - Werbung": both halves say so.
        if let kind = TitleKind.kind(of: artist), TitleKind.kind(of: title) == kind {
            return TrackInfo(kind: kind, artist: artist, title: title, text: text)
        }
        return TrackInfo(kind: .song, artist: artist, title: title, text: text)
    }

    /// Fields where a title should be.
    private static func structured(_ decoded: String) -> TrackInfo? {
        guard decoded.utf8.contains(UInt8(ascii: "=")) || decoded.utf8.contains(UInt8(ascii: "{")) else { return nil }
        if let first = decoded.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") {
            return TitleFields.json(decoded)?.track()
        }
        guard decoded.utf8.first == UInt8(ascii: "&") || decoded.hasPrefix("artist=") || decoded.hasPrefix("title=")
        else {
            return nil
        }
        return TitleFields.query(Array(decoded.utf8), charset: nil)?.track()
    }

    /// `ELODIE~Guaranà~~~~~2020-08-13T08:11:53~…`: a list of fields, artist and title first.
    private static func tildes(_ decoded: String) -> TrackInfo? {
        let fields = decoded.split(separator: "~", maxSplits: 15, omittingEmptySubsequences: false)
        guard fields.count >= 4 else { return nil }
        let (artist, title) = (PlainText.clean(String(fields[0])), PlainText.clean(String(fields[1])))
        guard !artist.isEmpty, !Placeholder.isNothing(title) else { return nil }
        return song(artist, title, "\(artist) - \(title)")
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
