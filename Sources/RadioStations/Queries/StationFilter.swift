import RadioFormats
import RadioText

/// A predicate, prepared to be tested quickly on thousands of stations.
struct StationFilter {
    /// What the test of a station needs besides the index.
    struct Context {
        let library: StationLibrary
        /// The time against which properties such as `played` are measured.
        let now: MediaTime
    }

    private let predicate: StationPredicate
    /// The prepared condition, if it concerns a text in the index; otherwise nil.
    private let indexed: FieldTest?
    /// The prepared condition, if it concerns a text that is not in the index; otherwise nil.
    private let unindexed: FieldTest?

    /// The byte put before texts that are not in the index, as if it named their field.
    private static let unindexedField: UInt8 = 0x1F

    init(_ predicate: StationPredicate) {
        self.predicate = predicate
        if let field = StationIndex.Field(predicate.property) {
            (indexed, unindexed) = (FieldTest(predicate.comparison, field: field.rawValue), nil)
        } else {
            (indexed, unindexed) = (nil, FieldTest(predicate.comparison, field: Self.unindexedField))
        }
    }

    func holds(_ folded: UnsafeRawBufferPointer, at place: Int, _ context: Context) -> Bool {
        if let indexed { return indexed.holds(folded) }
        switch predicate.property.kind {
        case .text: return holds(predicate.property.texts(of: context.library.stations[place]))
        case .number: return holds(predicate.property.number(at: place, context))
        case .flag: return predicate.comparison == .equals(.flag(context.library.user[place]?.isFavourite ?? false))
        }
    }

    private func holds(_ texts: [String]) -> Bool {
        guard let unindexed else { return false }
        var bytes: [UInt8] = []
        for text in texts {
            bytes.append(Self.unindexedField)
            NameFolding.append(text, to: &bytes)
        }
        return bytes.withUnsafeBytes(unindexed.holds)
    }

    private func holds(_ number: Double?) -> Bool {
        guard let number else { return predicate.comparison == .isMissing }
        switch predicate.comparison {
        case .equals(.number(let other)): return number == other
        case .isOneOf(let values): return values.contains(.number(number))
        case .greaterThan(let other): return number > other
        case .lessThan(let other): return number < other
        case .equals, .contains, .beginsWith, .isMissing: return false
        }
    }
}

extension StationProperty {
    /// Returns all texts of a property, as written in the list; empty for numbers and flags.
    func texts(of station: Station) -> [String] {
        switch self {
        case .name: [station.name]
        case .id: station.id.map { [$0] } ?? []
        case .url: station.urls
        case .homepage: station.homepage.map { [$0] } ?? []
        case .country: station.country.map { [$0] } ?? []
        case .language: station.language.map { $0.split(separator: ",").map(String.init) } ?? []
        case .tag: station.tags
        case .codec: station.codec.map { [$0] } ?? []
        case .summary: [station.summary, station.longDescription].compactMap(\.self)
        case .artwork: station.artworkURL.map { [$0] } ?? []
        case .bitRate, .favourite, .rating, .playCount, .lastPlayed, .heard, .gain: []
        }
    }

    /// Returns a station's number for predicates and sort keys to compare; nil if it is unknown. `place` is the
    /// station's index in the library.
    func number(at place: Int, _ context: StationFilter.Context) -> Double? {
        let user = context.library.user[place] ?? UserProperties()
        return number(of: context.library.stations[place], user, now: context.now)
    }

    func number(of station: Station, _ user: UserProperties, now: MediaTime) -> Double? {
        switch self {
        case .bitRate: station.bitRate.map { Double($0) / 1000 }
        case .favourite: user.isFavourite ? 1 : 0
        case .rating: user.rating.map(Double.init)
        case .playCount: Double(user.playCount)
        case .lastPlayed: user.lastPlayed.flatMap { $0.isNumeric ? .some((now - $0).seconds / 86_400) : nil }
        case .heard: user.heard / .seconds(60)
        case .gain: user.gain
        case .name, .id, .url, .homepage, .country, .language, .tag, .codec, .summary, .artwork: nil
        }
    }
}
