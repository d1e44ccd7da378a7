import RadioStations

/// The index that queries are answered from.
struct LibraryIndexBenchmark: Benchmark {
    static let name = "LibraryIndex"
    static let unit = "library of 50,000 stations"

    private let library = StationLibrary(stations: LibraryMaker.stations, source: "made")

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let search = LibrarySearch(library)
        return (1, library.stations.count, search.library.stations.count)
    }
}

/// Words that some of fifty thousand stations have, as at every key of the picker.
struct WordQueryBenchmark: Benchmark {
    static let name = "WordQuery"
    static let unit = "query of words"

    private let search = LibrarySearch(StationLibrary(stations: LibraryMaker.stations, source: "made"))

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let found = search.numbers(StationQuery(words: "radio jaz"), now: 0).first?.numbers.count ?? 0
        return (1, found, found)
    }
}

/// A misspelt word: all words of the library are looked at.
struct MisspeltQueryBenchmark: Benchmark {
    static let name = "MisspeltQuery"
    static let unit = "query of a misspelt word"

    private let search = LibrarySearch(StationLibrary(stations: LibraryMaker.stations, source: "made"))

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let found = search.numbers(StationQuery(words: "antenen"), now: 0).first?.numbers.count ?? 0
        return (1, found, found)
    }
}

/// A condition and an order.
struct SortedQueryBenchmark: Benchmark {
    static let name = "SortedQuery"
    static let unit = "query with a condition and an order"

    private let search = LibrarySearch(StationLibrary(stations: LibraryMaker.stations, source: "made"))

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let predicate = StationPredicate(.country, .equals(.text("FR")))
        let query = StationQuery(predicates: [predicate].compactMap(\.self), sort: [StationSort(.name)])
        let found = search.numbers(query, now: 0).first?.numbers.count ?? 0
        return (1, found, found)
    }
}

/// All stations gathered by tag, as the picker does when it is asked to.
struct GroupedQueryBenchmark: Benchmark {
    static let name = "GroupedQuery"
    static let unit = "query of all, by tag"

    private let search = LibrarySearch(StationLibrary(stations: LibraryMaker.stations, source: "made"))

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let groups = search.numbers(StationQuery(grouping: .tag), now: 0)
        return (1, groups.count, groups.reduce(0) { $0 + $1.numbers.count })
    }
}
