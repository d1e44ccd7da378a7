import RadioFormats

/// Chooses the decoder for a format.
package enum AudioDecoders {
    /// Returns a new decoder for packets of `format`.
    /// - Throws: ``DecoderError/unsupported(_:)`` if no decoder supports the format.
    package static func make(for format: MediaFormat) throws(DecoderError) -> any AudioDecoder {
        switch (format.framing, format.codec) {
        case (.mpegAudio, .mpegLayer1), (.mpegAudio, .mpegLayer2), (.mpegAudio, .mpegLayer3):
            return try Mpg123Decoder()
        case (.adts, .aac), (.raw, .aac):
            return try FaadDecoder(framing: format.framing)
        case (.vorbis(let headers), .vorbis): return try VorbisDecoder(headers)
        case (.opus(let header), .opus): return try OpusDecoder(header)
        case (.flac(let info), .flac): return try FlacDecoder(info)
        case (.pcm(let encoding), .pcm):
            return try PcmDecoder(encoding, sampleRate: format.sampleRate, channelCount: format.channelCount)
        case (.mpegAudio, _), (.adts, _), (.raw, _), (.vorbis, _), (.opus, _), (.flac, _), (.pcm, _):
            throw DecoderError.unsupported("\(format.codec.displayName) is not supported in this framing")
        }
    }

    /// Returns a decoder for an output that nobody hears. The decoder does not decode: it returns silence of each
    /// packet's duration.
    package static func makeSilent(for format: MediaFormat) -> any AudioDecoder { SilentDecoder(format) }
}
