import RadioFormats

/// Rules that change a station's titles. They are applied in their order to each title after it was read.
public struct TitleRuleSet: Hashable, Sendable {
    /// The track that the rules changed, and which rules matched.
    package struct Result: Hashable, Sendable {
        package var track: TrackInfo
        /// The indices of the rules that matched.
        package var applied: [Int] = []
        /// The indices of the rules whose pattern reached a limit while it was matched. These rules changed nothing.
        package var givenUp: [Int] = []
    }

    package static let maximumRules = 256
    /// Maximum number of replacements in one text.
    private static let maximumReplacements = 64

    package let rules: [TitleRule]

    /// Creates a set. Rules after the 256th are left out.
    public init(_ rules: [TitleRule] = []) { self.rules = Array(rules.prefix(Self.maximumRules)) }

    /// Applies the rules to a track.
    /// - Parameters:
    ///   - track: The track as it was read.
    ///   - station: The names by which rules may select the station: its name and its id.
    package func apply(to track: TrackInfo, station: [String] = []) -> Result {
        var result = Result(track: track)
        let names = station.map { $0.lowercased() }
        for (place, rule) in rules.enumerated() where rule.isFor(names) {
            guard let subject = Self.subject(result.track, rule.field) else { continue }
            switch rule.pattern.match(subject) {
            case .none: continue
            case .limit: result.givenUp.append(place)
            case .match(let groups):
                result.applied.append(place)
                result.track = Self.changed(result.track, by: rule, subject, groups)
                if rule.isLast { return result }
            }
        }
        return result
    }

    private static func subject(_ track: TrackInfo, _ field: TitleRule.Field) -> [UInt8]? {
        switch field {
        case .text: Array(track.text.utf8)
        case .artist: track.artist.map { Array($0.utf8) }
        case .title: track.title.map { Array($0.utf8) }
        case .album: track.album.map { Array($0.utf8) }
        }
    }

    /// Returns the track after one rule's action.
    private static func changed(
        _ track: TrackInfo, by rule: TitleRule, _ subject: [UInt8], _ groups: [Range<Int>?]
    ) -> TrackInfo {
        var track = track
        switch rule.action {
        case .drop:
            let kept = track
            track = TrackInfo(kind: .none, raw: kept.raw)
            (track.charset, track.isRepaired) = (kept.charset, kept.isRepaired)
        case .kind(let kind):
            track.kind = kind
            if kind == .none { track.text = "" }
        case .split:
            func group(_ name: String) -> String? {
                guard let number = rule.pattern.group(named: name), number < groups.count, let range = groups[number]
                else {
                    return nil
                }
                let text = PlainText.clean(String(decoding: subject[range], as: UTF8.self))
                return text.isEmpty ? nil : text
            }
            track.artist = group("artist") ?? track.artist
            track.title = group("title") ?? track.title
            track.album = group("album") ?? track.album
            if track.kind == .unknown, track.artist != nil, track.title != nil { track.kind = .song }
        case .rewrite(let template):
            let text = PlainText.clean(replaced(subject, rule.pattern, template, first: groups))
            write(text, rule.field, &track)
        }
        return track
    }

    /// Writes a rewritten text into the rule's field. If the field is the whole text, the new text is read as a title
    /// again.
    private static func write(_ text: String, _ field: TitleRule.Field, _ track: inout TrackInfo) {
        let value = text.isEmpty ? nil : text
        switch field {
        case .artist: track.artist = value
        case .title: track.title = value
        case .album: track.album = value
        case .text:
            let read = TitleRules.track(from: text)
            // The new text decides between a song and no song. But a jingle, an advertisement or speech stays so,
            // unless the new text names nothing.
            if [.song, .unknown, .none].contains(track.kind) || read.kind == .none { track.kind = read.kind }
            (track.artist, track.title, track.text) = (read.artist, read.title, read.text)
        }
    }

    /// Returns the text with each match of the pattern replaced by the expanded template.
    private static func replaced(
        _ subject: [UInt8], _ pattern: TitlePattern, _ template: String, first: [Range<Int>?]
    ) -> String {
        var result: [UInt8] = []
        var at = 0
        var found = TitlePattern.Outcome.match(first)
        for _ in 0..<maximumReplacements {
            guard case .match(let groups) = found, let whole = groups.first ?? nil else { break }
            result += subject[at..<whole.lowerBound]
            result += expanded(template, subject, pattern, groups)
            at = whole.upperBound
            var from = at
            // After an empty match, the search continues after the next character. Otherwise it would find the same
            // match again. A character may have several bytes (RFC 3629 §3).
            if whole.isEmpty {
                from += 1
                while from < subject.count, subject[from] & 0xC0 == 0x80 { from += 1 }
            }
            if from > subject.count || result.count > TitlePattern.maximumSubject { break }
            found = pattern.match(subject, from: from)
        }
        result += subject[min(at, subject.count)...]
        return String(decoding: result.prefix(TitlePattern.maximumSubject), as: UTF8.self)
    }

    /// Returns the template with `$1`, `${name}` and `$$` replaced by the texts of the groups and by `$`.
    private static func expanded(
        _ template: String, _ subject: [UInt8], _ pattern: TitlePattern, _ groups: [Range<Int>?]
    ) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Substring(template)
        while let first = rest.first {
            rest.removeFirst()
            guard first == "$", let next = rest.first else {
                result += String(first).utf8
                continue
            }
            var number: Int?
            if next == "$" {
                rest.removeFirst()
                result.append(UInt8(ascii: "$"))
                continue
            } else if let digit = next.wholeNumberValue, next.isASCII {
                rest.removeFirst()
                number = digit
            } else if next == "{", let end = rest.firstIndex(of: "}") {
                let name = String(rest[rest.index(after: rest.startIndex)..<end])
                number = Int(name) ?? pattern.group(named: name)
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(UInt8(ascii: "$"))
                continue
            }
            if let number, groups.indices.contains(number), let range = groups[number] { result += subject[range] }
        }
        return result
    }
}
