import RadioFormats
import RadioStations

/// A station in a row of a list, and what is known of it. Pure.
struct StationText: Sendable {
    let charset: TerminalCharset
    private let clean: Sanitiser

    init(charset: TerminalCharset) {
        self.charset = charset
        clean = Sanitiser(charset: charset, isForCells: true)
    }

    /// Columns of a row, from the left; what does not fit is left out, the name last.
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

    /// - Parameters:
    ///   - mark: as wide as the columns have it.
    ///   - problem: why it does not play, in place of its tags.
    func row(_ item: LibraryItem, mark: String, problem: String? = nil, _ columns: Columns) -> String {
        let station = item.station
        let rate = station.bitRate.map { "\($0 / 1000)" } ?? ""
        let sound = [station.country ?? "", station.codec ?? "", rate].map(clean.callAsFunction)
            .filter { !$0.isEmpty }.joined(separator: " ")
        let head = mark + field(user(item.user, columns.user), columns.user)
        if let problem {
            // Where there is little room the reason is more than the rest of the name.
            let name = columns.tags > 0 ? columns.name : min(columns.name, max(DisplayWidth.of(station.name) + 1, 8))
            return head + field(clean(station.name), name)
                + field(clean(problem), columns.name - name + columns.sound + columns.tags)
        }
        return head + field(clean(station.name), columns.name) + field(sound, columns.sound)
            + field(clean(station.tags.joined(separator: ", ")), columns.tags)
    }

    func heading(_ title: String, _ count: Int) -> String { "\(title.isEmpty ? "(none)" : clean(title)) (\(count))" }

    /// A heart for favourites, and the stars.
    private func user(_ user: UserProperties, _ width: Int) -> String {
        let heart = user.isFavourite ? (charset == .utf8 ? "♥" : "+") : " "
        guard width > 2, let rating = user.rating else { return heart }
        return heart + String(repeating: charset == .utf8 ? "★" : "*", count: rating)
    }

    /// Exactly so many columns, the last of them blank.
    private func field(_ text: String, _ width: Int) -> String {
        width < 2 ? "" : DisplayWidth.padded(cut(text, width - 1), to: width)
    }

    func cut(_ text: String, _ width: Int) -> String {
        DisplayWidth.cut(text, to: max(width, 0), ellipsis: charset.ellipsis)
    }

    /// What is known of a station, a line each, the most important first.
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

    /// An address without what stands before the host for the server only (RFC 3986 §3.2.1).
    private static func withoutPassword(_ url: String) -> String {
        guard let slashes = url.firstRange(of: "://") else { return url }
        let authority = url[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return url[..<slashes.upperBound] + "***" + url[at...]
    }
}
