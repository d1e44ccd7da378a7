import RadioText

/// Gathers stations into collections, as they come.
struct CollectionBuilder {
    private struct Group {
        /// As the first station of the list writes it.
        var title: String
        var titleNumber = 0
        /// Of the order among the collections; those without anything come last.
        var order: (isMissing: Bool, number: Int, text: [UInt8])
        var places: [Int] = []
    }

    private let grouping: StationGrouping
    private let limit: Int
    private var groups: [Group] = []
    /// Of the groups, by their keys.
    private var numbers: [[UInt8]: Int] = [:]
    /// Of the groups, by what stations write; -1 for what counts as nothing.
    private var groupByText: [String: Int] = [:]

    private static let maximumTexts = 100_000

    /// - Parameters:
    ///   - grouping: what is common to a collection.
    ///   - limit: stations kept in each.
    init(_ grouping: StationGrouping, limit: Int) {
        self.grouping = grouping
        self.limit = limit
    }

    /// In their order, with the places of their stations.
    var collections: [(title: String, places: [Int])] {
        groups.sorted { left, right in
            if left.order.isMissing != right.order.isMissing { return right.order.isMissing }
            if left.order.number != right.order.number { return left.order.number < right.order.number }
            return left.order.text.lexicographicallyPrecedes(right.order.text)
        }.map { ($0.title, $0.places) }
    }

    /// - Parameters:
    ///   - place: of the station in the library, from 0.
    ///   - library: that it is in.
    ///   - source: which list it is from, from 0, and what that is called.
    ///   - name: its folded name.
    mutating func add(
        _ place: Int, of library: StationLibrary, source: (number: Int, name: String), name: ArraySlice<UInt8>
    ) {
        func texts(_ property: StationProperty) -> [String] { property.texts(of: library.stations[place]) }
        switch grouping {
        case .country: add(place, texts: texts(.country).map { $0.uppercased() })
        case .language: add(place, texts: texts(.language).map(PlainText.clean))
        case .tag: add(place, texts: library.stations[place].tags)
        case .codec: add(place, texts: texts(.codec).map { $0.uppercased() })
        case .firstLetter: addByLetter(place, name)
        case .rating:
            let stars = library.user[place]?.rating
            add(place, title: stars.map { String(repeating: "★", count: $0) } ?? "", number: stars.map { -$0 })
        case .favourite:
            let isFavourite = library.user[place]?.isFavourite ?? false
            add(place, title: isFavourite ? "★" : "", number: isFavourite ? 0 : nil)
        case .source: add(place, title: source.name, number: source.number)
        }
    }

    private mutating func add(_ place: Int, texts: [String]) {
        var seen: [Int] = []
        for text in texts {
            guard let group = group(of: text), !seen.contains(group) else { continue }
            seen.append(group)
            put(place, into: group, title: text)
        }
        if seen.isEmpty { add(place, key: [], Group(title: "", order: (true, 0, []))) }
    }

    /// The group of a text, made where it is missing; nil where nothing of the text counts. The same texts come again and again, and
    /// folding one takes much longer than to find it.
    private mutating func group(of text: String) -> Int? {
        if let known = groupByText[text] { return known < 0 ? nil : known }
        var folded: [UInt8] = []
        NameFolding.append(text, to: &folded)
        let number = folded.isEmpty ? nil : number(of: folded, Group(title: text, order: (false, 0, folded)))
        // A list of nonsense has as many texts as it likes.
        if groupByText.count < Self.maximumTexts { groupByText[text] = number ?? -1 }
        return number
    }

    private mutating func addByLetter(_ place: Int, _ name: ArraySlice<UInt8>) {
        // After the space; all that are no letters together, before the letters.
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

    private mutating func add(_ place: Int, key: [UInt8], _ new: Group) {
        put(place, into: number(of: key, new), title: new.title)
    }

    /// Of the group with this key.
    private mutating func number(of key: [UInt8], _ new: Group) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = groups.count
        groups.append(new)
        return groups.count - 1
    }

    private mutating func put(_ place: Int, into group: Int, title: String) {
        let number = place + 1
        if groups[group].titleNumber == 0 || number < groups[group].titleNumber {
            groups[group].title = title
            groups[group].titleNumber = number
        }
        if groups[group].places.count < limit { groups[group].places.append(place) }
    }
}
