import RadioFormats
import RadioStations

/// What is typed, listed, marked and pointed at: everything of a picker but its looks. Pure.
struct PickerModel: Sendable {
    let prompt: String
    let allowsMultiple: Bool
    private(set) var text: String
    private(set) var grouping: StationGrouping?
    private var list = RowList<StationRow>()
    /// Stations that are listed, each once.
    private(set) var count = 0
    /// Numbers of the marked stations, the first marked first.
    private(set) var marked: [Int] = []

    private var search: LibrarySearch
    private var query: StationQuery
    private let now: MediaTime

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
        fill()
    }

    /// Stations of the whole library.
    var total: Int { search.library.stations.count }

    var rows: [StationRow] { list.rows }

    /// Of the row that is pointed at: always a station's; nil where there is none.
    var cursor: Int? { list.cursor }

    var current: LibraryItem? { list.current?.number.map(item) }

    /// The station with a number of ``rows``.
    func item(_ number: Int) -> LibraryItem { search.library.item(at: number - 1) }

    /// The rows that are seen, with their places.
    var visible: [(place: Int, row: StationRow)] { list.visible }

    /// The place has room for so many rows.
    mutating func fit(rows: Int) { list.fit(rows: rows) }

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
        case .move(let step): list.move(step)
        case .movePage(let step): list.movePage(step)
        case .first: list.first()
        case .last: list.last()
        case .moveGroup(let step): list.moveGroup(step)
        case .nextGrouping:
            let place = Self.groupings.firstIndex(of: grouping) ?? -1
            grouping = Self.groupings[(place + 1) % Self.groupings.count]
            fill(keeping: list.current)
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
        fill()
    }

    // MARK: The list

    private mutating func fill(keeping kept: StationRow? = nil) {
        query.words = text
        query.grouping = grouping
        let (rows, count) = search.rows(query, now: now)
        self.count = count
        list.set(rows, keeping: kept)
    }

    // MARK: Stations

    private mutating func toggleMark() {
        guard allowsMultiple, let current else { return }
        if let place = marked.firstIndex(of: current.number) {
            marked.remove(at: place)
        } else {
            marked.append(current.number)
        }
        list.move(1)
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
