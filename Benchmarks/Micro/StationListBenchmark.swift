import RadioLists

/// Measures how fast a station file with as many stations as radio-browser has is read.
struct StationListBenchmark: Benchmark {
    static let name = "StationList"
    static let unit = "list of 50,000 stations"

    private let bytes = StationListWriter.write(LibraryMaker.stations, as: .stations).bytes

    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        let count = (try? StationList.read(bytes))?.stations.count ?? 0
        return (1, count, count)
    }
}
