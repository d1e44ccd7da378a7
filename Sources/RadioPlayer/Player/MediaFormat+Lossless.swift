import RadioFormats

extension MediaFormat {
    /// The maximum number of bytes per second of a lossless stream: those of its uncompressed samples. 0 for a lossy
    /// format.
    var losslessRate: Int {
        switch framing {
        case .flac(let info): (info.bitsPerSample + 7) / 8 * channelCount * sampleRate
        case .pcm(let encoding): encoding.byteCount * channelCount * sampleRate
        case .mpegAudio, .adts, .raw, .vorbis, .opus: 0
        }
    }
}
