/// Makes sound faster or slower without changing its pitch: takes sample frames and returns fewer or more of them.
package final class TempoChanger {
    /// Supported rates, as multiples of normal speed. At other rates, speech is unintelligible.
    package static let rates = 0.5...3.0

    /// The library in use.
    private enum Engine {
        case sonic(SonicTempo)
        case rubberband(RubberbandTempo)

        /// Creates an engine. Uses libsonic if librubberband is not installed. Returns nil if memory is exhausted.
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
    /// Output from before a change of rate or algorithm, or a flush. ``read(into:)`` returns it first.
    private var rest: ArraySlice<Float> = []

    /// Creates a tempo changer. Returns nil if memory is exhausted.
    package init?(_ format: PCMFormat, algorithm: TimePitchAlgorithm = .speech) {
        guard let engine = Engine(format, algorithm) else { return nil }
        self.format = format
        self.engine = engine
    }

    /// Maximum number of written frames whose output cannot be read yet, because the library still needs later frames.
    package var maximumPending: Int {
        switch engine {
        case .sonic(let sonic): sonic.maximumPending
        case .rubberband(let rubberband): rubberband.maximumPending
        }
    }

    /// Sets the rate.
    /// - Returns: true if the rate applies to later frames only; false if it also applies to written frames whose
    ///   output cannot be read yet.
    @discardableResult package func setRate(_ new: Double) -> Bool {
        rate = new
        switch engine {
        case .sonic(let sonic):
            sonic.setRate(new)
            return new == 1
        case .rubberband(let rubberband):
            // If the rate changed without a flush, the library's output would be displaced by up to 40 ms from then on.
            rest += rubberband.flush()
            rubberband.setRate(new)
            return true
        }
    }

    /// Changes the algorithm, and makes the output of all written frames readable. Keeps the old algorithm if memory is
    /// exhausted.
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

    /// Takes whole frames. Clips samples beyond full scale in place.
    package func write(_ samples: UnsafeMutableBufferPointer<Float>) {
        for index in samples.indices where !(abs(samples[index]) <= 1) {
            samples[index] = samples[index] < 0 ? -1 : samples[index] > 0 ? 1 : 0
        }
        switch engine {
        case .sonic(let sonic): sonic.write(.init(samples))
        case .rubberband(let rubberband): rubberband.write(.init(samples))
        }
    }

    /// Number of frames that can be read.
    package var available: Int {
        let more =
            switch engine {
            case .sonic(let sonic): sonic.available
            case .rubberband(let rubberband): rubberband.available
            }
        return rest.count / format.channelCount + more
    }

    /// Reads frames.
    /// - Returns: the number of frames read.
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

    /// Makes the output of all written frames readable. Called when the next sound does not continue the written
    /// frames.
    package func flush() {
        switch engine {
        case .sonic(let sonic): sonic.flush()
        case .rubberband(let rubberband): rest += rubberband.flush()
        }
    }
}
