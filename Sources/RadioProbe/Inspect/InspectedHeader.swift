import RadioFormats

/// The header of an MPEG audio frame or an ADTS frame.
package enum InspectedHeader: Hashable, Sendable {
    case mpegAudio(MpegAudioHeader)
    case adts(AdtsHeader)

    /// The sample rate in hertz.
    package var sampleRate: Int {
        switch self {
        case .mpegAudio(let header): header.sampleRate
        case .adts(let header): header.sampleRate
        }
    }

    /// The number of channels, or nil if the header leaves it to the frame's content.
    package var channelCount: Int? {
        switch self {
        case .mpegAudio(let header): header.channelCount
        case .adts(let header): header.channelCount
        }
    }

    /// The number of samples per channel in the frame.
    package var samplesPerFrame: Int {
        switch self {
        case .mpegAudio(let header): header.samplesPerFrame
        case .adts(let header): header.samplesPerFrame
        }
    }

    /// Returns the bit rate in bits per second: the rate in the header of an MPEG audio frame or, if the header states
    /// none, the rate that follows from the frame's length.
    func bitRate(frameLength: Int) -> Int {
        if case .mpegAudio(let header) = self, let named = header.bitRate { return named }
        return frameLength * 8 * sampleRate / max(samplesPerFrame, 1)
    }
}
