/// The identification header of an Opus stream (RFC 7845 §5.1).
package struct OpusHeader: Hashable, Sendable {
    package var channelCount: Int
    /// Number of samples per channel at the stream's beginning that are decoded but not heard, at 48 kHz.
    package var preSkip: Int
    /// Sample rate of the encoder's input, for display only. The decoded sound always has 48 kHz.
    package var inputSampleRate: Int
    /// Gain to apply to the decoded samples, in 1/256 dB.
    package var outputGain: Int
    /// How the channels are arranged. 0: one or two channels. 1: up to eight channels in the order of Vorbis.
    package var mappingFamily: Int
    /// Number of Opus streams in each packet.
    package var streamCount: Int
    /// Number of those streams that have two channels. They precede the mono streams in each packet.
    package var coupledCount: Int
    /// For each output channel, the index of the decoded channel that it plays; 255 for silence.
    package var mapping: [UInt8]

    package static let sampleRate = 48_000

    /// Reads an identification header. Returns nil if it is invalid, or if its version is a later, incompatible one
    /// (§5.1).
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 19, Ascii.begins(bytes, "OpusHead"), bytes[8] & 0xF0 == 0 else { return nil }
        func number(_ at: Int, _ count: Int) -> Int {
            bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        channelCount = Int(bytes[9])
        preSkip = number(10, 2)
        inputSampleRate = number(12, 4)
        outputGain = Int(Int16(truncatingIfNeeded: number(16, 2)))
        mappingFamily = Int(bytes[18])
        switch mappingFamily {
        case 0:
            guard channelCount == 1 || channelCount == 2 else { return nil }
            streamCount = 1
            coupledCount = channelCount - 1
            mapping = channelCount == 1 ? [0] : [0, 1]
        case _:
            guard channelCount > 0, bytes.count >= 21 + channelCount else { return nil }
            streamCount = Int(bytes[19])
            coupledCount = Int(bytes[20])
            mapping = Array(bytes[21..<21 + channelCount])
            let decoded = streamCount + coupledCount
            guard streamCount > 0, coupledCount <= streamCount, decoded <= 255,
                mapping.allSatisfy({ $0 == 255 || $0 < decoded })
            else { return nil }
        }
    }

    /// True if the header describes sound that Longwave plays.
    ///
    /// Only mapping families 0 and 1 define which channel is which (§5.1.1). libopus keeps a decoder for each stream,
    /// and no encoder writes more streams than channels.
    package var isPlayable: Bool { mappingFamily <= 1 && channelCount <= 8 && streamCount <= channelCount }

    /// The header's bytes.
    package var bytes: [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let fixed = [1, UInt8(channelCount)] + little(preSkip, 2) + little(inputSampleRate, 4) + little(outputGain, 2)
        let bytes = Array("OpusHead".utf8) + fixed + [UInt8(mappingFamily)]
        return mappingFamily == 0 ? bytes : bytes + [UInt8(streamCount), UInt8(coupledCount)] + mapping
    }

    package var mediaFormat: MediaFormat {
        MediaFormat(codec: .opus, framing: .opus(self), sampleRate: Self.sampleRate, channelCount: channelCount)
    }

    /// Returns the number of samples per channel in a packet at 48 kHz, from its first bytes (RFC 6716 §3.1); nil if
    /// they are invalid.
    package static func sampleCount(ofPacket bytes: UnsafeRawBufferPointer) -> Int? {
        guard let first = bytes.first else { return nil }
        let mode = Int(first >> 3)
        let frame =
            switch mode {
            case 0..<12: [480, 960, 1920, 2880][mode & 3]
            case 12..<16: [480, 960][mode & 1]
            case _: 120 << (mode & 3)
            }
        let count: Int
        switch first & 3 {
        case 0: count = 1
        case 1, 2: count = 2
        case _:
            guard bytes.count >= 2, bytes[1] & 0x3F > 0 else { return nil }
            count = Int(bytes[1] & 0x3F)
        }
        // §3.2.5: a packet lasts at most 120 ms.
        return frame * count <= 5760 ? frame * count : nil
    }
}
