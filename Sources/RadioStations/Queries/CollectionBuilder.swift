import RadioText

/// Groups stations into collections. Stations are added one after another.
struct CollectionBuilder {
    /// A collection to which stations are still being added.
    private struct Group {
        /// The collection's title, spelt as in the entry of the collection's first station in list order.
        var title: String
        /// The index of the station that set the title.
        var first = Int.max
        /// The index of the station added last.
        var last = -1
        /// Determines the collection's position among the collections. Collections of stations that lack the property
        /// come last.
        var order: (isMissing: Bool, number: Int, text: [UInt8])
        /// Indices of the stations in the library, at most `limit`.
        var places: [Int] = []
        /// Number of stations, including those beyond the limit.
        var count = 0
    }

    private let grouping: StationGrouping
    private let limit: Int
    private let library: StationLibrary
    private let index: StationIndex
    /// The text property by which stations are grouped; nil if the grouping is not by a text of the list.
    private let property: StationProperty?
    /// The numbered texts of ``property`` in the index; nil if the grouping is not by a text of the list.
    private let column: FoldedColumn?
    private var groups: [Group] = []
    /// For each text number of ``column``, the index of the text's group in `groups`; -1 if the text has no group yet.
    private var groupByText: [Int32]
    /// For groups that are not made from numbered texts: the group's index in `groups`, by the group's key.
    private var groupByKey: [[UInt8]: Int] = [:]

    /// - Parameters:
    ///   - grouping: what the stations of a collection have in common.
    ///   - limit: maximum number of stations kept in each collection.
    ///   - library: the library that the stations belong to.
    ///   - index: the index of that library.
    init(_ grouping: StationGrouping, limit: Int, _ library: StationLibrary, _ index: StationIndex) {
        self.grouping = grouping
        self.limit = limit
        self.library = library
        self.index = index
        property = Self.property(grouping)
        column = property.flatMap(StationIndex.Field.init).flatMap(index.column)
        groupByText = Array(repeating: -1, count: column?.count ?? 0)
    }

    private static func property(_ grouping: StationGrouping) -> StationProperty? {
        switch grouping {
        case .country: .country
        case .language: .language
        case .tag: .tag
        case .codec: .codec
        case .firstLetter, .rating, .favourite, .source: nil
        }
    }

    /// The collections in their final order, with the indices of their stations in the library.
    var collections: [(title: String, places: [Int], count: Int)] {
        groups.sorted { left, right in
            if left.order.isMissing != right.order.isMissing { return right.order.isMissing }
            if left.order.number != right.order.number { return left.order.number < right.order.number }
            return left.order.text.lexicographicallyPrecedes(right.order.text)
        }.map { ($0.title, $0.places, $0.count) }
    }

    /// Adds a station.
    /// - Parameter place: the station's index in the library.
    mutating func add(_ place: Int) {
        switch grouping {
        case .country, .language, .tag, .codec: addByTexts(place)
        case .firstLetter: addByLetter(place, index.text(.name, of: place))
        case .rating:
            let stars = library.user[place]?.rating
            add(place, title: stars.map { String(repeating: "★", count: $0) } ?? "", number: stars.map { -$0 })
        case .favourite:
            let isFavourite = library.user[place]?.isFavourite ?? false
            add(place, title: isFavourite ? "★" : "", number: isFavourite ? 0 : nil)
        case .source:
            let source = library.source(of: place)
            add(place, title: source.name, number: source.number)
        }
    }

    /// Adds a station to the group of each of its values of ``property``, such as each of its tags. Each value has a
    /// number in ``column``.
    private mutating func addByTexts(_ place: Int) {
        guard let property, let column else { return }
        // The texts as written in the list. They are computed only for a station that sets the title of a collection.
        var texts: [String]?
        var isAny = false
        for (order, number) in column.numbers(of: place).enumerated() where number >= 0 {
            isAny = true
            if groupByText[Int(number)] < 0 {
                groupByText[Int(number)] = Int32(groups.count)
                groups.append(Group(title: "", order: (false, 0, Array(index.bytes[column.place(of: number)]))))
            }
            let group = Int(groupByText[Int(number)])
            // Two texts of a station may be equal after folding. The station is added to their group only once.
            guard groups[group].last != place else { continue }
            groups[group].last = place
            if place < groups[group].first {
                groups[group].first = place
                let all = texts ?? property.texts(of: library.stations[place])
                texts = all
                groups[group].title = all.indices.contains(order) ? title(all[order]) : ""
            }
            put(place, into: group)
        }
        if !isAny { add(place, key: [], Group(title: "", order: (true, 0, []))) }
    }

    private func title(_ text: String) -> String {
        switch grouping {
        case .country, .codec: text.uppercased()
        case .language: PlainText.clean(text)
        case .tag, .firstLetter, .rating, .favourite, .source: text
        }
    }

    private mutating func addByLetter(_ place: Int, _ name: ArraySlice<UInt8>) {
        // The folded name begins with a space. Names that do not begin with a letter form one group before the letters.
        let first = String(decoding: name.dropFirst(), as: UTF8.self).unicodeScalars.first
        guard let first, first.properties.isAlphabetic else {
            return add(place, key: [0], Group(title: "#", order: (false, 0, [])))
        }
        let title = first.properties.titlecaseMapping
        add(place, key: Array(title.utf8), Group(title: title, order: (false, 1, Array(title.utf8))))
    }

    private mutating func add(_ place: Int, title: String, number: Int?) {
        add(place, key: Array(title.utf8), Group(title: title, order: (number == nil, number ?? 0, [])))
    }

    /// Adds a station to the group with a key. Creates the group for its first station.
    /// - Parameters:
    ///   - place: the station's index in the library.
    ///   - key: identifies the group.
    ///   - new: the group to add if no group has the key.
    private mutating func add(_ place: Int, key: [UInt8], _ new: Group) {
        if let group = groupByKey[key] { return put(place, into: group) }
        groupByKey[key] = groups.count
        groups.append(new)
        put(place, into: groups.count - 1)
    }

    private mutating func put(_ place: Int, into group: Int) {
        groups[group].count += 1
        if groups[group].places.count < limit { groups[group].places.append(place) }
    }
}
