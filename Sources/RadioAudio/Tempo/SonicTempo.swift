import CSonic

/// Changes the tempo of speech with libsonic.
final class SonicTempo {
    private let stream: sonicStream
    private let channels: Int
    /// Maximum number of written frames whose output cannot be read yet: less than two periods of libsonic's lowest
    /// pitch.
    let maximumPending: Int

    init?(_ format: PCMFormat) {
        guard let stream = sonicCreateStream(Int32(format.sampleRate), Int32(format.channelCount)) else { return nil }
        self.stream = stream
        channels = format.channelCount
        maximumPending = 2 * format.sampleRate / Int(SONIC_MIN_PITCH)
    }

    deinit { sonicDestroyStream(stream) }

    /// Sets the rate, as a multiple of normal speed, for later frames, and for written frames whose output cannot be
    /// read yet. At a rate of 1, the output of all written frames can be read.
    func setRate(_ rate: Double) {
        sonicSetSpeed(stream, Float(rate))
        var none: Float = 0
        sonicWriteFloatToStream(stream, &none, 0)
    }

    func write(_ samples: UnsafeBufferPointer<Float>) {
        // libsonic's parameter is not `const`, although libsonic only reads the samples.
        sonicWriteFloatToStream(
            stream, UnsafeMutablePointer(mutating: samples.baseAddress!), Int32(samples.count / channels))
    }

    var available: Int { Int(sonicSamplesAvailable(stream)) }

    func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        guard samples.count >= channels else { return 0 }
        return Int(sonicReadFloatFromStream(stream, samples.baseAddress!, Int32(samples.count / channels)))
    }

    /// Makes the output of all written frames readable.
    func flush() { sonicFlushStream(stream) }
}
