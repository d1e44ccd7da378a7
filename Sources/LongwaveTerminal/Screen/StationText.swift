import RadioFormats
import RadioStations

/// The texts that the screen shows about a station: its row in a list, and lines of facts. Pure.
struct StationText: Sendable {
    let charset: TerminalCharset
    private let clean: Sanitiser

    init(charset: TerminalCharset) {
        self.charset = charset
        clean = Sanitiser(charset: charset, isForCells: true)
    }

    /// The widths of the fields of a station's row in columns, from left to right. A field without room has the width
    /// 0.
    struct Columns {
        var mark: Int
        var user: Int
        var name: Int
        var sound: Int
        var tags: Int

        init(width: Int, mark: Int) {
            self.mark = mark
            user = width >= 50 ? 7 : width >= 30 ? 2 : 0
            sound = width >= 60 ? 16 : 0
            let rest = max(width - mark - user - sound - 1, 1)
            tags = width >= 72 ? rest / 3 : 0
            name = rest - tags
        }
    }

    /// Returns the text of a station's row.
    /// - Parameters:
    ///   - mark: the text before the station, such as a sign that it plays. It is as wide as the field `mark`.
    ///   - problem: why the station does not play; nil if it plays. The reason is shown in place of the country, the
    ///     codec, the bit rate and the tags.
    func row(_ item: LibraryItem, mark: String, problem: String? = nil, _ columns: Columns) -> String {
        let station = item.station
        let rate = station.bitRate.map { "\($0 / 1000)" } ?? ""
        let sound = [station.country ?? "", station.codec ?? "", rate].map(clean.callAsFunction)
            .filter { !$0.isEmpty }.joined(separator: " ")
        let head = mark + field(user(item.user, columns.user), columns.user)
        if let problem {
            // If the row has no column for tags, a short name takes only the columns that it needs, and the reason
            // takes the rest.
            let name = columns.tags > 0 ? columns.name : min(columns.name, max(DisplayWidth.of(station.name) + 1, 8))
            return head + field(clean(station.name), name)
                + field(clean(problem), columns.name - name + columns.sound + columns.tags)
        }
        return head + field(clean(station.name), columns.name) + field(sound, columns.sound)
            + field(clean(station.tags.joined(separator: ", ")), columns.tags)
    }

    func heading(_ title: String, _ count: Int) -> String { "\(title.isEmpty ? "(none)" : clean(title)) (\(count))" }

    /// Returns the listener's marks of a station: a heart for a favourite, and the stars.
    private func user(_ user: UserProperties, _ width: Int) -> String {
        let heart = user.isFavourite ? (charset == .utf8 ? "♥" : "+") : " "
        guard width > 2, let rating = user.rating else { return heart }
        return heart + String(repeating: charset == .utf8 ? "★" : "*", count: rating)
    }

    /// Returns a text cut or padded to exactly `width` columns, with a blank at the end; empty if `width` is below 2.
    private func field(_ text: String, _ width: Int) -> String {
        width < 2 ? "" : DisplayWidth.padded(cut(text, width - 1), to: width)
    }

    func cut(_ text: String, _ width: Int) -> String {
        DisplayWidth.cut(text, to: max(width, 0), ellipsis: charset.ellipsis)
    }

    /// Returns the facts about a station in at most four lines, the most important facts first.
    func facts(_ item: LibraryItem) -> [String] {
        let (station, user) = (item.station, item.user)
        var facts = [station.country, station.language, station.codec].compactMap(\.self)
        if let rate = station.bitRate { facts.append("\(rate / 1000) kbit/s") }
        facts += station.tags
        var heard: [String] = []
        if user.playCount > 0 {
            heard.append(user.playCount == 1 ? "played once" : "played \(user.playCount) times")
            let minutes = Int(user.heard / .seconds(60))
            heard.append(minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h")
        }
        if let gain = user.gain { heard.append("\(gain) dB") }
        return [
            station.summary ?? station.longDescription ?? "", facts.joined(separator: charset.separator),
            [station.urls.first, station.homepage].compactMap(\.self).map(Self.withoutPassword).joined(separator: "  "),
            heard.joined(separator: charset.separator),
        ].filter { !$0.isEmpty }.map(clean.callAsFunction)
    }

    /// Returns an address without its user name and password (RFC 3986 §3.2.1).
    private static func withoutPassword(_ url: String) -> String {
        guard let slashes = url.firstRange(of: "://") else { return url }
        let authority = url[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return url[..<slashes.upperBound] + "***" + url[at...]
    }
}
