/// Reads artist and title from texts that enclose one of them: `Artist「Title」`, `Artist: "Title"`,
/// `Title (by Artist)`, `"Title" by Artist`.
enum QuotedTitle {
    /// Returns artist and title. Returns nil for any other text, and if a dash separates the text outside of the
    /// enclosed part, as in `Artist - Title (by Composer)`.
    static func split(_ text: String) -> (artist: String, title: String)? {
        guard let last = text.unicodeScalars.last else { return nil }
        return byArtist(text, last) ?? corner(text) ?? colon(text) ?? quoted(text)
    }

    /// The brackets around titles in Japanese and Chinese.
    private static let corners: [Unicode.Scalar: Unicode.Scalar] = [
        "「": "」", "『": "』", "｢": "｣", "《": "》", "〈": "〉",
    ]
    /// The quotation marks around titles, each with the marks that may end a title.
    private static let quotes: [Unicode.Scalar: [Unicode.Scalar]] = [
        "\"": ["\""], "“": ["”", "“"], "„": ["“", "”"], "”": ["”"], "«": ["»"], "»": ["«"], "‘": ["’"], "'": ["'"],
    ]
    /// The brackets around an addition to a title.
    private static let brackets: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]", "（": "）", "【": "】"]
    /// Texts that announce a title and name no artist.
    private static let announcements: Set = [
        "now playing", "now", "on air", "onair", "playing", "next", "up next", "coming up", "title", "song", "track",
        "live", "request", "titel", "jetzt", "gleich", "сейчас в эфире", "в эфире",
    ]

    /// Reads `Title (by Artist)`.
    private static func byArtist(_ text: String, _ last: Unicode.Scalar) -> (artist: String, title: String)? {
        guard let opening = brackets.first(where: { $1 == last })?.key else { return nil }
        let scalars = text.unicodeScalars
        var (place, depth) = (scalars.endIndex, 0)
        repeat {
            guard place > scalars.startIndex else { return nil }
            place = scalars.index(before: place)
            if scalars[place] == last { depth += 1 }
            if scalars[place] == opening { depth -= 1 }
        } while depth > 0
        let content = text[scalars.index(after: place)...].dropLast()
        guard ["by ", "by:"].contains(content.prefix(3).lowercased()) else { return nil }
        let title = text[..<place]
        return halves(artist: content.dropFirst(3), title: String(title), outside: title)
    }

    /// Reads `Artist「Title」`, also with an addition, as in `Artist「Title」(Live)`.
    private static func corner(_ text: String) -> (artist: String, title: String)? {
        let scalars = text.unicodeScalars
        guard let open = scalars.firstIndex(where: { $0.value > 0x80 && corners[$0] != nil }) else { return nil }
        return marked(text, from: open, closes: [corners[scalars[open]] ?? "」"], artist: text[..<open])
    }

    /// Reads `Artist: "Title"`, also with an addition.
    private static func colon(_ text: String) -> (artist: String, title: String)? {
        let scalars = text.unicodeScalars
        guard let colon = scalars.firstIndex(where: { $0 == ":" || $0 == "：" }),
            let open = scalars[scalars.index(after: colon)...].firstIndex(where: { $0 != " " }),
            let closes = quotes[scalars[open]]
        else { return nil }
        return marked(text, from: open, closes: closes, artist: text[..<colon])
    }

    /// Reads `"Title" by Artist`.
    private static func quoted(_ text: String) -> (artist: String, title: String)? {
        guard let first = text.unicodeScalars.first, let closes = quotes[first] else { return nil }
        for close in closes {
            guard let by = text.firstRange(of: "\(close) by ") else { continue }
            let artist = text[by.upperBound...]
            return halves(artist: artist, title: String(text[..<by.lowerBound].dropFirst()), outside: artist)
        }
        return nil
    }

    /// Returns the artist, and the title between the mark at `open` and the last mark of `closes`. The only text behind
    /// the title may be an addition in brackets, which is part of the title.
    private static func marked(
        _ text: String, from open: String.Index, closes: [Unicode.Scalar], artist: Substring
    ) -> (artist: String, title: String)? {
        let scalars = text.unicodeScalars
        guard let end = scalars.lastIndex(where: { closes.contains($0) }), open < end else { return nil }
        let addition = text[scalars.index(after: end)...].trimmed { $0 == " " }.unicodeScalars
        guard addition.isEmpty || addition.first.flatMap({ brackets[$0] }) == addition.last else { return nil }
        let title = String(text[scalars.index(after: open)..<end])
        return halves(
            artist: artist, title: addition.isEmpty ? title : "\(title) \(Substring(addition))", outside: artist)
    }

    private static func halves(
        artist: Substring, title: String, outside: Substring
    ) -> (artist: String, title: String)? {
        guard TitleDash.ranges(in: outside).isEmpty else { return nil }
        let artist = PlainText.clean(String(artist.trimmed { " :：/／".contains($0) }))
        let title = PlainText.clean(title)
        guard !TitleRules.isPlaceholder(artist), !TitleRules.isPlaceholder(title),
            !announcements.contains(artist.lowercased())
        else { return nil }
        return (artist, title)
    }
}
