/// A codec's channel order: for each channel of ``PCMFormat``, its index in the codec's order.
struct ChannelOrder {
    let sources: [Int]

    /// Returns the order of Vorbis (Vorbis I §4.3.9), which Opus shares (RFC 7845 §5.1.1.2).
    static func vorbis(channels: Int) -> ChannelOrder {
        switch channels {
        // Vorbis's order: left, centre, right, and with five channels also back left, back right.
        case 3: ChannelOrder(sources: [0, 2, 1])
        case 5: ChannelOrder(sources: [0, 2, 1, 3, 4])
        // Vorbis's order: left, centre, right, back left, back right, low frequencies.
        case 6: ChannelOrder(sources: [0, 2, 1, 5, 3, 4])
        // Vorbis's order: left, centre, right, side left, side right, back centre, low frequencies.
        case 7: ChannelOrder(sources: [0, 2, 1, 6, 5, 3, 4])
        // Vorbis's order: left, centre, right, side left, side right, back left, back right, low frequencies.
        case 8: ChannelOrder(sources: [0, 2, 1, 7, 5, 6, 3, 4])
        case let count: ChannelOrder(sources: Array(0..<max(count, 0)))
        }
    }
}
