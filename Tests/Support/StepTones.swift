import Glibc

/// Finds the tones of a ``Sample`` in recorded sound: when and how long each tone was heard, and whether samples within
/// the tone were lost or repeated.
package struct StepTones {
    /// One tone. Its start and end are in seconds of the recording, exact to about 6 ms.
    package struct Run: Sendable {
        package var frequency: Double
        package var start: Double
        package var end: Double
        package var length: Double { end - start }
        /// The times at which the phase jumps, and the jumps in samples of the recording, modulo the tone's period. A
        /// negative jump means lost samples, a positive one repeated samples.
        package var slips: [(time: Double, samples: Double)]
    }

    /// The length of a window in seconds. Each window is examined for a single tone.
    static let window = 0.024
    static let hop = 0.006
    /// The share of a window's energy that a tone must have.
    static let purity = 0.6
    /// The RMS level below which a window is silent.
    static let silence = 0.005

    private let samples: [Float]
    private let rate: Double

    /// Examines one channel.
    /// - Parameter rate: The sample rate in hertz.
    package init(_ samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = Double(rate)
    }

    /// Examines one channel of interleaved sound.
    package init(interleaved: [Float], channels: Int, channel: Int = 0, rate: Int) {
        self.init(stride(from: channel, to: interleaved.count, by: channels).map { interleaved[$0] }, rate: rate)
    }

    private enum Window {
        case silence
        /// Sound without a single clear tone. The window may contain a change from one tone to another, or a jump in
        /// phase.
        case mixture
        case tone(Int, phase: Double)
    }

    /// Returns a run for each time that one of these tones was heard, in the order of the recording. Silence and other
    /// sound belong to no run.
    package func runs(of tones: [Double]) -> [Run] {
        let size = Int(Self.window * rate)
        let reach = Int(Self.window / Self.hop)
        var runs: [Run] = []
        var phases: [Double] = []
        var current: Int?
        var mixtures = 0
        func close() {
            guard current != nil, var run = runs.popLast() else { return }
            run.slips = slips(phases, of: run)
            runs.append(run)
            (current, phases) = (nil, [])
        }
        samples.withUnsafeBufferPointer { samples in
            var index = 0
            while case let start = Int(Double(index) * Self.hop * rate), start + size <= samples.count {
                let middle = (Double(start) + Double(size) / 2) / rate
                switch window(samples, start..<start + size, of: tones, likely: current) {
                case .silence: close()
                case .mixture: mixtures += 1
                case .tone(let found, let phase):
                    // A slip within a tone makes only the windows that contain the slip unclear. If only so few
                    // windows are unclear, the tone before and after them is one run.
                    if found == current, mixtures <= reach + 1 {
                        phases += [Double](repeating: .nan, count: mixtures)
                    } else {
                        close()
                        current = found
                        runs.append(Run(frequency: tones[found], start: middle - Self.hop / 2, end: 0, slips: []))
                    }
                    runs[runs.count - 1].end = middle + Self.hop / 2
                    phases.append(phase)
                    mixtures = 0
                }
                index += 1
            }
        }
        close()
        return runs
    }

    private func window(
        _ samples: UnsafeBufferPointer<Float>, _ range: Range<Int>, of tones: [Double], likely: Int?
    ) -> Window {
        var energy = 0.0
        var index = range.lowerBound
        while index < range.upperBound {
            let sample = Double(samples[index])
            energy += sample * sample
            index += 1
        }
        guard (energy / Double(range.count)).squareRoot() > Self.silence else { return .silence }
        if let likely, case let (power, phase) = part(of: tones[likely], samples, range), power > 0.9 * energy {
            return .tone(likely, phase: phase)
        }
        var best = (tone: 0, power: 0.0, phase: 0.0)
        for tone in tones.indices {
            let (power, phase) = part(of: tones[tone], samples, range)
            if power > best.power { best = (tone, power, phase) }
        }
        return best.power > Self.purity * energy ? .tone(best.tone, phase: best.phase) : .mixture
    }

    /// Returns the energy of a frequency in a window, and its phase relative to a tone that began with the recording.
    private func part(
        of frequency: Double, _ samples: UnsafeBufferPointer<Float>, _ range: Range<Int>
    ) -> (power: Double, phase: Double) {
        let step = 2 * Double.pi * frequency / rate
        // Rotating a phasor is faster than computing a sine for each sample.
        let (sinStep, cosStep) = (sin(step), cos(step))
        var (c, s) = (cos(step * Double(range.lowerBound)), sin(step * Double(range.lowerBound)))
        var (real, imaginary) = (0.0, 0.0)
        var index = range.lowerBound
        while index < range.upperBound {
            let sample = Double(samples[index])
            real += sample * c
            imaginary -= sample * s
            (c, s) = (c * cosStep - s * sinStep, s * cosStep + c * sinStep)
            index += 1
        }
        return (2 * (real * real + imaginary * imaginary) / Double(range.count), atan2(imaginary, real))
    }

    /// Returns the slips of a run: the places where the phase, which is the same in all windows of an undisturbed tone,
    /// jumps.
    private func slips(_ phases: [Double], of run: Run) -> [(time: Double, samples: Double)] {
        // A window that contains a slip has a phase between the old and the new one. The windows at the ends of the run
        // contain parts of its neighbours.
        let reach = Int(Self.window / Self.hop)
        let period = rate / run.frequency
        var slips: [(time: Double, samples: Double)] = []
        var index = 3 * reach
        while index < phases.count - reach {
            let turn = (phases[index] - phases[index - 2 * reach]) / (2 * .pi)
            let slip = (turn - turn.rounded()) * period
            if abs(slip) > 0.75 {
                // The window at `index` may still contain the slip. The window that begins where it ends has the phase
                // after the whole jump.
                let settled = min(index + reach, phases.count - 1)
                let turn = (phases[settled].isNaN ? phases[index] : phases[settled]) - phases[index - 2 * reach]
                let whole = turn / (2 * .pi)
                slips.append((run.start + Double(index - reach / 2) * Self.hop, (whole.rounded() - whole) * period))
                index = settled + 2 * reach
            } else {
                index += 1
            }
        }
        return slips
    }
}
