/// How a WAVE or AIFF file's sample frames are laid out, according to its `fmt ` or `COMM` chunk.
struct PcmLayout: Hashable {
    /// Maximum number of channels that sound servers accept (PulseAudio's PA_CHANNELS_MAX).
    static let maximumChannels = 32

    var encoding: SampleEncoding
    var sampleRate: Int
    var channelCount: Int
    /// Number of sample frames according to the `COMM` chunk; nil if the file does not state it.
    var frameCount: Int64?

    var bytesPerFrame: Int { encoding.byteCount * channelCount }

    var mediaFormat: MediaFormat {
        MediaFormat(
            codec: .pcm, framing: .pcm(encoding), sampleRate: sampleRate, channelCount: channelCount,
            bitRate: sampleRate * bytesPerFrame * 8)
    }

    /// Creates a layout.
    /// - Throws: `SegmentProblem.unsupportedCodec` if the sample rate, the number of channels or the sample size is out
    ///   of range.
    init(encoding: SampleEncoding, sampleRate: Int, channelCount: Int, frameCount: Int64? = nil) throws(SegmentProblem)
    {
        guard MediaFormat.sampleRates.contains(sampleRate), (1...Self.maximumChannels).contains(channelCount) else {
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
