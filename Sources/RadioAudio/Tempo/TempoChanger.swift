import CSonic

/// Makes sound go by faster or slower without a change of its pitch (libsonic). Frames go in, and fewer or more come out.
package final class TempoChanger {
    /// Beyond this speech is not understood.
    package static let rates = 0.5...3.0

    private let stream: sonicStream
    private let channels: Int
    /// libsonic keeps back less than two periods of its lowest pitch.
    package let maximumPending: Int

    /// Nil where there is no memory.
    package init?(_ format: PCMFormat) {
        guard let stream = sonicCreateStream(Int32(format.sampleRate), Int32(format.channelCount)) else { return nil }
        self.stream = stream
        channels = format.channelCount
        maximumPending = 2 * format.sampleRate / Int(SONIC_MIN_PITCH)
    }

    deinit { sonicDestroyStream(stream) }

    /// What comes in from now on, with what is kept back. At 1 nothing is kept back.
    package func setRate(_ rate: Double) {
        sonicSetSpeed(stream, Float(rate))
        var none: Float = 0
        sonicWriteFloatToStream(stream, &none, 0)
    }

    /// Takes whole frames, which may be changed: what is beyond full scale is cut off.
    package func write(_ samples: UnsafeMutableBufferPointer<Float>) {
        for index in samples.indices where !(abs(samples[index]) <= 1) {
            samples[index] = samples[index] < 0 ? -1 : samples[index] > 0 ? 1 : 0
        }
        sonicWriteFloatToStream(stream, samples.baseAddress!, Int32(samples.count / channels))
    }

    /// Frames that can be read.
    package var available: Int { Int(sonicSamplesAvailable(stream)) }

    /// - Returns: frames.
    package func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        guard samples.count >= channels else { return 0 }
        return Int(sonicReadFloatFromStream(stream, samples.baseAddress!, Int32(samples.count / channels)))
    }

    /// Gives out what is kept back: nothing follows it.
    package func flush() { sonicFlushStream(stream) }
}
