import RadioFormats

/// Gives silence as long as each packet's sound, and decodes nothing.
final class SilentDecoder: AudioDecoder {
    private let framing: MediaFormat.Framing
    private let format: PCMFormat
    /// Samples of a bare access unit.
    private let rawLength: Int
    /// As much as the longest packet took so far.
    private var silence = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

    let blendsJoints = false

    deinit { silence.deallocate() }

    init(_ format: MediaFormat) {
        framing = format.framing
        self.format = PCMFormat(sampleRate: format.sampleRate, channelCount: format.channelCount)
        rawLength =
            switch format.framing {
            case .raw(let config): AudioSpecificConfig(config)?.frameLength ?? AdtsHeader.samplesPerBlock
            case .mpegAudio, .adts: 0
            }
    }

    func decode(_ packet: UnsafeRawBufferPointer) throws(DecoderError) -> DecodedAudio {
        let frames =
            switch framing {
            case .mpegAudio: MpegAudioHeader(packet)?.samplesPerFrame
            case .adts: AdtsHeader(packet)?.samplesPerFrame
            case .raw: rawLength
            }
        guard let frames else { throw .damaged("it is no frame") }
        let count = frames * format.channelCount
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
