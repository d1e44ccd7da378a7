/// One thing that is measured. Add a file with a type like this one and name it in ``benchmarks``.
protocol Benchmark {
    static var name: String { get }
    /// What one unit of work is: `1,400-byte chunk`, `packet` …
    static var unit: String { get }

    init()

    /// Does the work once, always the same. What it allocates on the first call is not counted.
    /// - Returns: units done, packets among them, and something that depends on all of the work, so that none of it
    ///   can be left out.
    mutating func run() -> (units: Int, packets: Int, trace: Int)
}

let benchmarks: [any Benchmark.Type] = [
    IcySplitterBenchmark.self, MpegAudioFramerBenchmark.self, AdtsFramerBenchmark.self, PipelineMP3Benchmark.self,
    PipelineAACBenchmark.self, TitleReaderBenchmark.self, CharsetLearnerBenchmark.self, StationListBenchmark.self,
    LibraryIndexBenchmark.self,
    WordQueryBenchmark.self, MisspeltQueryBenchmark.self, SortedQueryBenchmark.self, GroupedQueryBenchmark.self,
]
