import CSonic

/// libsonic: for speech.
final class SonicTempo {
    private let stream: sonicStream
    private let channels: Int
    /// libsonic keeps back less than two periods of its lowest pitch.
    let maximumPending: Int

    init?(_ format: PCMFormat) {
        guard let stream = sonicCreateStream(Int32(format.sampleRate), Int32(format.channelCount)) else { return nil }
        self.stream = stream
        channels = format.channelCount
        maximumPending = 2 * format.sampleRate / Int(SONIC_MIN_PITCH)
    }

    deinit { sonicDestroyStream(stream) }

    /// What comes in from now on, with what is kept back. At 1 nothing is kept back.
    func setRate(_ rate: Double) {
        sonicSetSpeed(stream, Float(rate))
        var none: Float = 0
        sonicWriteFloatToStream(stream, &none, 0)
    }

    func write(_ samples: UnsafeBufferPointer<Float>) {
        // libsonic's interface takes what it only reads as if it changed it.
        sonicWriteFloatToStream(
            stream, UnsafeMutablePointer(mutating: samples.baseAddress!), Int32(samples.count / channels))
    }

    var available: Int { Int(sonicSamplesAvailable(stream)) }

    func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        guard samples.count >= channels else { return 0 }
        return Int(sonicReadFloatFromStream(stream, samples.baseAddress!, Int32(samples.count / channels)))
    }

    /// All that is kept back can be read.
    func flush() { sonicFlushStream(stream) }
}
