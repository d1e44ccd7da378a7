/// Finds and removes silence in a recording.
enum Silence {
    /// Returns the recording without runs of 64 or more samples that are zero.
    static func removed(from samples: [Float]) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(samples.count)
        var run = 0
        for sample in samples {
            if sample == 0 {
                run += 1
                result.append(sample)
                continue
            }
            if run >= 64 { result.removeLast(run) }
            run = 0
            result.append(sample)
        }
        if run >= 64 { result.removeLast(run) }
        return result
    }

    /// Returns the duration of the longest run of samples below a thousandth of full scale, in seconds.
    static func longest(in samples: [Float], rate: Int) -> Double {
        var (run, longest) = (0, 0)
        for sample in samples {
            run = abs(sample) < 0.001 ? run + 1 : 0
            longest = max(longest, run)
        }
        return Double(longest) / Double(rate)
    }
}
