import RadioFormats

/// Makes MPEG audio and ADTS frames with valid headers and random content. They do not decode to sound, but contain
/// everything that a framer examines.
package struct FrameMaker {
    private var random: SplitMix64

    package init(seed: UInt64 = 1) { random = SplitMix64(state: seed) }

    /// Returns the four bytes of an MPEG audio header.
    /// - Parameters:
    ///   - bitRateIndex: 0 is free format, 9 is 128 kbit/s in MPEG-1 Layer III.
    ///   - rateIndex: In MPEG-1, 0 is 44.1 kHz, 1 is 48 kHz and 2 is 32 kHz.
    package static func mpegHeader(
        version: MpegAudioHeader.Version = .mpeg1, layer: MpegAudioHeader.Layer = .layer3, bitRateIndex: UInt8 = 9,
        rateIndex: UInt8 = 0, isPadded: Bool = false, mode: MpegAudioHeader.ChannelMode = .jointStereo,
        hasChecksum: Bool = false
    ) -> [UInt8] {
        [
            0xFF, 0xE0 | version.rawValue << 3 | layer.rawValue << 1 | (hasChecksum ? 0 : 1),
            bitRateIndex << 4 | rateIndex << 2 | (isPadded ? 2 : 0), mode.rawValue << 6,
        ]
    }

    /// Returns a complete frame that begins with `header`.
    /// - Parameter length: The frame's length. Only free format needs it: other headers state the length.
    package mutating func mpegFrame(_ header: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? header.withUnsafeBytes { MpegAudioHeader($0)?.frameLength } ?? 0
        return header + noise(length - header.count)
    }

    /// Returns `count` frames that begin with `header`.
    package mutating func mpegStream(_ header: [UInt8], count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in mpegFrame(header) }
    }

    /// Returns an ADTS frame.
    /// - Parameters:
    ///   - rateIndex: 4 is 44.1 kHz, 12 is 7,350 Hz.
    ///   - length: The length of the whole frame.
    package mutating func adtsFrame(
        rateIndex: UInt8 = 4, channels: UInt8 = 2, length: Int = 300, profile: UInt8 = 1, blocks: UInt8 = 1,
        isMpeg2: Bool = false, hasChecksum: Bool = false
    ) -> [UInt8] {
        let header: [UInt8] = [
            0xFF, 0xF0 | (isMpeg2 ? 8 : 0) | (hasChecksum ? 0 : 1),
            profile << 6 | rateIndex << 2 | channels >> 2, channels << 6 | UInt8(length >> 11),
            UInt8(length >> 3 & 255), UInt8(length & 7) << 5 | 0x1F, 0xFC | (blocks - 1),
        ]
        return header + noise(length - header.count)
    }

    /// Returns random bytes other than 0xFF and `I`, so that no sync word or ID3v2 tag begins in them.
    package mutating func noise(_ count: Int) -> [UInt8] {
        (0..<max(count, 0)).map { _ in
            let byte = UInt8.random(in: 0...0xFE, using: &random)
            return byte == UInt8(ascii: "I") ? 0 : byte
        }
    }

    /// Returns random bytes of any value.
    package mutating func anyBytes(_ count: Int) -> [UInt8] {
        (0..<max(count, 0)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// Returns the identifier and the content of the ID3 frame that states the time of packed audio, in units of
    /// 1/90,000 s (RFC 8216 §3.4).
    package static func timestamp(_ ticks: UInt64) -> (id: String, content: [UInt8]) {
        let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
        return ("PRIV", owner + (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * $0)) })
    }

    /// Returns an ID3v2 tag that contains these frames.
    package static func id3(
        _ frames: [(id: String, content: [UInt8])], version: UInt8 = 4, flags: UInt8 = 0, padding: Int = 0
    ) -> [UInt8] {
        var body: [UInt8] = []
        for frame in frames {
            let size = frame.content.count
            switch version {
            case 2: body += Array(frame.id.utf8) + [UInt8(size >> 16), UInt8(size >> 8 & 255), UInt8(size & 255)]
            case 3:
                body += Array(frame.id.utf8)
                body += [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255), 0, 0]
            default: body += Array(frame.id.utf8) + syncsafe(size) + [0, 0]
            }
            body += frame.content
        }
        body += [UInt8](repeating: 0, count: padding)
        return Array("ID3".utf8) + [version, 0, flags] + syncsafe(body.count) + body
    }

    private static func syncsafe(_ size: Int) -> [UInt8] {
        [UInt8(size >> 21 & 127), UInt8(size >> 14 & 127), UInt8(size >> 7 & 127), UInt8(size & 127)]
    }
}
