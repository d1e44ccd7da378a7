import RadioFormats
import RadioInspect

/// What a list should call the bit rate of sound of which a second or two were seen. Pure.
enum BitRateReading {
    /// In kbit/s: what encoders are set to.
    private static let usual = [
        8, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 288, 320,
    ]

    /// Frames whose headers name one rate have that one. Else what the server declares counts where the sound is about so; else the
    /// usual rate that is within a twelfth; else what was measured, in whole kbit/s.
    /// - Parameters:
    ///   - named: by the frames' headers.
    ///   - declared: by the server.
    ///   - measured: of what came.
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

    /// Whether a list that says `listed` is to be corrected. A rate that frames name is exact; others vary by a quarter.
    static func differs(_ listed: Int?, found: Int, isNamed: Bool) -> Bool {
        guard let listed, listed > 0 else { return true }
        if isNamed { return abs(found - listed) * 50 > listed }
        return !StreamProblem.ofBitRate(declared: listed, found: found).isEmpty
    }
}
