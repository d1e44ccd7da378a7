import RadioFormats

/// The header of a frame, of either kind.
package enum InspectedHeader: Hashable, Sendable {
    case mpegAudio(MpegAudioHeader)
    case adts(AdtsHeader)

    /// Samples a second, as the header says.
    package var sampleRate: Int {
        switch self {
        case .mpegAudio(let header): header.sampleRate
        case .adts(let header): header.sampleRate
        }
    }

    /// Nil where only the frame's content tells.
    package var channelCount: Int? {
        switch self {
        case .mpegAudio(let header): header.channelCount
        case .adts(let header): header.channelCount
        }
    }

    /// Samples per channel in the frame.
    package var samplesPerFrame: Int {
        switch self {
        case .mpegAudio(let header): header.samplesPerFrame
        case .adts(let header): header.samplesPerFrame
        }
    }

    /// Bits a second: of MPEG audio as the header says, else by the frame's length.
    func bitRate(frameLength: Int) -> Int {
        if case .mpegAudio(let header) = self, let named = header.bitRate { return named }
        return frameLength * 8 * sampleRate / max(samplesPerFrame, 1)
    }
}
