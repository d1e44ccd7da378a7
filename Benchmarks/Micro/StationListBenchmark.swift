import RadioLists

/// The reading of a station file of radio-browser's size.
struct StationListBenchmark: Benchmark {
    static let name = "StationList"
    static let unit = "list of 50,000 stations"

    private let bytes = StationListWriter.write(LibraryMaker.stations, as: .stations).bytes

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let count = (try? StationList.read(bytes))?.stations.count ?? 0
        return (1, count, count)
    }
}
