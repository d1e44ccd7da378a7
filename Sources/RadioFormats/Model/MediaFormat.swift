/// How the packets that follow are encoded. A new value is sent before the first packet and at each change.
public struct MediaFormat: Hashable, Sendable {
    /// How a packet is wrapped, which is what a decoder must be told.
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
        /// Whole sample frames; a packet holds any number of them.
        case pcm(SampleEncoding)
    }

    public var codec: AudioCodec
    package var framing: Framing
    /// Samples a second as the headers say. HE-AAC decodes to twice of it: a decoder's answer is the truth.
    public var sampleRate: Int
    /// Channels as the headers say; parametric stereo decodes to more.
    public var channelCount: Int
    /// Bits a second where a header or server names it; nil for variable rates.
    public var bitRate: Int?

    package init(codec: AudioCodec, framing: Framing, sampleRate: Int, channelCount: Int, bitRate: Int? = nil) {
        self.codec = codec
        self.framing = framing
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.bitRate = bitRate
    }

    /// Bits of a sample before it was encoded; nil for codecs that do not keep them.
    package var bitsPerSample: Int? {
        switch framing {
        case .flac(let info): info.bitsPerSample
        case .pcm(let encoding): 8 * encoding.byteCount
        case .mpegAudio, .adts, .raw, .vorbis, .opus: nil
        }
    }

    /// Whether packets of both can go to one decoder without a new start.
    package func decodesLike(_ other: MediaFormat) -> Bool {
        codec == other.codec && framing == other.framing && sampleRate == other.sampleRate
            && channelCount == other.channelCount
    }
}
