/// Work whose time and allocations are measured. To add a benchmark, write a type that conforms to this protocol and
/// add it to ``benchmarks``.
protocol Benchmark {
    static var name: String { get }
    /// The unit of work for which the time is printed, such as `1,400-byte chunk` or `packet`.
    static var unit: String { get }

    init()

    /// Does the work once. Every call does the same work. The first call is not measured.
    /// - Returns: The number of units of work done, the number of packets or other results, and a value that depends on
    ///   the whole work, so that the optimiser cannot leave any of it out.
    mutating func run() -> (units: Int, packets: Int, trace: Int)
}

let benchmarks: [any Benchmark.Type] = [
    IcySplitterBenchmark.self, MpegAudioFramerBenchmark.self, AdtsFramerBenchmark.self, PipelineMP3Benchmark.self,
    PipelineAACBenchmark.self, TitleReaderBenchmark.self, CharsetLearnerBenchmark.self, StationListBenchmark.self,
    LibraryIndexBenchmark.self,
    WordQueryBenchmark.self, MisspeltQueryBenchmark.self, SortedQueryBenchmark.self, GroupedQueryBenchmark.self,
    LoudnessBenchmark.self, LimiterBenchmark.self, EqualiserBenchmark.self,
]
