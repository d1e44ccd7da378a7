/// For each channel in the order of ``PCMFormat`` where a codec has it.
struct ChannelOrder {
    let sources: [Int]

    /// Vorbis I §4.3.9; Opus has the same (RFC 7845 §5.1.1.2).
    static func vorbis(channels: Int) -> ChannelOrder {
        switch channels {
        // Left, centre, right …
        case 3: ChannelOrder(sources: [0, 2, 1])
        case 5: ChannelOrder(sources: [0, 2, 1, 3, 4])
        // … and low frequencies last.
        case 6: ChannelOrder(sources: [0, 2, 1, 5, 3, 4])
        // Left, centre, right, side left, side right, back centre, low frequencies.
        case 7: ChannelOrder(sources: [0, 2, 1, 6, 5, 3, 4])
        // Left, centre, right, side left, side right, back left, back right, low frequencies.
        case 8: ChannelOrder(sources: [0, 2, 1, 7, 5, 6, 3, 4])
        case let count: ChannelOrder(sources: Array(0..<max(count, 0)))
        }
    }

    var isIdentity: Bool { sources.enumerated().allSatisfy { $0 == $1 } }
}
