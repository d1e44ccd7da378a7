import RadioFormats

extension MediaFormat {
    /// The bytes per second of the uncompressed samples, which a lossless stream may need; 0 for a lossy format.
    var losslessRate: Int {
        switch framing {
        case .flac(let info): (info.bitsPerSample + 7) / 8 * channelCount * sampleRate
        case .pcm(let encoding): encoding.byteCount * channelCount * sampleRate
        case .mpegAudio, .adts, .raw, .vorbis, .opus: 0
        }
    }
}
