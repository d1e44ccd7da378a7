import CFAAD

/// Reorders the channels of multichannel sound: from AAC's order (centre first, ISO/IEC 14496-3 table 1.19) to that of
/// ``PCMFormat``.
final class FaadChannelOrder {
    /// Maximum number of channels in libfaad.
    private static let maximumChannels = 64
    private let sources: UnsafeMutableBufferPointer<Int>
    private let frame: UnsafeMutableBufferPointer<Float>

    init() {
        sources = .allocate(capacity: Self.maximumChannels)
        frame = .allocate(capacity: Self.maximumChannels)
        sources.initialize(repeating: 0)
        frame.initialize(repeating: 0)
    }

    deinit {
        sources.deallocate()
        frame.deallocate()
    }

    /// Reorders the channels of `count` interleaved samples in place.
    func apply(
        to samples: UnsafeMutablePointer<Float>, count: Int, channels: Int, info: inout NeAACDecFrameInfo
    ) {
        guard channels <= Self.maximumChannels else { return }
        withUnsafeBytes(of: &info.channel_position) { positions in
            // Sorts the channels by insertion, because there are only a few, and channels of equal position must keep
            // their order.
            for channel in 0..<channels {
                var slot = channel
                while slot > 0, Self.rank(positions[sources[slot - 1]]) > Self.rank(positions[channel]) {
                    sources[slot] = sources[slot - 1]
                    slot -= 1
                }
                sources[slot] = channel
            }
        }
        for start in stride(from: 0, to: count - channels + 1, by: channels) {
            for channel in 0..<channels { frame[channel] = samples[start + channel] }
            for channel in 0..<channels { samples[start + channel] = frame[sources[channel]] }
        }
    }

    /// Returns the rank of libfaad's channel position in the order of ``PCMFormat``.
    private static func rank(_ position: UInt8) -> Int {
        switch Int32(position) {
        case FRONT_CHANNEL_LEFT: 0
        case FRONT_CHANNEL_RIGHT: 1
        case FRONT_CHANNEL_CENTER: 2
        case LFE_CHANNEL: 3
        case BACK_CHANNEL_LEFT: 4
        case BACK_CHANNEL_RIGHT: 5
        case BACK_CHANNEL_CENTER: 6
        case SIDE_CHANNEL_LEFT: 7
        case SIDE_CHANNEL_RIGHT: 8
        default: 9
        }
    }
}
