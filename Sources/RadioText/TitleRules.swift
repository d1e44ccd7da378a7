import RadioFormats

/// Reads the text of a title by the rules that apply to every station.
enum TitleRules {
    /// Reads a decoded title. The result has no raw bytes and no addresses.
    static func track(from decoded: String) -> TrackInfo {
        let decoded = EscapedTitle.plain(decoded)
        return structured(decoded) ?? ListTitle.track(from: decoded) ?? plain(decoded)
    }

    /// Reads a decoded title as plain text and not as a list of fields.
    static func plain(_ decoded: String) -> TrackInfo {
        if let track = tildes(decoded) { return track }
        // Entities are decoded first, so that the cleaning also removes a control character that was written as
        // `&#27;`.
        let whole = PlainText.clean(HTMLEntities.decode(decoded))
        if let track = TitleMarker.track(whole) ?? AdvertisementTitle.track(whole) { return track }
        let text = TrailingAddress.cut(whole)
        guard !Placeholder.isNothing(text), !TitleKind.isAddress(text) else { return TrackInfo(kind: .none) }
        if let track = by(text) { return track }
        if let (artist, title) = split(text) { return song(artist, title, text) }
        let title = withoutLooseDash(text)
        if Placeholder.isNothing(title) { return TrackInfo(kind: .none) }
        return TrackInfo(kind: TitleKind.kind(of: title) ?? .unknown, title: title, text: text)
    }

    /// Returns a track with an artist and a title. A placeholder in either of them, such as `-`, counts as no text.
    static func named(artist: String, title: String, kind: TrackInfo.Kind?) -> TrackInfo {
        let text = [artist, title].filter { !isPlaceholder($0) }.joined(separator: " - ")
        var track = TrackInfo(kind: .none)
        if isPlaceholder(title) {
            if !Placeholder.isNothing(artist) { track = TrackInfo(kind: .unknown, artist: artist, text: text) }
        } else {
            track = song(artist, title, isPlaceholder(artist) ? title : text)
        }
        // The kind `kind` counts only for a track with a name, but an advertisement needs no name.
        if let kind, track.kind != .none || kind == .advertisement { track.kind = kind }
        return track
    }

    /// Returns true if the text contains artist and title.
    static func isSplit(_ text: String) -> Bool { split(text) != nil }

    /// Returns the track of artist and title. `Unknown Artist - Yesterday` keeps the title only.
    private static func song(_ artist: String, _ title: String, _ text: String) -> TrackInfo {
        // Two numbers, such as times of day or numbers of a programme, are no artist and title.
        if isNumber(artist), isNumber(title) { return TrackInfo(kind: .none) }
        if Placeholder.isNothing(artist) {
            if Placeholder.isNothing(behindNothing: title) { return TrackInfo(kind: .none) }
            return TrackInfo(kind: TitleKind.kind(of: title) ?? .unknown, title: title, text: text)
        }
        // If artist and title are words for the same kind, this is the track's kind: "Jingle - Jingle 4", "Werbung -
        // Werbung".
        if let kind = TitleKind.kind(of: artist), TitleKind.kind(of: title) == kind {
            return TrackInfo(kind: kind, artist: artist, title: title, text: text)
        }
        // The artist may end with an address: `Mohammed Rafi (example.com) - Rang Aur Noor`.
        let plain = TrailingAddress.cut(artist)
        return TrackInfo(
            kind: .song, artist: plain, title: title, text: plain == artist ? text : "\(plain) - \(title)")
    }

    /// Reads title, artist and station from a text like `Lonely Street  By: Andy Williams - Example Radio`.
    private static func by(_ text: String) -> TrackInfo? {
        guard text.utf8.contains(UInt8(ascii: ":")),
            let by = [" By: ", " by: ", " BY: "].lazy.compactMap({ text.ranges(of: $0).last }).first
        else { return nil }
        let title = PlainText.clean(String(text[..<by.lowerBound]))
        var artist = text[by.upperBound...]
        if TitleDash.begins(artist) {
            artist = ""
        } else if let dash = TitleDash.ranges(in: artist).last {
            artist = artist[..<dash.lowerBound]
        }
        return named(artist: PlainText.clean(String(artist)), title: title, kind: nil)
    }

    private static func isNumber(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        func isDigit(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII ? ("0"..."9").contains(scalar) : scalar.properties.numericType == .decimal
        }
        return scalars.allSatisfy { isDigit($0) || ".,:#/ ".unicodeScalars.contains($0) }
            && scalars.contains(where: isDigit)
    }

    /// Reads a JSON object or a query that a station sends in place of a title. Returns nil for other text.
    private static func structured(_ decoded: String) -> TrackInfo? {
        guard let first = decoded.utf8.first(where: { $0 > 0x20 }) else { return nil }
        if first == UInt8(ascii: "{") { return TitleFields.json(decoded).flatMap(Self.object) }
        let isQuery = first == UInt8(ascii: "&") || decoded.hasPrefix("artist=") || decoded.hasPrefix("title=")
        guard isQuery, first == UInt8(ascii: "&") || ListTitle.fields(in: decoded) == nil else { return nil }
        return TitleFields.query(Array(decoded.utf8), charset: nil)?.track(plain)
    }

    /// Returns the track of a JSON object, or nil if the object is not about a track.
    private static func object(_ fields: NamedFields) -> TrackInfo? {
        fields.track(plain) ?? (fields.has("title", "t", "text", "song") ? TrackInfo(kind: .none) : nil)
    }

    /// Reads a list with tildes between its fields, whose first two fields are artist and title:
    /// `ELODIE~Guaranà~~~~~2020-08-13T08:11:53~…`.
    private static func tildes(_ decoded: String) -> TrackInfo? {
        guard decoded.utf8.contains(UInt8(ascii: "~")) else { return nil }
        let fields = decoded.split(separator: "~", maxSplits: 15, omittingEmptySubsequences: false)
        guard fields.count >= 4 else { return nil }
        let (artist, title) = (PlainText.clean(String(fields[0])), PlainText.clean(String(fields[1])))
        guard !artist.isEmpty, !Placeholder.isNothing(title) else { return nil }
        return song(artist, title, "\(artist) - \(title)")
    }

    /// Returns true for texts that automation programs send without a title: `''`, `' - '`, `'_'`, `'-'`.
    static func isPlaceholder(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == " " || $0 == "_" || TitleDash.isDash($0) }
    }

    /// Splits a text at the first dash with spaces, because titles contain dashes more often than artists ("The Beatles
    /// - Yesterday - Live from …"). If one of artist and title is enclosed, as in `Artist「Title」`, splits there.
    ///
    /// Without a dash, splits at the only ` / ` ("KIM CARNES / BETTE DAVIS EYES").
    private static func split(_ text: String) -> (artist: String, title: String)? {
        if let enclosed = QuotedTitle.split(text) { return enclosed }
        if let dash = TitleDash.ranges(in: text[...]).first { return halves(of: text, around: dash) }
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

    /// Removes a dash at the beginning or end. Stations send ` - Yesterday` or `Yesterday - ` if artist or title is
    /// empty.
    private static func withoutLooseDash(_ text: String) -> String {
        if TitleDash.begins(text[...]) { return String(text.dropFirst(2)) }
        if TitleDash.ends(text[...]) { return String(text.dropLast(2)) }
        return text
    }
}
