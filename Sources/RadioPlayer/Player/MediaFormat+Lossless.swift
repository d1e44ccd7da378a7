import RadioFormats

extension MediaFormat {
    /// The bytes a second of its uncompressed samples, which lossless sound may need; 0 for other sound.
    var losslessRate: Int {
        switch framing {
        case .flac(let info): (info.bitsPerSample + 7) / 8 * channelCount * sampleRate
        case .pcm(let encoding): encoding.byteCount * channelCount * sampleRate
        case .mpegAudio, .adts, .raw, .vorbis, .opus: 0
        }
    }
}
