import RadioFormats
import RadioStations
import RadioText
import Testing

struct LibrarySearchTests {
    static let now = MediaTime(value: 1_800_000_000, timescale: 1)

    static let library = StationLibrary(
        stations: [
            Station(
                name: "FIP", urls: ["https://icecast.radiofrance.test/fip.aac"], id: "fip", codec: "AAC",
                language: "french",
                country: "FR", tags: ["jazz", "eclectic"], bitRate: 192_000),
            Station(
                name: "Radio Swiss Jazz", urls: ["http://stream.srg.test/rsj/mp3"], id: "rsj", codec: "MP3",
                language: "german,french", country: "CH", tags: ["Jazz"], bitRate: 128_000),
            Station(name: "Jazz FM", urls: ["http://jazz.test/"], country: "gb", tags: ["smooth jazz", "soul"]),
            Station(
                name: "Ελληνικό Ράδιο", urls: ["http://athens.test/1"], language: "greek", country: "GR",
                tags: ["folk"],
                bitRate: 64_000),
            Station(name: "1 FM Classical", urls: ["http://classic.test/1"], codec: "MP3", country: "DE", tags: []),
            Station(
                name: "Ångström Radio", urls: ["http://se.test/x"], language: "swedish", country: "SE", tags: ["JAZZ"]),
        ], source: "test")

    private static func names(_ query: StationQuery) -> [String] {
        LibrarySearch(library).items(query, now: now).map(\.station.name)
    }

    private static func names(_ property: StationProperty, _ comparison: StationPredicate.Comparison) throws -> [String]
    {
        names(StationQuery(predicates: [try #require(StationPredicate(property, comparison))]))
    }

    // MARK: Words

    /// The stations that a word finds, in this order: the name equals the word, the name begins with it, the name
    /// contains it, a tag contains it.
    @Test func namesComeBeforeTags() {
        #expect(Self.names(StationQuery(words: "jazz")) == ["Jazz FM", "Radio Swiss Jazz", "FIP", "Ångström Radio"])
        #expect(Self.names(StationQuery(words: "jaz")).count == 4)
        #expect(Self.names(StationQuery(words: "fip")) == ["FIP"])
    }

    @Test(arguments: [
        ("swiss jazz", ["Radio Swiss Jazz"]), ("JAZZ swi", ["Radio Swiss Jazz"]), ("angstrom", ["Ångström Radio"]),
        ("ΕΛΛΗΝΙΚΟ ραδιο", ["Ελληνικό Ράδιο"]), ("ｊａｚｚ ｆｍ", ["Jazz FM"]), ("mp3 jazz", ["Radio Swiss Jazz"]),
        ("azz", []), ("jazz nowhere", []), ("", Self.library.stations.map(\.name)),
    ]) func words(_ typed: String, _ names: [String]) { #expect(Self.names(StationQuery(words: typed)) == names) }

    /// A word that no station has may be misspelt by one letter (missing, doubled, wrong or exchanged), and a long word
    /// by two. Short words must be exact.
    @Test(arguments: [
        ("jzaz fm", ["Jazz FM"]), ("swis", ["Radio Swiss Jazz"]), ("swizs", ["Radio Swiss Jazz"]),
        ("clasical", ["1 FM Classical"]), ("clasicla", ["1 FM Classical"]), ("fib", []),
        ("angstrm", ["Ångström Radio"]), ("Ελληνκό", ["Ελληνικό Ράδιο"]), ("soull", ["Jazz FM"]),
    ]) func misspelt(_ typed: String, _ names: [String]) { #expect(Self.names(StationQuery(words: typed)) == names) }

    /// A hostile list has long texts that repeat the searched word thousands of times. The search is quick. (Once, it
    /// took minutes.)
    @Test(.timeLimit(.minutes(1))) func thousandsOfPlacesInOneText() throws {
        let stations = (0..<20).map { number in
            Self.station("\(number)", tags: ["b" + String(repeating: " a", count: 20_000), "b a"])
        }
        let search = LibrarySearch(StationLibrary(stations: stations, source: "test"))
        #expect(search.items(StationQuery(words: "a"), now: .zero).count == 20)
        let inName = StationQuery(predicates: [try #require(StationPredicate(.name, .contains("a")))])
        #expect(search.items(inName, now: .zero).isEmpty)
        let inTag = StationQuery(predicates: [try #require(StationPredicate(.tag, .contains("b a")))])
        #expect(search.items(inTag, now: .zero).count == 20)
    }

    // MARK: Predicates

    @Test func equality() throws {
        #expect(try Self.names(.country, .equals(.text("fr"))) == ["FIP"])
        #expect(try Self.names(.country, .equals(.text("GB"))) == ["Jazz FM"])
        #expect(try Self.names(.tag, .equals(.text("jazz"))) == ["FIP", "Radio Swiss Jazz", "Ångström Radio"])
        #expect(try Self.names(.language, .equals(.text("French"))) == ["FIP", "Radio Swiss Jazz"])
        #expect(try Self.names(.name, .equals(.text("jazz-fm"))) == ["Jazz FM"])
        #expect(try Self.names(.bitRate, .equals(.number(128))) == ["Radio Swiss Jazz"])
        #expect(try Self.names(.id, .equals(.text("rsj"))) == ["Radio Swiss Jazz"])
        #expect(try Self.names(.favourite, .equals(.flag(false))).count == 6)
        #expect(try Self.names(.name, .equals(.text(""))) == [])
    }

    @Test func otherComparisons() throws {
        #expect(try Self.names(.name, .contains("adi")) == ["Radio Swiss Jazz", "Ångström Radio"])
        #expect(try Self.names(.name, .contains("swiss jazz")) == ["Radio Swiss Jazz"])
        #expect(try Self.names(.tag, .contains("jazz")).count == 4)
        #expect(try Self.names(.tag, .contains("fm")) == [])
        #expect(try Self.names(.name, .beginsWith("jazz")) == ["Jazz FM"])
        #expect(try Self.names(.tag, .beginsWith("smooth")) == ["Jazz FM"])
        #expect(
            try Self.names(.country, .isOneOf([.text("se"), .text("de")])) == ["1 FM Classical", "Ångström Radio"])
        #expect(try Self.names(.bitRate, .greaterThan(100)) == ["FIP", "Radio Swiss Jazz"])
        #expect(try Self.names(.bitRate, .lessThan(100)) == ["Ελληνικό Ράδιο"])
        #expect(try Self.names(.bitRate, .isMissing) == ["Jazz FM", "1 FM Classical", "Ångström Radio"])
        #expect(try Self.names(.tag, .isMissing) == ["1 FM Classical"])
        #expect(try Self.names(.codec, .isMissing) == ["Jazz FM", "Ελληνικό Ράδιο", "Ångström Radio"])
        #expect(try Self.names(.url, .contains("radiofrance")) == ["FIP"])
        #expect(try Self.names(.homepage, .isMissing).count == 6)
    }

    @Test func conditionsAreAllMet() throws {
        let query = StationQuery(
            words: "radio",
            predicates: [
                try #require(StationPredicate(.tag, .equals(.text("jazz")))),
                try #require(StationPredicate(.country, .equals(.text("se")))),
            ])
        #expect(Self.names(query) == ["Ångström Radio"])
    }

    @Test func whatCannotBeComparedIsRefused() {
        #expect(StationPredicate(.name, .greaterThan(1)) == nil)
        #expect(StationPredicate(.rating, .contains("1")) == nil)
        #expect(StationPredicate(.rating, .equals(.text("1"))) == nil)
        #expect(StationPredicate(.favourite, .isMissing) == nil)
        #expect(StationPredicate(.country, .isOneOf([.text("a"), .number(1)])) == nil)
        #expect(!StationProperty.favourite.canFilter(by: .lessThan(1)))
        #expect(StationProperty.heard.canFilter(by: .lessThan(1)))
    }

    @Test func aLimitBelowZeroIsNone() {
        let search = LibrarySearch(Self.library)
        let query = StationQuery(limit: -1)
        #expect(search.items(query).isEmpty && search.collections(query).isEmpty && search.numbers(query).isEmpty)
    }

    // MARK: Order

    @Test func orders() {
        #expect(
            Self.names(StationQuery(sort: [StationSort(.name)])) == [
                "1 FM Classical", "Ångström Radio", "FIP", "Jazz FM", "Radio Swiss Jazz", "Ελληνικό Ράδιο",
            ])
        #expect(
            Self.names(StationQuery(sort: [StationSort(.bitRate)], limit: 3)) == [
                "FIP", "Radio Swiss Jazz", "Ελληνικό Ράδιο",
            ])
        // Stations without a value come last, in both directions.
        #expect(
            Self.names(StationQuery(sort: [StationSort(.bitRate, isDescending: false)], limit: 4)) == [
                "Ελληνικό Ράδιο", "Radio Swiss Jazz", "FIP", "Jazz FM",
            ])
        #expect(
            Self.names(StationQuery(sort: [StationSort(.codec), StationSort(.name, isDescending: true)], limit: 3)) == [
                "FIP", "Radio Swiss Jazz", "1 FM Classical",
            ])
    }

    // MARK: Groups

    private static func groups(_ query: StationQuery) -> [String] {
        LibrarySearch(library).collections(query, now: now).map { group in
            group.title + ": " + group.items.map { String($0.number) }.joined(separator: " ")
        }
    }

    @Test func grouping() {
        #expect(
            Self.groups(StationQuery(grouping: .tag)) == [
                "eclectic: 1", "folk: 4", "jazz: 1 2 6", "smooth jazz: 3", "soul: 3", ": 5",
            ])
        #expect(Self.groups(StationQuery(grouping: .language)).last == ": 3 5")
        #expect(Self.groups(StationQuery(grouping: .language)).first == "french: 1 2")
        #expect(
            Self.groups(StationQuery(grouping: .country)) == ["CH: 2", "DE: 5", "FR: 1", "GB: 3", "GR: 4", "SE: 6"])
        #expect(Self.groups(StationQuery(grouping: .firstLetter)) == ["#: 5", "A: 6", "F: 1", "J: 3", "R: 2", "Ε: 4"])
        #expect(Self.groups(StationQuery(grouping: .codec)) == ["AAC: 1", "MP3: 2 5", ": 3 4 6"])
        #expect(Self.groups(StationQuery(grouping: .rating)) == [": 1 2 3 4 5 6"])
        #expect(Self.groups(StationQuery(sort: [StationSort(.name)], grouping: .tag, limit: 2))[2] == "jazz: 6 1")
        #expect(Self.groups(StationQuery()) == [": 1 2 3 4 5 6"])
        #expect(Self.groups(StationQuery(words: "nowhere")) == [])
    }

    private static func groups(_ stations: [Station], _ query: StationQuery) -> [String] {
        LibrarySearch(StationLibrary(stations: stations, source: "test")).numbers(query, now: now).map {
            title, numbers in
            title + ": " + numbers.map(String.init).joined(separator: " ")
        }
    }

    private static func station(_ name: String, tags: [String] = [], language: String? = nil) -> Station {
        Station(name: name, urls: ["http://a.test/"], language: language, tags: tags)
    }

    /// Texts that differ only in case, accents or punctuation belong to one collection. Each station is in it once, and
    /// its name is the text that comes first in the list.
    @Test func textsOfOneCollection() {
        let stations = [
            Self.station("B", tags: ["!!!", "ROCK", "rock", "Pop"]), Self.station("A", tags: ["Röck", "…"]),
            Self.station("C", tags: ["!!!"]), Self.station("D", tags: ["pop", "rock"]),
        ]
        #expect(Self.groups(stations, StationQuery(grouping: .tag)) == ["Pop: 1 4", "ROCK: 1 2 4", ": 3"])
        #expect(
            Self.groups(stations, StationQuery(sort: [StationSort(.name, isDescending: true)], grouping: .tag)) == [
                "Pop: 4 1", "ROCK: 4 1 2", ": 3",
            ])
        #expect(Self.groups(stations, StationQuery(words: "d", grouping: .tag)) == ["pop: 4", "rock: 4"])
        // The same text in another field, here the languages, makes another collection.
        let languages = [
            Self.station("A", tags: ["greek"], language: "Greek, ,english"), Self.station("B", language: "english"),
        ]
        #expect(Self.groups(languages, StationQuery(grouping: .language)) == ["english: 1 2", "Greek: 1"])
        #expect(Self.groups(languages, StationQuery(grouping: .tag)) == ["greek: 1", ": 2"])
    }

    /// A library has as many different texts as a real one. The collections equal those of a simpler method with a
    /// dictionary.
    @Test func thousandsOfTexts() {
        let stations = (0..<5000).map { number in
            Self.station("\(number)", tags: ["Tag \(number % 7)", "tag-\(number / 3)", "TAG \(number * 37 % 4000)"])
        }
        var expected: [[UInt8]: (title: String, numbers: [Int])] = [:]
        for (place, station) in stations.enumerated() {
            for tag in station.tags {
                var key: [UInt8] = []
                NameFolding.append(tag, to: &key)
                if expected[key, default: (tag, [])].numbers.last != place + 1 {
                    expected[key, default: (tag, [])].numbers.append(place + 1)
                }
            }
        }
        let groups = LibrarySearch(StationLibrary(stations: stations, source: "test")).numbers(.byTag, now: .zero)
        let inOrder = expected.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
        #expect(groups.count == inOrder.count && groups.count > 3000)
        #expect(zip(groups, inOrder).allSatisfy { $0.title == $1.title && Set($0.numbers) == Set($1.numbers) })
    }

    /// Each station of a hostile list has thousands of languages that no other station has. Grouping is quick. (Once,
    /// it took minutes.)
    @Test(.timeLimit(.minutes(1))) func thousandsOfTextsOfOneStation() {
        let stations = (0..<40).map { number in
            Self.station("\(number)", language: (0..<2000).map { "\(number)x\($0)" }.joined(separator: ","))
        }
        #expect(Self.groups(stations, StationQuery(grouping: .language)).count == 80_000)
    }

    @Test func anEmptyLibrary() {
        let search = LibrarySearch(StationLibrary(stations: [], source: "nothing"))
        #expect(search.items(StationQuery(words: "jazz"), now: .zero) == [])
        #expect(search.collections(.byTag, now: .zero) == [])
    }
}
