/// The header of a FLAC frame (RFC 9639 §9.1).
package struct FlacFrameHeader: Hashable, Sendable {
    /// Length of the longest header in bytes: 4 bytes of fixed fields, 7 of ``number``, 2 of ``blockSize``, 2 of
    /// ``sampleRate``, 1 of checksum.
    package static let maximumByteCount = 16

    /// The unit of ``number``.
    package enum Numbering: Hashable, Sendable {
        /// Frames, all of the same block size except the last.
        case frames
        /// Samples per channel, because frames may have any block size.
        case samples
    }

    package var numbering: Numbering
    /// The frame's number, or the number of its first sample, as ``numbering`` says.
    package var number: Int64
    /// Number of samples per channel.
    package var blockSize: Int
    /// Samples per second; nil if the header refers to STREAMINFO.
    package var sampleRate: Int?
    package var channelCount: Int
    /// Sample size in bits; nil if the header refers to STREAMINFO.
    package var bitsPerSample: Int?
    /// Length of the header in bytes, including its checksum.
    package var byteCount: Int

    /// Reads the header at the beginning of `bytes`.
    ///
    /// Returns nil if the header is incomplete or invalid, or its checksum is wrong.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8, bytes[3] & 0x01 == 0 else { return nil }
        numbering = bytes[1] & 1 == 0 ? .frames : .samples
        guard let coded = Self.codedNumber(bytes) else { return nil }
        number = coded.number
        var at = 4 + coded.byteCount
        func next(_ count: Int) -> Int? {
            guard at + count <= bytes.count else { return nil }
            defer { at += count }
            return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
        }
        // §9.1.1
        switch bytes[2] >> 4 {
        case 1: blockSize = 192
        case 2, 3, 4, 5: blockSize = 144 << (bytes[2] >> 4)
        case 6:
            guard let size = next(1) else { return nil }
            blockSize = size + 1
        case 7:
            guard let size = next(2), size < 65_535 else { return nil }
            blockSize = size + 1
        case 8...15: blockSize = 1 << (bytes[2] >> 4)
        case _: return nil
        }
        // §9.1.2
        switch bytes[2] & 0x0F {
        case 0: sampleRate = nil
        case 12:
            guard let rate = next(1) else { return nil }
            sampleRate = rate * 1000
        case 13, 14:
            guard let rate = next(2) else { return nil }
            sampleRate = bytes[2] & 1 == 1 ? rate : rate * 10
        case 15: return nil
        case let code: sampleRate = Self.rates[Int(code) - 1]
        }
        if sampleRate == 0 { return nil }
        // §9.1.3
        switch bytes[3] >> 4 {
        case let code where code < 8: channelCount = Int(code) + 1
        case 8, 9, 10: channelCount = 2
        case _: return nil
        }
        // §9.1.4
        switch bytes[3] >> 1 & 7 {
        case 0: bitsPerSample = nil
        case 3: return nil
        case let code: bitsPerSample = [8, 12, 0, 16, 20, 24, 32][Int(code) - 1]
        }
        guard let sum = next(1), FlacChecksum.header(bytes[..<(at - 1)]) == UInt8(sum) else { return nil }
        byteCount = at
    }

    /// Returns whether the channel count, sample rate and sample size in this header agree with `info`.
    func fits(_ info: FlacStreamInfo) -> Bool {
        channelCount == info.channelCount && (sampleRate ?? info.sampleRate) == info.sampleRate
            && (bitsPerSample ?? info.bitsPerSample) == info.bitsPerSample
    }

    /// Returns whether `other` can be the header of the frame that follows this header's frame.
    func isFollowed(by other: FlacFrameHeader) -> Bool {
        guard numbering == other.numbering, channelCount == other.channelCount, sampleRate == other.sampleRate,
            bitsPerSample == other.bitsPerSample
        else { return false }
        // Some old files count samples although their headers say that they count frames.
        return other.number == number + Int64(blockSize) || numbering == .frames && other.number == number + 1
    }

    private static let rates = [
        88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
    ]

    /// Reads a number of up to 36 bits, in the coding that UTF-8 uses for characters (§9.1.5).
    private static func codedNumber(_ bytes: UnsafeRawBufferPointer) -> (number: Int64, byteCount: Int)? {
        let first = bytes[4]
        let ones = (~first).leadingZeroBitCount
        if ones == 0 { return (Int64(first), 1) }
        guard (2...7).contains(ones), 4 + ones <= bytes.count else { return nil }
        var number = Int64(first & (0x7F >> ones))
        for byte in bytes[5..<4 + ones] {
            guard byte & 0xC0 == 0x80 else { return nil }
            number = number << 6 | Int64(byte & 0x3F)
        }
        return (number, ones)
    }
}
