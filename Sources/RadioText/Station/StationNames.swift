import RadioFormats

/// What a station calls itself, to tell its own name and slogans from songs: automation programs send them as titles between songs.
package struct StationNames: Hashable, Sendable {
    /// More are not looked at.
    package static let maximumNames = 8

    private var names: [StationWords] = []
    private var slogans: [StationWords] = []

    /// - Parameters:
    ///   - names: the list's name, `icy-name`, a status page's `server_name`; any may be missing. Of `Example FM - The Best of the 80s`
    ///     the first part counts as a name too, the others as slogans. What encoders send unless told otherwise is none.
    ///   - slogans: `icy-description`.
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
        // With its frequency and without it.
        let plain = name.withoutFrequency
        if plain != name, !plain.joinedCore.isEmpty, !names.contains(plain) { names.append(plain) }
    }

    private mutating func add(slogan: StationWords) {
        // Two words may be a song.
        if slogan.all.count >= 3, !slogans.contains(slogan) { slogans.append(slogan) }
    }

    // MARK: Titles

    /// The same track, or what it is where it names the station: `TrackInfo/Kind/none` where it says no more than the name (with a
    /// frequency or `online` around it), a jingle where it is about the station. A name before or behind a song goes from artist and
    /// title. Text and raw bytes stay, but for `none`, which has no text.
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
            // `Rock Antenne München`: a name of several words, and little more.
            let rest = text.all.count - name.all.count
            let isAtEnd = place == 0 || place + name.all.count == text.all.count
            if name.all.count > 1, isAtEnd, rest <= 2 { return jingle(track) }
        }
        return track
    }

    private func judgedSong(_ track: TrackInfo, artist: String, title: String) -> TrackInfo {
        var track = track
        if isRadioName(artist) {
            // `Example FM - Yazoo - Don't Go`.
            let song = TitleRules.track(from: title)
            guard song.kind == .song else {
                // `Example FM - Werbung`, `Example FM - News`.
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
            // `Example FM: Yazoo - Don't Go`.
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

    /// `Don't Go | Example FM`: what stands before the name; nil where there is none behind a separator.
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

    /// Whether a text says no more than a name.
    private func isName(_ text: String) -> Bool {
        let words = StationWords(text)
        let core = words.joinedCore
        return !core.isEmpty && names.contains { $0.joinedCore == core }
    }

    /// Whether it is a name that is no artist's: on a station called Queen, Queen sings.
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
