import RadioStations

/// A query of fifty thousand stations.
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

/// Words that some stations have, as at every key of the picker.
struct WordQueryBenchmark: QueryBenchmark {
    static let name = "WordQuery"
    static let unit = "query of words"
    static let query = StationQuery(words: "radio jaz")

    let search = makeSearch()
}

/// A misspelt word: all words of the library are looked at.
struct MisspeltQueryBenchmark: QueryBenchmark {
    static let name = "MisspeltQuery"
    static let unit = "query of a misspelt word"
    static let query = StationQuery(words: "antenen")

    let search = makeSearch()
}

/// A condition and an order.
struct SortedQueryBenchmark: QueryBenchmark {
    static let name = "SortedQuery"
    static let unit = "query with a condition and an order"
    static let query = StationQuery(
        predicates: [StationPredicate(.country, .equals(.text("FR")))].compactMap(\.self), sort: [StationSort(.name)])

    let search = makeSearch()
}

/// All stations gathered by tag, as the picker does when it is asked to.
struct GroupedQueryBenchmark: QueryBenchmark {
    static let name = "GroupedQuery"
    static let unit = "query of all, by tag"
    static let query = StationQuery(grouping: .tag)

    let search = makeSearch()
}
