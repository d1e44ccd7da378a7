import RadioFormats
import RadioStations

/// What is typed, listed, marked and pointed at: everything of a picker but its looks. Pure.
struct PickerModel: Sendable {
    let prompt: String
    let allowsMultiple: Bool
    private(set) var text: String
    private(set) var grouping: StationGrouping?
    private(set) var rows: [PickerRow] = []
    /// Of the row that is pointed at: always a station's; nil where there is none.
    private(set) var cursor: Int?
    /// The first row that is seen.
    private(set) var top = 0
    /// Stations that are listed, each once.
    private(set) var count = 0
    /// Numbers of the marked stations, the first marked first.
    private(set) var marked: [Int] = []

    private var search: LibrarySearch
    private var query: StationQuery
    private let now: MediaTime
    /// Rows that are seen at once.
    private var pageRows = 20

    /// More is not typed.
    static let maximumText = 200
    static let groupings: [StationGrouping?] = [
        nil, .country, .language, .tag, .codec, .firstLetter, .favourite, .rating,
    ]

    /// - Parameters:
    ///   - search: the stations.
    ///   - options: how it asks.
    ///   - now: the moment from which `played<7` and the like count.
    init(_ search: LibrarySearch, _ options: StationPickerOptions, now: MediaTime) {
        self.search = search
        self.now = now
        prompt = options.prompt
        allowsMultiple = options.allowsMultiple
        query = options.query
        text = String(options.query.words.prefix(Self.maximumText))
        grouping = options.query.grouping
        list()
    }

    /// Stations of the whole library.
    var total: Int { search.library.stations.count }

    var current: LibraryItem? { cursor.flatMap { rows[$0].number }.map(item) }

    /// The station with a number of ``rows``.
    func item(_ number: Int) -> LibraryItem { search.library.item(at: number - 1) }

    /// The rows that are seen, with their places.
    var visible: [(place: Int, row: PickerRow)] {
        let end = min(top + pageRows, rows.count)
        return top < end ? (top..<end).map { ($0, rows[$0]) } : []
    }

    /// The place has room for so many rows.
    mutating func fit(rows: Int) {
        pageRows = max(rows, 1)
        scroll()
    }

    /// - Returns: what is left to do for the picker's owner.
    mutating func apply(_ action: PickerAction) -> PickerOutcome? {
        switch action {
        case .insert(let character):
            guard text.count < Self.maximumText else { break }
            type(text + String(character))
        case .erase: type(String(text.dropLast()))
        case .eraseWord:
            var rest = text[...]
            while rest.last == " " { rest.removeLast() }
            while let last = rest.last, last != " " { rest.removeLast() }
            type(String(rest))
        case .eraseAll: type("")
        case .move(let step): move(step)
        case .movePage(let step): move(step * max(pageRows - 1, 1))
        case .first: point(to: rows.indices.first { rows[$0].number != nil })
        case .last: point(to: rows.indices.last { rows[$0].number != nil })
        case .moveGroup(let step): moveGroup(step)
        case .nextGrouping:
            let place = Self.groupings.firstIndex(of: grouping) ?? -1
            grouping = Self.groupings[(place + 1) % Self.groupings.count]
            list(keeping: current)
        case .toggleMark: toggleMark()
        case .toggleAll: toggleAll()
        case .toggleFavourite: return change { $0.isFavourite.toggle() }
        case .raiseRating:
            return change {
                $0.rating = ($0.rating ?? 0) < UserProperties.ratings.upperBound ? ($0.rating ?? 0) + 1 : nil
            }
        case .rate(let stars): return change { $0.rating = UserProperties.ratings.contains(stars) ? stars : nil }
        case .listen: return current.map { .listen($0) }
        case .louder: return .volume(1)
        case .quieter: return .volume(-1)
        case .choose: return .picked(chosen)
        case .cancel: return .cancelled
        case .redraw: break
        }
        return nil
    }

    /// The marked ones, as they were marked; without a mark the one that is pointed at.
    private var chosen: [LibraryItem] {
        marked.isEmpty ? [current].compactMap(\.self) : marked.map(item)
    }

    /// Another text is listed from its best match on.
    mutating func type(_ new: String) {
        guard new != text else { return }
        text = new
        list()
    }

    // MARK: The list

    private mutating func list(keeping item: LibraryItem? = nil) {
        query.words = text
        query.grouping = grouping
        rows.removeAll(keepingCapacity: true)
        var isListed = [Bool](repeating: false, count: grouping == nil ? 0 : total + 1)
        count = 0
        for (title, numbers) in search.numbers(query, now: now) {
            if grouping != nil { rows.append(.heading(title: title, count: numbers.count)) }
            for number in numbers {
                rows.append(.station(number))
                // One of several tags is in several collections.
                if grouping != nil, isListed[number] { continue }
                if grouping != nil { isListed[number] = true }
                count += 1
            }
        }
        let kept = item.flatMap { item in rows.firstIndex { $0.number == item.number } }
        cursor = kept ?? rows.firstIndex { $0.number != nil }
        top = 0
        scroll()
    }

    private mutating func move(_ step: Int) {
        guard let cursor, step != 0 else { return }
        let direction = step < 0 ? -1 : 1
        var place = min(max(cursor + step, 0), rows.count - 1)
        // Past a heading, and back where nothing is behind it.
        while rows.indices.contains(place), rows[place].number == nil { place += direction }
        if !rows.indices.contains(place) { place = cursor }
        point(to: place)
    }

    private mutating func moveGroup(_ step: Int) {
        guard let cursor else { return }
        func isHeading(_ place: Int) -> Bool { rows[place].number == nil }
        let place: Int?
        if step > 0 {
            place = rows.indices.suffix(from: cursor).first(where: isHeading)
        } else {
            let own = rows.indices.prefix(through: cursor).last(where: isHeading) ?? 0
            place = rows.indices.prefix(upTo: own).last(where: isHeading)
        }
        if let place { point(to: place + 1) }
    }

    private mutating func point(to place: Int?) {
        guard let place else { return }
        cursor = place
        scroll()
    }

    /// The cursor is seen, with the heading over it.
    private mutating func scroll() {
        let place = cursor ?? 0
        let first = place > 0 && place < rows.count && rows[place - 1].number == nil ? place - 1 : place
        if first < top { top = first }
        if place >= top + pageRows { top = place - pageRows + 1 }
        top = min(top, max(rows.count - pageRows, 0))
    }

    // MARK: Stations

    private mutating func toggleMark() {
        guard allowsMultiple, let current else { return }
        if let place = marked.firstIndex(of: current.number) {
            marked.remove(at: place)
        } else {
            marked.append(current.number)
        }
        move(1)
    }

    private mutating func toggleAll() {
        guard allowsMultiple else { return }
        let known = Set(marked)
        var seen = known
        let new = rows.compactMap(\.number).filter { seen.insert($0).inserted }
        if new.isEmpty {
            let listed = Set(rows.compactMap(\.number))
            marked.removeAll(where: listed.contains)
        } else {
            marked += new
        }
    }

    private mutating func change(_ body: (inout UserProperties) -> Void) -> PickerOutcome? {
        guard var item = current else { return nil }
        body(&item.user)
        set(item)
        return .changed(item)
    }

    /// What is kept of a station is something else than was thought.
    mutating func set(_ item: LibraryItem) {
        search.set(item.user, ofNumber: item.number)
    }
}
