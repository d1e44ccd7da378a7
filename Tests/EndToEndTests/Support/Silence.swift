/// Gaps in a recording.
enum Silence {
    /// The longest stretch below a thousandth, in seconds.
    static func longest(in samples: [Float], rate: Int) -> Double {
        var (run, longest) = (0, 0)
        for sample in samples {
            run = abs(sample) < 0.001 ? run + 1 : 0
            longest = max(longest, run)
        }
        return Double(longest) / Double(rate)
    }
}
