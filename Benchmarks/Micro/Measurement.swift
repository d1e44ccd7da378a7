import CAllocationCounter
import Glibc

/// The time and allocations of a benchmark, measured in many rounds.
struct Measurement {
    /// The CPU time per unit of work in nanoseconds: the median of all rounds.
    var median: Double
    /// The CPU time per unit of work in the fastest round, in nanoseconds.
    var fastest: Double
    /// The average number of allocations per round. They do not include those of a first round, which is not measured.
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

    /// Checks whether the allocation counter counts 100 allocations of Swift arrays and one by `malloc` correctly.
    static func counterWorks() -> Bool {
        var arrays: [[Int]] = []
        arrays.reserveCapacity(101)
        // These two arrays are not counted: the first array makes the Swift runtime allocate metadata of the type.
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

    // This function is hidden from the optimiser, which would otherwise remove the allocation of arrays that are not
    // read.
    @inline(never) @_optimize(none)
    private static func array(_ size: Int) -> [Int] { [Int](repeating: size, count: size) }

    @inline(never) @_optimize(none)
    private static func memory(_ size: Int) -> UnsafeMutableRawPointer? { malloc(size) }

    /// Returns the CPU time that this thread has used, which does not include the time of other processes.
    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
