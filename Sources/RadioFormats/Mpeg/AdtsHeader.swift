/// The header of an ADTS frame: seven or nine bytes (ISO/IEC 14496-3 §1.A.2.2.1, 13818-7 §6.2).
package struct AdtsHeader: Hashable, Sendable {
    /// Length in bytes of a header without CRC.
    package static let length = 7
    /// Length of the longest frame in bytes. The header states the length in thirteen bits.
    package static let maximumFrameLength = 8191
    /// Samples per channel in one raw data block; a frame has up to four such blocks.
    package static let samplesPerBlock = 1024

    /// True for MPEG-2 AAC, false for MPEG-4 (the ID bit).
    package var isMpeg2: Bool
    /// True if a checksum (CRC) follows the header.
    package var hasChecksum: Bool
    /// Kind of AAC, as the MPEG-4 object type minus one: 0 Main, 1 LC, 2 SSR, 3 LTP.
    package var profile: UInt8
    package var sampleRateIndex: UInt8
    /// The arrangement of the channels. 0: the program config element in the first frame gives it. 1…6: that many
    /// channels. 7: eight channels.
    package var channelConfiguration: UInt8
    /// Length of the frame including its header, in bytes.
    package var byteCount: Int
    /// Number of raw data blocks in the frame, 1…4.
    package var blockCount: Int

    /// Samples per second according to the header. HE-AAC decodes to twice this rate; the frame's duration stays the
    /// same.
    package var sampleRate: Int { Self.sampleRate(sampleRateIndex) }

    /// Returns the samples per second that an index in the header stands for. The index must be 0…12.
    private static func sampleRate(_ index: UInt8) -> Int {
        switch index {
        case 0: 96_000
        case 1: 88_200
        case 2: 64_000
        case 3: 48_000
        case 4: 44_100
        case 5: 32_000
        case 6: 24_000
        case 7: 22_050
        case 8: 16_000
        case 9: 12_000
        case 10: 11_025
        case 11: 8_000
        default: 7_350
        }
    }

    /// Number of channels according to the header; nil if only the program config element inside the frame gives it.
    package var channelCount: Int? {
        channelConfiguration == 0 ? nil : channelConfiguration == 7 ? 8 : Int(channelConfiguration)
    }

    /// Samples per channel in the frame, at ``sampleRate``.
    package var samplesPerFrame: Int { Self.samplesPerBlock * blockCount }

    /// Reads a header. Returns nil if the sync word is missing, the rate is reserved, or the frame would be no longer
    /// than its header.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.length, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
        isMpeg2 = bytes[1] & 8 != 0
        hasChecksum = bytes[1] & 1 == 0
        profile = bytes[2] >> 6
        sampleRateIndex = bytes[2] >> 2 & 15
        channelConfiguration = bytes[2] << 2 & 4 | bytes[3] >> 6
        byteCount = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
        blockCount = Int(bytes[6] & 3) + 1
        guard sampleRateIndex <= 12, byteCount > (hasChecksum ? 9 : 7) else { return nil }
    }

    /// Returns the bytes of an ADTS header for an AAC access unit that has none; nil if ADTS cannot express the
    /// configuration.
    /// - Parameters:
    ///   - config: the configuration of the access unit.
    ///   - count: length of the access unit in bytes.
    package static func bytes(_ config: AudioSpecificConfig, payload count: Int) -> [UInt8]? {
        let length = count + Self.length
        guard (1...4).contains(config.objectType), (1...8).contains(config.channelCount), config.channelCount != 7,
            config.frameLength == samplesPerBlock, length <= maximumFrameLength,
            let index = (0...12).first(where: { sampleRate($0) == config.sampleRate })
        else { return nil }
        let channels = UInt8(config.channelCount == 8 ? 7 : config.channelCount)
        return [
            0xFF, 0xF1, UInt8(config.objectType - 1) << 6 | index << 2 | channels >> 2,
            channels << 6 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF), UInt8(length & 7) << 5 | 0x1F, 0xFC,
        ]
    }

    /// Returns whether a frame with this header and a frame with the header `other` can occur in one stream whose
    /// format does not change.
    package func isCompatible(with other: AdtsHeader) -> Bool {
        isMpeg2 == other.isMpeg2 && profile == other.profile && sampleRateIndex == other.sampleRateIndex
            && channelConfiguration == other.channelConfiguration
    }
}

extension AdtsHeader: AudioFrameHeader {
    var frameLength: Int? { byteCount }
    var paddingLength: Int { 0 }
    var sampleCount: Int { samplesPerFrame }

    func namedBitRate(freeFormatLength: Int) -> Int? { nil }

    func mediaFormat(bitRate: Int?) -> MediaFormat {
        // If the header does not give the number of channels, the format states two. The decoder later reports the real
        // number.
        MediaFormat(codec: .aac, framing: .adts, sampleRate: sampleRate, channelCount: channelCount ?? 2)
    }

    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader? { nil }
}
