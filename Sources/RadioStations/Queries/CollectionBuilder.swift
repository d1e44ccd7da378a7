import Glibc
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

    /// A folded text where it stands in the index.
    private struct Folded: Hashable {
        var bytes: UnsafeRawBufferPointer

        func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }

        static func == (left: Self, right: Self) -> Bool {
            guard left.bytes.count == right.bytes.count, let start = left.bytes.baseAddress,
                let other = right.bytes.baseAddress
            else { return left.bytes.count == right.bytes.count }
            return memcmp(start, other, left.bytes.count) == 0
        }
    }

    private let grouping: StationGrouping
    private let limit: Int
    private var groups: [Group] = []
    /// Of the groups, by their keys.
    private var numbers: [[UInt8]: Int] = [:]
    /// The same for those that are known by a folded text.
    private var numberByText: [Folded: Int] = [:]
    /// Groups that the present station is in already.
    private var seen: [Int] = []

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
    ///   - folded: its fields in the index, which must stay where they are until the last station was added.
    mutating func add(_ place: Int, of library: StationLibrary, folded: UnsafeRawBufferPointer) {
        switch grouping {
        case .country: add(place, of: library, .country, folded) { $0.uppercased() }
        case .language: add(place, of: library, .language, folded, PlainText.clean)
        case .tag: add(place, of: library, .tag, folded) { $0 }
        case .codec: add(place, of: library, .codec, folded) { $0.uppercased() }
        case .firstLetter: addByLetter(place, StationIndex.fields(.name, in: folded).first { _ in true })
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

    /// By the texts of a property: they were folded when the index was made.
    private mutating func add(
        _ place: Int, of library: StationLibrary, _ property: StationProperty, _ folded: UnsafeRawBufferPointer,
        _ title: (String) -> String
    ) {
        guard let field = StationIndex.Field(property) else { return }
        seen.removeAll(keepingCapacity: true)
        for (order, text) in StationIndex.fields(field, in: folded).enumerated() where !text.isEmpty {
            let group: Int
            if let known = numberByText[Folded(bytes: text)] {
                group = known
            } else {
                group = groups.count
                groups.append(Group(title: "", order: (false, 0, Array(text))))
                numberByText[Folded(bytes: text)] = group
            }
            guard !seen.contains(group) else { continue }
            seen.append(group)
            if isFirst(place, in: group) {
                // In the same order as in the index.
                let texts = property.texts(of: library.stations[place])
                groups[group].title = texts.indices.contains(order) ? title(texts[order]) : ""
            }
            put(place, into: group)
        }
        if seen.isEmpty { add(place, key: [], Group(title: "", order: (true, 0, []))) }
    }

    private mutating func addByLetter(_ place: Int, _ name: UnsafeRawBufferPointer?) {
        // After the space; all that are no letters together, before the letters.
        let first = name.flatMap { String(decoding: $0.dropFirst(), as: UTF8.self).unicodeScalars.first }
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
        let group = number(of: key, new)
        if isFirst(place, in: group) { groups[group].title = new.title }
        put(place, into: group)
    }

    /// Of the group with this key.
    private mutating func number(of key: [UInt8], _ new: Group) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = groups.count
        groups.append(new)
        return groups.count - 1
    }

    /// Whether the station is the first of the list, as far as is known, that is in the group; it names it.
    private mutating func isFirst(_ place: Int, in group: Int) -> Bool {
        guard groups[group].titleNumber == 0 || place + 1 < groups[group].titleNumber else { return false }
        groups[group].titleNumber = place + 1
        return true
    }

    private mutating func put(_ place: Int, into group: Int) {
        if groups[group].places.count < limit { groups[group].places.append(place) }
    }
}
