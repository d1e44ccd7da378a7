import RadioAudio

/// Finds dead air in decoded sound: digital silence, or sound too quiet to be a programme, that lasts too long. Pure.
///
/// The detector measures blocks of 100 ms, before any gain of the player. A single louder block ends dead air, so that
/// neither a pause in speech nor a quiet passage of music counts.
package struct DeadAirDetector {
    /// How long silence lasts until it counts as dead air.
    package struct Limits: Hashable, Sendable {
        /// For digital silence.
        package var digital = Duration.seconds(15)
        /// For sound below −60 dBFS.
        package var quiet = Duration.seconds(30)

        package init() {}

        /// The same limit for both.
        package init(_ limit: Duration) { (digital, quiet) = (limit, limit) }
    }

    package enum Air: Hashable, Sendable {
        /// No block was measured yet, or all were silent for less than half of a limit.
        case unknown
        case sounding
        /// The silence has lasted for half of a limit.
        case suspicious
        case dead
    }

    /// The result of all blocks so far.
    package struct State: Hashable, Sendable {
        package var air = Air.unknown
        /// Whether the last 0.3 s were quiet enough to change to other sound.
        package var isQuietMoment = false
    }

    /// The largest magnitude of a sample of digital silence: one step of 16 bits, as dither leaves it.
    static let digital: Float = 0x1p-15
    /// The mean squares of −60 dBFS and −45 dBFS.
    private static let (quiet, soft) = (1e-6, 3.162e-5)
    private static let blocksPerSecond = 10
    private static let quietMoment = 3

    package private(set) var state = State()
    private let limits: Limits
    private var format: PCMFormat?
    private var squares: [Double] = []
    private var peak: Float = 0
    private var frames = 0
    private var blockFrames = 1
    /// The numbers of blocks in a row that were digitally silent, quiet and soft.
    private var (digitalCount, quietCount, softCount) = (0, 0, 0)

    package init(_ limits: Limits) { self.limits = limits }

    /// Measures interleaved samples in whole sample frames.
    package mutating func measure(_ samples: UnsafeBufferPointer<Float>, format: PCMFormat) {
        let channels = format.channelCount
        guard channels > 0 else { return }
        if format != self.format {
            self.format = format
            blockFrames = max(format.sampleRate / Self.blocksPerSecond, 1)
            beginBlock()
        }
        var start = 0
        while start + channels <= samples.count {
            let end = min(samples.count / channels * channels, start + (blockFrames - frames) * channels)
            for channel in 0..<channels {
                var (square, loudest): (Float, Float) = (0, 0)
                var index = start + channel
                while index < end {
                    let sample = samples[index]
                    square += sample * sample
                    loudest = abs(sample) > loudest ? abs(sample) : loudest
                    index += channels
                }
                squares[channel] += Double(square)
                peak = max(peak, loudest)
            }
            frames += (end - start) / channels
            start = end
            if frames == blockFrames { endBlock() }
        }
    }

    private mutating func beginBlock() {
        squares = [Double](repeating: 0, count: format?.channelCount ?? 0)
        (peak, frames) = (0, 0)
    }

    private mutating func endBlock() {
        let level = (squares.max() ?? 0) / Double(blockFrames)
        digitalCount = peak <= Self.digital ? digitalCount + 1 : 0
        quietCount = level < Self.quiet ? quietCount + 1 : 0
        softCount = level < Self.soft ? softCount + 1 : 0
        state.isQuietMoment = softCount >= Self.quietMoment
        let silence = max(Self.part(digitalCount, of: limits.digital), Self.part(quietCount, of: limits.quiet))
        switch silence {
        case 1...: state.air = .dead
        case 0.5...: state.air = .suspicious
        default: if quietCount == 0 { state.air = .sounding }
        }
        for channel in squares.indices { squares[channel] = 0 }
        (peak, frames) = (0, 0)
    }

    private static func part(_ blocks: Int, of limit: Duration) -> Double {
        Double(blocks) / (Double(blocksPerSecond) * (limit / .seconds(1)))
    }
}
