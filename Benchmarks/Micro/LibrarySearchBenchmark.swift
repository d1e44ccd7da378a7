import RadioStations

/// Measures how fast the search index of a library is built.
struct LibraryIndexBenchmark: Benchmark {
    static let name = "LibraryIndex"
    static let unit = "library of 50,000 stations"

    private let library = StationLibrary(stations: LibraryMaker.stations, source: "made")

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let search = LibrarySearch(library)
        return (1, library.stations.count, search.library.stations.count)
    }
}
