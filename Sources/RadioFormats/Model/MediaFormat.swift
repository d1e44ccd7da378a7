/// The encoding of a stream's packets. A stream emits its format before the first packet, and again before the first
/// packet in another format.
public struct MediaFormat: Hashable, Sendable {
    /// How a packet contains encoded sound, with the values that a decoder needs.
    package enum Framing: Hashable, Sendable {
        /// MPEG-1, 2 and 2.5 audio frames with their four-byte header (ISO/IEC 11172-3 §2.4.1).
        case mpegAudio
        /// AAC with an ADTS header (ISO/IEC 14496-3 §1.A.2.2).
        case adts
        /// Bare AAC access units, with the AudioSpecificConfig that describes them (ISO/IEC 14496-3 §1.6.2.1).
        case raw(audioSpecificConfig: [UInt8])
        /// Vorbis packets (Vorbis I §4.3).
        case vorbis(VorbisHeaders)
        /// Opus packets (RFC 6716 §3), of one or several streams (RFC 7845 §3).
        case opus(OpusHeader)
        /// FLAC frames (RFC 9639 §9).
        case flac(FlacStreamInfo)
        /// Uncompressed samples. A packet holds any number of whole sample frames.
        case pcm(SampleEncoding)
    }

    public var codec: AudioCodec
    package var framing: Framing
    /// Samples per second according to the headers.
    ///
    /// HE-AAC may decode to twice this rate. Only the decoder finds out the rate of the decoded sound.
    public var sampleRate: Int
    /// Number of channels according to the headers. With parametric stereo, one channel decodes to two.
    public var channelCount: Int
    /// Bits per second that a header or the server states; nil if neither states a rate, or if the rate varies.
    public var bitRate: Int?

    /// Valid sample rates in samples per second; the highest is PulseAudio's PA_RATE_MAX.
    package static let sampleRates = 1000...768_000

    package init(codec: AudioCodec, framing: Framing, sampleRate: Int, channelCount: Int, bitRate: Int? = nil) {
        self.codec = codec
        self.framing = framing
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.bitRate = bitRate
    }

    /// Bits per sample of the original sound, for FLAC and uncompressed samples; nil for lossy codecs.
    package var bitsPerSample: Int? {
        switch framing {
        case .flac(let info): info.bitsPerSample
        case .pcm(let encoding): 8 * encoding.byteCount
        case .mpegAudio, .adts, .raw, .vorbis, .opus: nil
        }
    }

    /// Returns whether a decoder for this format can decode packets of the format `other` without a restart.
    package func decodesLike(_ other: MediaFormat) -> Bool {
        codec == other.codec && framing == other.framing && sampleRate == other.sampleRate
            && channelCount == other.channelCount
    }
}
