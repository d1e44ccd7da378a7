/// One measured piece of work. To add one, write a file with a type like the existing ones and name it in
/// ``benchmarks``.
protocol Benchmark {
    static var name: String { get }
    /// One unit of work, such as `1,400-byte chunk` or `packet`.
    static var unit: String { get }

    init()

    /// Does the work once. Every call does the same work. Allocations of the first call are not counted.
    /// - Returns: The number of units done, the number of packets among them, and a value that depends on all of the
    ///   work, so that the optimiser cannot leave any of it out.
    mutating func run() -> (units: Int, packets: Int, trace: Int)
}

let benchmarks: [any Benchmark.Type] = [
    IcySplitterBenchmark.self, MpegAudioFramerBenchmark.self, AdtsFramerBenchmark.self, PipelineMP3Benchmark.self,
    PipelineAACBenchmark.self, TitleReaderBenchmark.self, CharsetLearnerBenchmark.self, StationListBenchmark.self,
    LibraryIndexBenchmark.self,
    WordQueryBenchmark.self, MisspeltQueryBenchmark.self, SortedQueryBenchmark.self, GroupedQueryBenchmark.self,
]
