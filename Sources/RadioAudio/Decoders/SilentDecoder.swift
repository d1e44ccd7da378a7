import RadioFormats

/// Returns silence of each packet's duration, without decoding.
final class SilentDecoder: AudioDecoder {
    private let format: PCMFormat
    /// Samples of silence, as many as the longest packet so far has.
    private var silence = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

    let blendsJoints = false

    deinit { silence.deallocate() }

    init(_ format: MediaFormat) {
        self.format = PCMFormat(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }

    func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        let count = max(packet.decodedCount, 0) * format.channelCount
        if silence.count < count {
            silence.deallocate()
            silence = .allocate(capacity: count)
            silence.initialize(repeating: 0)
        }
        return DecodedAudio(format: format, samples: UnsafeBufferPointer(rebasing: silence[..<count]))
    }

    func reset() {}
    func giveFirst() {}
}
