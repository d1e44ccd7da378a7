import RadioFormats

/// The names and slogans of a station. A title that is a name or slogan of its station is not a song.
///
/// Automation programs send a station's name and slogans as titles between songs.
package struct StationNames: Hashable, Sendable {
    /// Maximum number of names that are used, and of slogans.
    package static let maximumNames = 8

    private var names: [StationWords] = []
    /// The texts of ``names`` without spaces, and of their cores.
    private var joined: Set<String> = []
    private var cores: Set<String> = []
    private var slogans: [StationWords] = []

    /// Collects names and slogans.
    /// - Parameters:
    ///   - names: The station's name in its list, its `icy-name`, and the `server_name` of its status page, each if
    ///     known. In `Example FM - The Best of the 80s`, the first part counts as a name too, and the other parts as
    ///     slogans. Default names of encoders are ignored.
    ///   - slogans: The `icy-description`, if known.
    package init(_ names: [String?] = [], slogans: [String?] = []) {
        for name in names.compactMap(\.self).prefix(Self.maximumNames) {
            let text = PlainText.clean(HTMLEntities.decode(name))
            let parts = Self.parts(text)
            add(StationWords(text), nothing: text)
            if parts.count > 1 {
                add(StationWords(parts[0]), nothing: parts[0])
                for part in parts.dropFirst() { add(slogan: StationWords(part)) }
            }
        }
        for slogan in slogans.compactMap(\.self).prefix(Self.maximumNames) { add(slogan: StationWords(slogan)) }
    }

    package var isEmpty: Bool { names.isEmpty && slogans.isEmpty }

    private mutating func add(_ name: StationWords, nothing text: String) {
        guard !Placeholder.isNothing(text), !name.joinedCore.isEmpty, !names.contains(name) else { return }
        append(name)
        // A name with a frequency, such as `Example FM 98.8`, is also added without the frequency.
        let plain = name.withoutFrequency
        if plain != name, !plain.joinedCore.isEmpty, !names.contains(plain) { append(plain) }
    }

    private mutating func append(_ name: StationWords) {
        names.append(name)
        joined.insert(name.joined)
        cores.insert(name.joinedCore)
    }

    private mutating func add(slogan: StationWords) {
        // A slogan of one or two words may be a song's title.
        if slogan.all.count >= 3, !slogans.contains(slogan) { slogans.append(slogan) }
    }

    // MARK: Titles

    /// Returns the track, changed if it contains a name or slogan of the station.
    ///
    /// A track that says only the station's name, possibly with a frequency or `online` around it, becomes
    /// `TrackInfo/Kind/none` and loses its text. A track that otherwise advertises the station becomes a jingle. A
    /// station's name before or after a song is removed from artist and title. Raw bytes always stay, and the text
    /// stays unless the kind becomes `none`.
    func judged(_ track: TrackInfo) -> TrackInfo {
        guard !isEmpty, track.kind == .song || track.kind == .unknown,
            track.text.utf8.count <= StationWords.maximumLength
        else { return track }
        let text = StationWords(track.text)
        if joined.contains(text.joined) { return nothing(track) }
        if slogans.contains(text) { return jingle(track) }
        var track = track
        if let song = songBehindName(track.text, text) {
            (track.kind, track.artist, track.title) = (.song, song.artist, song.title)
        }
        guard let artist = track.artist, let title = track.title else { return judgedWhole(track, text) }
        let (artistWords, titleWords) = (StationWords(artist), StationWords(title))
        if isName(titleWords), isName(artistWords) || artistWords.core.isEmpty { return nothing(track) }
        if isName(artistWords), titleWords.core.isEmpty, titleWords.isBroadcast { return nothing(track) }
        return judgedSong(track, artistWords, title, titleWords)
    }

    /// Returns a track that does not have both artist and title, changed if its text contains the station's name.
    private func judgedWhole(_ track: TrackInfo, _ text: StationWords) -> TrackInfo {
        if isName(StationWords(track.title ?? track.text)) { return nothing(track) }
        var track = track
        if let title = withoutLastName(track.title ?? track.text) {
            track.title = title
            return track
        }
        for name in names {
            guard let place = text.place(of: name) else { continue }
            if name.isRadio { return jingle(track) }
            // The title consists of a name of several words, such as `Rock Antenne München`, and at most two other
            // words before or after it.
            let rest = text.all.count - name.all.count
            let isAtEnd = place == 0 || place + name.all.count == text.all.count
            if name.all.count > 1, isAtEnd, rest <= 2 { return jingle(track) }
        }
        return track
    }

    /// Removes the station's name before or after the song from a track with artist and title. A track that names only
    /// the station and no song becomes a jingle.
    private func judgedSong(
        _ track: TrackInfo, _ artist: StationWords, _ title: String, _ titleWords: StationWords
    ) -> TrackInfo {
        var track = track
        if isRadioName(artist) {
            // No song follows the station's name. A title such as `Example FM - Werbung` or `Example FM - News` states
            // the kind; otherwise the track is a jingle.
            let kind = TitleRules.track(from: title).kind
            if kind == .unknown || kind == .none || kind == .song { return jingle(track) }
            track.kind = kind
            return track
        }
        if titleWords.isBroadcast, names.contains(titleWords) || names.contains(titleWords.withoutFrequency) {
            return jingle(track)
        }
        track.title = withoutLastName(title) ?? title
        return track
    }

    /// Returns artist and title of a song that follows the station's name and a separator, as in `Example FM: Yazoo -
    /// Don't Go` or `Example FM | Don't Go (by Yazoo)`. Returns nil for other texts.
    ///
    /// If the name may also be an artist's, `Queen - Bohemian Rhapsody - Live` is a song of this artist.
    /// - Parameter words: the words of `text`.
    private func songBehindName(_ text: String, _ words: StationWords) -> (artist: String, title: String)? {
        // A quick test that is false for most texts.
        guard let first = words.withoutFrequency.all.first,
            names.contains(where: { name in
                name.all.first.map { first.hasPrefix($0) || $0.hasPrefix(first) } ?? false
            })
        else { return nil }
        for rest in Self.partsBehindSeparators(text) {
            let name = StationWords(String(text[..<rest.startIndex]))
            let plain = name.withoutFrequency
            guard joined.contains(name.joined) || joined.contains(plain.joined) else { continue }
            let song = TitleRules.track(from: String(rest))
            guard song.kind == .song, let artist = song.artist, let title = song.title,
                name.isRadio || !StationWords(title).isVersion
            else { continue }
            return (artist, title)
        }
        return nil
    }

    /// Returns the parts of a text that follow a separator, up to the text's end. Dashes and slashes are separators
    /// only with spaces, and colons only before a space.
    private static func partsBehindSeparators(_ text: String) -> [Substring] {
        func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
            ":|/•·*>»~])".unicodeScalars.contains(scalar) || TitleDash.isDash(scalar)
        }
        let scalars = text.unicodeScalars
        var parts: [Substring] = []
        var before: Unicode.Scalar?
        for place in scalars.indices.prefix(StationWords.maximumLength) {
            let scalar = scalars[place]
            defer { before = scalar }
            let behind = scalars[scalars.index(after: place)...]
            let isSpaced = scalar == "/" || TitleDash.isDash(scalar)
            guard isSeparator(scalar), behind.first == " " || !(isSpaced || scalar == ":"),
                before == " " || before == scalar || !isSpaced,
                let begin = behind.firstIndex(where: { $0 != " " && !isSeparator($0) })
            else { continue }
            parts.append(text[begin...])
            if parts.count == maximumNames { break }
        }
        return parts
    }

    /// Returns `Don't Go` for a title such as `Don't Go | Example FM`, which ends with a separator and the station's
    /// name. Returns nil for other titles.
    private func withoutLastName(_ title: String) -> String? {
        let mayEnd = title.utf8.contains(where: "|/@".utf8.contains)
        let ranges = mayEnd ? [" | ", " // ", " @ "].compactMap { title.ranges(of: $0).last } : []
        for range in [TitleDash.ranges(in: title[...]).last].compactMap(\.self) + ranges {
            guard range.lowerBound > title.startIndex else { continue }
            let last = StationWords(String(title[range.upperBound...]))
            if last.isRadio || last.all.count > 1, names.contains(last) || names.contains(last.withoutFrequency) {
                return PlainText.clean(String(title[..<range.lowerBound]))
            }
        }
        return nil
    }

    /// Returns true if a text says only the station's name.
    private func isName(_ words: StationWords) -> Bool { cores.contains(words.joinedCore) }

    /// Returns true if a text is the station's name and cannot be an artist. On a station called Queen, Queen is an
    /// artist.
    private func isRadioName(_ words: StationWords) -> Bool {
        words.isRadio && (names.contains(words) || names.contains(words.withoutFrequency))
    }

    private func nothing(_ track: TrackInfo) -> TrackInfo {
        var track = track
        (track.kind, track.artist, track.title, track.text) = (.none, nil, nil, "")
        return track
    }

    private func jingle(_ track: TrackInfo) -> TrackInfo {
        var track = track
        track.kind = .jingle
        return track
    }

    private static let separators = [": ", " | ", " :: ", " // "]

    /// Splits a station's name at separators such as ` - ` and `: `.
    private static func parts(_ name: String) -> [String] {
        var rest = name[...]
        var parts: [String] = []
        while parts.count < maximumNames,
            let cut = (separators.map { rest.firstRange(of: $0) } + [TitleDash.ranges(in: rest).first])
                .compactMap(\.self).min(by: { $0.lowerBound < $1.lowerBound })
        {
            parts.append(PlainText.clean(String(rest[..<cut.lowerBound])))
            rest = rest[cut.upperBound...]
        }
        parts.append(PlainText.clean(String(rest)))
        return parts.filter { !$0.isEmpty }
    }
}
