import RadioStations

/// Measures how fast a query finds stations in a library of 50,000.
protocol QueryBenchmark: Benchmark {
    static var query: StationQuery { get }

    var search: LibrarySearch { get }
}

extension QueryBenchmark {
    static func makeSearch() -> LibrarySearch {
        LibrarySearch(StationLibrary(stations: LibraryMaker.stations, source: "made"))
    }

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let found = search.numbers(Self.query, now: .zero).reduce(0) { $0 + $1.numbers.count }
        return (1, found, found)
    }
}

/// Measures a query of words that some stations contain, as the station picker makes after every key press.
struct WordQueryBenchmark: QueryBenchmark {
    static let name = "WordQuery"
    static let unit = "query of words"
    static let query = StationQuery(words: "radio jaz")

    let search = makeSearch()
}

/// Measures a query with a misspelt word, which the search compares with all words of the library.
struct MisspeltQueryBenchmark: QueryBenchmark {
    static let name = "MisspeltQuery"
    static let unit = "query of a misspelt word"
    static let query = StationQuery(words: "antenen")

    let search = makeSearch()
}

/// Measures a query with a condition and a sort order.
struct SortedQueryBenchmark: QueryBenchmark {
    static let name = "SortedQuery"
    static let unit = "query with a condition and an order"
    static let query = StationQuery(
        predicates: [StationPredicate(.country, .equals(.text("FR")))].compactMap(\.self), sort: [StationSort(.name)])

    let search = makeSearch()
}

/// Measures a query for all stations, grouped by tag.
struct GroupedQueryBenchmark: QueryBenchmark {
    static let name = "GroupedQuery"
    static let unit = "query of all, by tag"
    static let query = StationQuery(grouping: .tag)

    let search = makeSearch()
}
