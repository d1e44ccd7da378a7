import Glibc
import RadioAudio
import RadioFormats

/// Ten seconds of loud stereo sound, which a stage processes in buffers of a tenth of a second.
struct StageSound {
    static let seconds = 10
    private let format = PCMFormat(sampleRate: 44_100, channelCount: 2)
    private let original: [Float]
    private var samples: [Float]

    init(amplitude: Double = 0.6) {
        var random = SystemRandomNumberGenerator()
        original = (0..<Self.seconds * 88_200).map { place in
            Float(amplitude * sin(Double(place / 2) * 0.06) + Double.random(in: -0.3...0.3, using: &random))
        }
        samples = original
    }

    mutating func pass(_ stage: some SoundStage) -> (units: Int, packets: Int, trace: Int) {
        samples.withUnsafeMutableBufferPointer { all in
            _ = all.update(fromContentsOf: original)
            for start in stride(from: 0, to: all.count, by: 8820) {
                stage.process(UnsafeMutableBufferPointer(rebasing: all[start..<start + 8820]), format: format)
            }
        }
        return (Self.seconds, Self.seconds * 10, Int(samples[8819] * 1e6))
    }
}

/// Measures the loudness of sound, and applies a known gain.
struct LoudnessBenchmark: Benchmark {
    static let name = "Loudness"
    static let unit = "second of sound"
    private var sound = StageSound()
    private let stage: LoudnessStage

    init() {
        stage = LoudnessStage(target: -16) { _ in }
        stage.know(LoudnessReading(loudness: -9, duration: .seconds(3600)))
    }

    mutating func run() -> (units: Int, packets: Int, trace: Int) { sound.pass(stage) }
}

/// Limits sound that is too loud in most periods.
struct LimiterBenchmark: Benchmark {
    static let name = "Limiter"
    static let unit = "second of sound"
    private var sound = StageSound(amplitude: 1.7)
    private let stage = Limiter()

    mutating func run() -> (units: Int, packets: Int, trace: Int) { sound.pass(stage) }
}

/// Applies an equaliser with all its bands.
struct EqualiserBenchmark: Benchmark {
    static let name = "Equaliser"
    static let unit = "second of sound"
    private var sound = StageSound()
    private let stage = EqualiserStage()

    init() {
        var equaliser = Equaliser()
        for band in Equaliser.Band.allCases { equaliser[band] = -3 }
        stage.begin(equaliser)
    }

    mutating func run() -> (units: Int, packets: Int, trace: Int) { sound.pass(stage) }
}
