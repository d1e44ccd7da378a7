import RadioFormats

/// Measures how fast titles in windows-1251 are read without a declared charset. All titles are different, so the
/// reader must compare every charset for each of them.
struct CharsetLearnerBenchmark: Benchmark {
    static let name = "CharsetLearner"
    static let unit = "new title in windows-1251"

    private let titles: [TimedMetadata] = (0..<20).map { number in
        // `Русичи - Сударушка`.
        let bytes: [UInt8] = [
            0xD0, 0xF3, 0xF1, 0xE8, 0xF7, 0xE8, 0x20, 0x2D, 0x20, 0xD1, 0xF3, 0xE4, 0xE0, 0xF0, 0xF3, 0xF8, 0xEA, 0xE0,
            0x20,
        ]
        return TimedMetadata(kind: .icy, raw: Array("StreamTitle='".utf8) + bytes + Array("\(number)';".utf8))
    }

    mutating func run() -> (units: Int, packets: Int, trace: Int) { TitleReaderBenchmark.read(titles, rounds: 1) }
}
