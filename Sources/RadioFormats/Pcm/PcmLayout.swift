/// How a file's sample frames are written, read from its describing chunk.
struct PcmLayout: Hashable {
    /// As many as sound servers take (PulseAudio's PA_CHANNELS_MAX).
    static let maximumChannels = 32
    /// Samples a second: the highest is PulseAudio's PA_RATE_MAX.
    static let rates = 1000...768_000

    var encoding: SampleEncoding
    var sampleRate: Int
    var channelCount: Int
    /// Sample frames in all, as the description says; nil where it says none.
    var frameCount: Int64?

    var bytesPerFrame: Int { encoding.byteCount * channelCount }

    var mediaFormat: MediaFormat {
        MediaFormat(
            codec: .pcm, framing: .pcm(encoding), sampleRate: sampleRate, channelCount: channelCount,
            bitRate: sampleRate * bytesPerFrame * 8)
    }

    /// Throws where the numbers cannot be true.
    init(encoding: SampleEncoding, sampleRate: Int, channelCount: Int, frameCount: Int64? = nil) throws(SegmentProblem)
    {
        guard Self.rates.contains(sampleRate), (1...Self.maximumChannels).contains(channelCount) else {
            throw .unsupportedCodec("PCM of \(sampleRate) Hz with \(channelCount) channels")
        }
        let widths: ClosedRange<Int> =
            switch encoding.number {
            case .signed, .unsigned: 1...4
            case .float: 4...8
            case .aLaw, .muLaw: 1...1
            }
        let isFloat = encoding.number == .float
        guard widths.contains(encoding.byteCount), !isFloat || [4, 8].contains(encoding.byteCount) else {
            throw .unsupportedCodec("PCM of \(encoding.byteCount * 8) bits")
        }
        self.encoding = encoding
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.frameCount = frameCount
    }
}
