import RadioFormats

/// Chooses the bit rate to write into a station list, after a check received a second or two of the station's sound.
/// Pure.
enum BitRateReading {
    /// The rates to which encoders are usually set, in kbit/s.
    private static let usual = [
        8, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 288, 320,
    ]

    /// Returns the bit rate to write, in bits per second.
    ///
    /// A rate in the frames' headers is exact, so it is the first choice. The second choice is the rate that the server
    /// declares, if the measured rate is within a quarter of it. The third choice is a usual rate within a twelfth of
    /// the measured rate. If no usual rate is that near, the result is the measured rate in whole kbit/s.
    ///
    /// - Parameters:
    ///   - named: the rate in the frames' headers.
    ///   - declared: the rate that the server declares.
    ///   - measured: the rate of the sound received.
    static func rate(named: Int?, declared: Int?, measured: Int?) -> Int? {
        if let named { return named }
        guard let measured, measured > 0 else { return nil }
        if let declared, declared > 0, StreamProblem.ofBitRate(declared: declared, found: measured).isEmpty {
            return whole(declared)
        }
        let nearest = usual.min { abs($0 * 1000 - measured) < abs($1 * 1000 - measured) }.map { $0 * 1000 }
        if let nearest, abs(nearest - measured) * 12 <= nearest { return nearest }
        return whole(measured)
    }

    private static func whole(_ rate: Int) -> Int { (rate + 500) / 1000 * 1000 }

    /// Returns whether the bit rate `listed` in a station list should be replaced by the rate `found` in the stream.
    ///
    /// If `found` comes from the frames' headers (`isNamed`), a difference of more than 2 % is corrected. Otherwise
    /// only a difference of more than a quarter is corrected. A missing rate is always added.
    static func differs(_ listed: Int?, found: Int, isNamed: Bool) -> Bool {
        guard let listed, listed > 0 else { return true }
        if isNamed { return abs(found - listed) * 50 > listed }
        return !StreamProblem.ofBitRate(declared: listed, found: found).isEmpty
    }
}
