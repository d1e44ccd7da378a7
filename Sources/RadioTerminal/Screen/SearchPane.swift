import RadioFormats
import RadioStations

/// The page of what is searched: the listener's stations as one types, and radio-browser's as it answers. Pure.
package struct SearchPane: Hashable, Sendable {
    /// What radio-browser does.
    package enum Directory: Hashable, Sendable {
        case idle
        /// It is asked for a text; one question at a time.
        case asking(String)
        /// It has answered about a text.
        case answered(String)
        case failed(String, reason: String)
    }

    package private(set) var line = TextLine()
    /// Letters are typed, and are no keys.
    package var isTyping = false
    package private(set) var directory = Directory.idle
    package var list = RowList<StationRow>()
    /// Stations that no list of the listener has.
    package private(set) var found: [LibraryItem] = []
    private var own: [StationRow] = []
    private var answer: [Station] = []
    /// In choosing mode: the stations that can be chosen, all of which are listed before anything is typed; nil: the screen plays.
    private var query: StationQuery?
    /// Stations that are listed, each once.
    private(set) var count = 0

    /// Shorter texts are not asked about.
    static let minimumText = 2
    /// Stations of the listener's own that are shown.
    private static let maximumOwn = 500

    package init() {}

    /// The page of a person who chooses. Nobody asks the directory.
    /// - Parameter query: the stations that can be chosen; its words are typed already.
    init(choosingAmong query: StationQuery, _ search: LibrarySearch, now: MediaTime) {
        self.query = query
        isTyping = true
        line = TextLine(query.words)
        fill(search, now: now)
    }

    /// In choosing mode: how stations are grouped.
    var grouping: StationGrouping? { query?.grouping }

    mutating func nextGrouping(_ search: LibrarySearch, now: MediaTime) {
        let next = grouping.next
        query?.grouping = next
        fill(search, now: now, keeps: true)
    }

    /// Replaces what was typed.
    mutating func type(_ words: String, _ search: LibrarySearch, now: MediaTime) {
        line = TextLine(words)
        fill(search, now: now)
    }

    var text: String { line.text }

    /// - Returns: nil where the key is none of a line's.
    mutating func press(_ stroke: KeyStroke, _ search: LibrarySearch, now: MediaTime) -> [ScreenEffect]? {
        let before = line.text
        guard line.press(stroke) else { return nil }
        guard line.text != before else { return [] }
        let question = ask()
        fill(search, now: now)
        return question
    }

    /// The question that is due, if none is under way.
    private mutating func ask() -> [ScreenEffect] {
        if query != nil { return [] }
        if case .asking = directory { return [] }
        let wanted = text.trimmed
        switch directory {
        case .answered(wanted), .failed(wanted, _): return []
        case .idle, .asking, .answered, .failed: break
        }
        guard wanted.count >= Self.minimumText, !isAddress else {
            directory = .idle
            answer = []
            return []
        }
        directory = .asking(wanted)
        return [.ask(wanted)]
    }

    /// The directory has answered the question that was asked.
    mutating func take(
        _ stations: [Station], problem: String?, _ search: LibrarySearch, now: MediaTime
    ) -> [ScreenEffect] {
        guard case .asking(let asked) = directory else { return [] }
        directory = problem.map { .failed(asked, reason: $0) } ?? .answered(asked)
        answer = stations
        let question = ask()
        fill(search, now: now, keeps: true)
        return question
    }

    private var isAddress: Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

    /// - Parameter keeps: what is pointed at stays.
    mutating func fill(_ search: LibrarySearch, now: MediaTime, keeps: Bool = false) {
        let pointed = keeps ? list.current.flatMap { id(of: $0, search) } : nil
        found = []
        var rows: [StationRow] = []
        if var query {
            query.words = text
            (rows, count) = search.rows(query, now: now)
        } else if isAddress {
            let url = text.trimmed
            rows = [.heading(title: "This address", count: 1)]
            if let place = search.library.stations.firstIndex(where: { $0.urls.contains(url) }) {
                rows.append(.station(place + 1))
            } else {
                found = [LibraryItem(found: Station(name: url, urls: [url]))]
                rows.append(.found(0))
            }
        } else if !text.trimmed.isEmpty {
            let (own, count) = search.rows(StationQuery(words: text, limit: Self.maximumOwn), now: now)
            rows = [.heading(title: "Your stations", count: count)] + own
            let known = Set(own.compactMap(\.number).flatMap { search.library.stations[$0 - 1].urls })
            found = answer.filter { !$0.urls.contains(where: known.contains) }.map(LibraryItem.init(found:))
            if !found.isEmpty {
                rows.append(.heading(title: "radio-browser", count: found.count))
                rows += found.indices.map { .found($0) }
            }
        }
        list.set(rows, keeping: pointed.flatMap { id in rows.first { !$0.isHeading && self.id(of: $0, search) == id } })
    }

    private func id(of row: StationRow, _ search: LibrarySearch) -> String? {
        switch row {
        case .heading: nil
        case .station(let number):
            search.library.stations.indices.contains(number - 1)
                ? search.library.stations[number - 1].persistentID : nil
        case .found(let place): found.indices.contains(place) ? found[place].id : nil
        }
    }
}

extension String {
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
