import CAllocationCounter
import Glibc

/// The result of many rounds of one benchmark.
struct Measurement {
    /// Nanoseconds a unit: the median of the rounds, and the fastest.
    var median: Double
    var fastest: Double
    /// Allocations in a round, none of which is the first.
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

    /// Whether the counter counts, tried with allocations of known number, by Swift and by malloc.
    static func counterWorks() -> Bool {
        var arrays: [[Int]] = []
        arrays.reserveCapacity(101)
        // The first brings the runtime's own, for the types.
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

    // Out of the optimiser's sight, or it would leave out what nobody uses.
    @inline(never) @_optimize(none)
    private static func array(_ size: Int) -> [Int] { [Int](repeating: size, count: size) }

    @inline(never) @_optimize(none)
    private static func memory(_ size: Int) -> UnsafeMutableRawPointer? { malloc(size) }

    /// Of this thread on a CPU: what others take of the machine does not count.
    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
