/// Makes sound go by faster or slower without a change of its pitch. Frames go in, and fewer or more come out.
package final class TempoChanger {
    /// Beyond this speech is not understood.
    package static let rates = 0.5...3.0

    private enum Engine {
        case sonic(SonicTempo)
        case rubberband(RubberbandTempo)

        /// Nil where there is no memory.
        init?(_ format: PCMFormat, _ algorithm: TimePitchAlgorithm) {
            if algorithm == .music, let music = RubberbandTempo(format) {
                self = .rubberband(music)
            } else if let speech = SonicTempo(format) {
                self = .sonic(speech)
            } else {
                return nil
            }
        }
    }

    private let format: PCMFormat
    private var engine: Engine
    private var rate = 1.0
    /// What was given out before something changed, to be read first.
    private var rest: ArraySlice<Float> = []

    /// Nil where there is no memory.
    package init?(_ format: PCMFormat, algorithm: TimePitchAlgorithm = .speech) {
        guard let engine = Engine(format, algorithm) else { return nil }
        self.format = format
        self.engine = engine
    }

    /// More frames are never kept back.
    package var maximumPending: Int {
        switch engine {
        case .sonic(let sonic): sonic.maximumPending
        case .rubberband(let rubberband): rubberband.maximumPending
        }
    }

    /// - Returns: whether nothing is kept back now, and the rate is that of what comes in from now on; else what is kept back has it, too.
    @discardableResult package func setRate(_ new: Double) -> Bool {
        rate = new
        switch engine {
        case .sonic(let sonic):
            sonic.setRate(new)
            return new == 1
        case .rubberband(let rubberband):
            // The library would go on, and be up to 40 ms off from then on.
            rest += rubberband.flush()
            rubberband.setRate(new)
            return true
        }
    }

    /// Nothing is kept back then. Where there is no memory for another, it stays.
    package func use(_ algorithm: TimePitchAlgorithm) {
        guard let new = Engine(format, algorithm) else { return }
        flush()
        if case .sonic(let sonic) = engine {
            rest += [Float](unsafeUninitializedCapacity: sonic.available * format.channelCount) { buffer, initialized in
                initialized = sonic.read(into: buffer) * format.channelCount
            }
        }
        engine = new
        setRate(rate)
    }

    /// Takes whole frames, which may be changed: what is beyond full scale is cut off.
    package func write(_ samples: UnsafeMutableBufferPointer<Float>) {
        for index in samples.indices where !(abs(samples[index]) <= 1) {
            samples[index] = samples[index] < 0 ? -1 : samples[index] > 0 ? 1 : 0
        }
        switch engine {
        case .sonic(let sonic): sonic.write(.init(samples))
        case .rubberband(let rubberband): rubberband.write(.init(samples))
        }
    }

    /// Frames that can be read.
    package var available: Int {
        let more =
            switch engine {
            case .sonic(let sonic): sonic.available
            case .rubberband(let rubberband): rubberband.available
            }
        return rest.count / format.channelCount + more
    }

    /// - Returns: frames.
    package func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        guard rest.isEmpty else {
            let count = min(rest.count, samples.count / format.channelCount * format.channelCount)
            _ = samples.update(fromContentsOf: rest.prefix(count))
            rest.removeFirst(count)
            return count / format.channelCount
        }
        return switch engine {
        case .sonic(let sonic): sonic.read(into: samples)
        case .rubberband(let rubberband): rubberband.read(into: samples)
        }
    }

    /// Gives out what is kept back: nothing follows it, or sound that does not continue it.
    package func flush() {
        switch engine {
        case .sonic(let sonic): sonic.flush()
        case .rubberband(let rubberband): rest += rubberband.flush()
        }
    }
}
