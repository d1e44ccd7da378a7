import CAllocationCounter
import Glibc

/// The result of many rounds of one benchmark.
struct Measurement {
    /// Median time per unit over all rounds, in nanoseconds.
    var median: Double
    /// Time per unit in the fastest round, in nanoseconds.
    var fastest: Double
    /// Mean number of allocations per round. A first round, which warms up, is not counted.
    var allocations: Int
    var packets: Int
    var trace: Int

    init(_ type: any Benchmark.Type, rounds: Int) {
        var benchmark = type.init()
        _ = benchmark.run()
        var times: [Double] = []
        times.reserveCapacity(rounds)
        var last = (units: 0, packets: 0, trace: 0)
        let before = Self.allocationCount
        for _ in 0..<rounds {
            let start = Self.nanoseconds()
            last = benchmark.run()
            times.append(Double(Self.nanoseconds() - start) / Double(last.units))
        }
        allocations = (Self.allocationCount - before) / rounds
        times.sort()
        median = times[rounds / 2]
        fastest = times[0]
        packets = last.packets
        trace = last.trace
    }

    static var allocationCount: Int { Int(longwave_allocation_count()) }

    /// Checks the allocation counter with known numbers of allocations, by Swift and by `malloc`.
    static func counterWorks() -> Bool {
        var arrays: [[Int]] = []
        arrays.reserveCapacity(101)
        // The first array makes the runtime allocate its type metadata.
        arrays.append(array(0))
        arrays.append(array(1))
        arrays.removeAll(keepingCapacity: true)
        let before = allocationCount
        for size in 1...100 { arrays.append(array(size)) }
        let byArrays = allocationCount - before
        free(memory(arrays.reduce(0) { $0 + $1.count }))
        let byMalloc = allocationCount - before - byArrays
        return byArrays == 100 && byMalloc == 1
    }

    // Hidden from the optimiser, which would otherwise remove arrays that nobody reads.
    @inline(never) @_optimize(none)
    private static func array(_ size: Int) -> [Int] { [Int](repeating: size, count: size) }

    @inline(never) @_optimize(none)
    private static func memory(_ size: Int) -> UnsafeMutableRawPointer? { malloc(size) }

    /// Returns the CPU time of this thread, so that other processes of the computer do not count.
    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
