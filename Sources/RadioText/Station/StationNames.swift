import RadioFormats

/// The names and slogans of a station. A title that is a name or slogan of its station is not a song.
///
/// Automation programs send a station's name and slogans as titles between songs.
package struct StationNames: Hashable, Sendable {
    /// Maximum number of names that are used, and of slogans.
    package static let maximumNames = 8

    private var names: [StationWords] = []
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
        names.append(name)
        // A name with a frequency, such as `Example FM 98.8`, is also added without the frequency.
        let plain = name.withoutFrequency
        if plain != name, !plain.joinedCore.isEmpty, !names.contains(plain) { names.append(plain) }
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
        if names.contains(where: { $0.joined == text.joined }) { return nothing(track) }
        if slogans.contains(text) { return jingle(track) }
        guard let artist = track.artist, let title = track.title else { return judgedWhole(track, text) }
        if isName(title), isName(artist) || StationWords(artist).core.isEmpty { return nothing(track) }
        if isName(artist), StationWords(title).core.isEmpty, StationWords(title).isBroadcast { return nothing(track) }
        return judgedSong(track, artist: artist, title: title)
    }

    /// Returns a track that does not have both artist and title, changed if its text contains the station's name.
    private func judgedWhole(_ track: TrackInfo, _ text: StationWords) -> TrackInfo {
        if isName(track.title ?? track.text) { return nothing(track) }
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
    private func judgedSong(_ track: TrackInfo, artist: String, title: String) -> TrackInfo {
        var track = track
        if isRadioName(artist) {
            // The station's name comes before artist and title: `Example FM - Yazoo - Don't Go`.
            let song = TitleRules.track(from: title)
            guard song.kind == .song else {
                // No song follows the station's name. A title such as `Example FM - Werbung` or `Example FM - News`
                // states the kind; otherwise the track is a jingle.
                if song.kind == .unknown || song.kind == .none { return jingle(track) }
                track.kind = song.kind
                return track
            }
            (track.artist, track.title) = (song.artist, song.title)
        } else if let bar = Self.separators.compactMap({ artist.firstRange(of: $0) }).min(by: {
            $0.lowerBound < $1.lowerBound
        }),
            isRadioName(String(artist[..<bar.lowerBound])), bar.upperBound < artist.endIndex
        {
            // The station's name is part of the artist: `Example FM: Yazoo - Don't Go`.
            track.artist = String(artist[bar.upperBound...])
        }
        if let title = track.title {
            let words = StationWords(title)
            if words.isBroadcast, names.contains(words) || names.contains(words.withoutFrequency) {
                return jingle(track)
            }
            track.title = withoutLastName(title) ?? title
        }
        return track
    }

    /// Returns `Don't Go` for a title such as `Don't Go | Example FM`, which ends with a separator and the station's
    /// name. Returns nil for other titles.
    private func withoutLastName(_ title: String) -> String? {
        for separator in [" - ", " | ", " // ", " @ "] {
            guard let range = title.ranges(of: separator).last, range.lowerBound > title.startIndex else { continue }
            let last = StationWords(String(title[range.upperBound...]))
            if last.isRadio || last.all.count > 1, names.contains(last) || names.contains(last.withoutFrequency) {
                return PlainText.clean(String(title[..<range.lowerBound]))
            }
        }
        return nil
    }

    /// Returns true if a text says only the station's name.
    private func isName(_ text: String) -> Bool {
        let words = StationWords(text)
        let core = words.joinedCore
        return !core.isEmpty && names.contains { $0.joinedCore == core }
    }

    /// Returns true if a text is the station's name and cannot be an artist. On a station called Queen, Queen is an
    /// artist.
    private func isRadioName(_ text: String) -> Bool {
        let words = StationWords(text)
        return words.isRadio && (names.contains(words) || names.contains(words.withoutFrequency))
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
            let cut = ([" - ", " – "] + separators).compactMap({ rest.firstRange(of: $0) })
                .min(by: { $0.lowerBound < $1.lowerBound })
        {
            parts.append(PlainText.clean(String(rest[..<cut.lowerBound])))
            rest = rest[cut.upperBound...]
        }
        parts.append(PlainText.clean(String(rest)))
        return parts.filter { !$0.isEmpty }
    }
}
