import RadioText

/// Gathers stations into collections, as they come.
struct CollectionBuilder {
    private struct Group {
        /// As the first station of the list writes it.
        var title: String
        var titleNumber = 0
        /// Of the order among the collections; those without anything come last.
        var order: (isMissing: Bool, number: Int, text: [UInt8])
        var items: [LibraryItem] = []
    }

    private let grouping: StationGrouping
    private let limit: Int
    private var groups: [[UInt8]: Group] = [:]

    /// - Parameters:
    ///   - grouping: what is common to a collection.
    ///   - limit: stations kept in each.
    init(_ grouping: StationGrouping, limit: Int) {
        self.grouping = grouping
        self.limit = limit
    }

    var collections: [StationCollection] {
        groups.values.sorted { left, right in
            if left.order.isMissing != right.order.isMissing { return right.order.isMissing }
            if left.order.number != right.order.number { return left.order.number < right.order.number }
            return left.order.text.lexicographicallyPrecedes(right.order.text)
        }.map { StationCollection(title: $0.title, items: $0.items) }
    }

    /// - Parameters:
    ///   - item: the station.
    ///   - source: which list it is from, from 0, and what that is called.
    ///   - name: its folded name.
    mutating func add(_ item: LibraryItem, source: (number: Int, name: String), name: ArraySlice<UInt8>) {
        switch grouping {
        case .country: add(item, texts: StationProperty.country.texts(of: item.station).map { $0.uppercased() })
        case .language: add(item, texts: StationProperty.language.texts(of: item.station).map(PlainText.clean))
        case .tag: add(item, texts: item.station.tags)
        case .codec: add(item, texts: StationProperty.codec.texts(of: item.station).map { $0.uppercased() })
        case .firstLetter: addByLetter(item, name)
        case .rating:
            let stars = item.user.rating
            add(item, title: stars.map { String(repeating: "★", count: $0) } ?? "", number: stars.map { -$0 })
        case .favourite:
            add(item, title: item.user.isFavourite ? "★" : "", number: item.user.isFavourite ? 0 : nil)
        case .source: add(item, title: source.name, number: source.number)
        }
    }

    private mutating func add(_ item: LibraryItem, texts: [String]) {
        var seen: Set<[UInt8]> = []
        for text in texts {
            var folded: [UInt8] = []
            NameFolding.append(text, to: &folded)
            // A tag may be written twice, in two ways.
            guard !folded.isEmpty, seen.insert(folded).inserted else { continue }
            add(item, key: folded, Group(title: text, order: (false, 0, folded)))
        }
        if seen.isEmpty { add(item, key: [], Group(title: "", order: (true, 0, []))) }
    }

    private mutating func addByLetter(_ item: LibraryItem, _ name: ArraySlice<UInt8>) {
        // After the space; all that are no letters together, before the letters.
        let first = String(decoding: name.dropFirst(), as: UTF8.self).unicodeScalars.first
        guard let first, first.properties.isAlphabetic else {
            return add(item, key: [0], Group(title: "#", order: (false, 0, [])))
        }
        let title = first.properties.titlecaseMapping
        add(item, key: Array(title.utf8), Group(title: title, order: (false, 1, Array(title.utf8))))
    }

    private mutating func add(_ item: LibraryItem, title: String, number: Int?) {
        add(item, key: Array(title.utf8), Group(title: title, order: (number == nil, number ?? 0, [])))
    }

    private mutating func add(_ item: LibraryItem, key: [UInt8], _ new: Group) {
        var group = groups.removeValue(forKey: key) ?? new
        if group.titleNumber == 0 || item.number < group.titleNumber {
            (group.title, group.titleNumber) = (new.title, item.number)
        }
        if group.items.count < limit { group.items.append(item) }
        groups[key] = group
    }
}
