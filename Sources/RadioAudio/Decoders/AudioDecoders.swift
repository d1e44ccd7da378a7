import RadioFormats

/// Chooses the decoder for a format.
package enum AudioDecoders {
    /// A new decoder for packets of `format`; throws ``DecoderError/unsupported(_:)`` when none can read it.
    package static func make(for format: MediaFormat) throws(DecoderError) -> any AudioDecoder {
        switch (format.codec, format.framing) {
        case (.mpegLayer1, .mpegAudio), (.mpegLayer2, .mpegAudio), (.mpegLayer3, .mpegAudio):
            return try Mpg123Decoder()
        case (.aac, .adts), (.aac, .raw):
            return try FaadDecoder(framing: format.framing)
        case (.aac, .mpegAudio), (.mpegLayer1, .adts), (.mpegLayer2, .adts), (.mpegLayer3, .adts),
            (.mpegLayer1, .raw), (.mpegLayer2, .raw), (.mpegLayer3, .raw):
            throw DecoderError.unsupported("\(format.codec.displayName) cannot come in this framing")
        }
    }

    /// For an output that nobody hears: silence as long as the sound, at next to no cost.
    package static func makeSilent(for format: MediaFormat) -> any AudioDecoder { SilentDecoder(format) }
}
