import RadioFormats
import RadioStations

/// The search page. Pure.
///
/// While the person types, the page lists the listener's stations that match the text. Once the directory of stations
/// (radio-browser) has answered, the page also lists the stations that the directory found.
package struct SearchPane: Hashable, Sendable {
    /// The state of the search in the directory of stations.
    package enum Directory: Hashable, Sendable {
        case idle
        /// The directory is searching for a text. Only one search runs at a time.
        case asking(String)
        /// The directory has answered a search for a text.
        case answered(String)
        /// The search for a text has failed.
        case failed(String, reason: String)
    }

    package private(set) var line = TextLine()
    /// Whether the keys of letters type into the search field. If false, they carry out their actions.
    package var isTyping = false
    package private(set) var directory = Directory.idle
    package var list = RowList<StationRow>()
    /// The listed stations that are in none of the listener's station lists.
    package private(set) var found: [LibraryItem] = []
    private var own: [StationRow] = []
    /// The stations that the directory of stations found in the last search.
    private var answer: [Station] = []
    /// In choosing mode (station picker), the query for the stations that can be chosen; nil if the screen controls a
    /// player.
    ///
    /// If the search field is empty, all stations that match the query's other conditions are listed.
    private var query: StationQuery?
    /// In choosing mode, the number of different stations in ``list``.
    private(set) var count = 0

    /// The smallest number of characters that a text must have before the directory of stations is searched for it.
    static let minimumText = 2
    /// The largest number of the listener's own stations that are listed for a text.
    private static let maximumOwn = 500

    package init() {}

    /// Creates the page in choosing mode, which never searches the directory of stations.
    /// - Parameter query: the query for the stations that can be chosen. At the start, the search field contains the
    ///   query's words.
    init(choosingAmong query: StationQuery, _ search: LibrarySearch, now: MediaTime) {
        self.query = query
        isTyping = true
        line = TextLine(query.words)
        fill(search, now: now)
    }

    /// The grouping of the stations in choosing mode.
    var grouping: StationGrouping? { query?.grouping }

    mutating func nextGrouping(_ search: LibrarySearch, now: MediaTime) {
        let next = grouping.next
        query?.grouping = next
        fill(search, now: now, keeps: true)
    }

    /// Replaces the text in the search field, and lists the stations that match the new text.
    mutating func type(_ words: String, _ search: LibrarySearch, now: MediaTime) {
        line = TextLine(words)
        fill(search, now: now)
    }

    var text: String { line.text }

    /// Changes the text in the search field as a key requires, and lists the stations that match the new text.
    /// - Returns: the effects for the screen's owner; nil if the key does not edit text.
    mutating func press(_ stroke: KeyStroke, _ search: LibrarySearch, now: MediaTime) -> [ScreenEffect]? {
        let before = line.text
        guard line.press(stroke) else { return nil }
        guard line.text != before else { return [] }
        let question = ask()
        fill(search, now: now)
        return question
    }

    /// Returns the effect that searches the directory of stations for the text in the search field. Returns no effect
    /// while a search runs, or if the text is too short or was already searched for.
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

    /// Handles the directory's response to the search, and lists the stations that it found. If the text has changed in
    /// the meantime, returns the effect that searches for the new text.
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

    /// Lists the stations that match the text in the search field.
    /// - Parameter keeps: whether the cursor stays on its station.
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
            // A line that is not a valid query, such as one that is not complete yet, is searched for as words.
            var query = (try? StationQuery(text: text)) ?? StationQuery(words: text)
            (query.limit, query.grouping) = (Self.maximumOwn, nil)
            let (own, count) = search.rows(query, now: now)
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
