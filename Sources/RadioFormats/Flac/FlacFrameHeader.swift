/// The header of a FLAC frame (RFC 9639 §9.1).
package struct FlacFrameHeader: Hashable, Sendable {
    /// Length of the longest header in bytes: 4 bytes of fixed fields, 7 for ``number``, 2 for ``blockSize``, 2 for
    /// ``sampleRate``, and 1 for the checksum.
    package static let maximumByteCount = 16

    /// What the ``number`` in a frame header counts.
    package enum Numbering: Hashable, Sendable {
        /// The frames before this frame. All frames of the stream have the same block size, except the last.
        case frames
        /// The samples per channel before this frame, because frames may have different block sizes.
        case samples
    }

    package var numbering: Numbering
    /// The frame's number, or the number of its first sample, depending on ``numbering``. Both count from 0.
    package var number: Int64
    /// Number of samples per channel in the frame.
    package var blockSize: Int
    /// Samples per second; nil if the value in the STREAMINFO block applies.
    package var sampleRate: Int?
    package var channelCount: Int
    /// Sample size in bits; nil if the value in the STREAMINFO block applies.
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
        // The block size (RFC 9639 §9.1.1).
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
        // The sample rate (RFC 9639 §9.1.2).
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
        // The number of channels (RFC 9639 §9.1.3).
        switch bytes[3] >> 4 {
        case let code where code < 8: channelCount = Int(code) + 1
        case 8, 9, 10: channelCount = 2
        case _: return nil
        }
        // The sample size (RFC 9639 §9.1.4).
        switch bytes[3] >> 1 & 7 {
        case 0: bitsPerSample = nil
        case 3: return nil
        case let code: bitsPerSample = [8, 12, 0, 16, 20, 24, 32][Int(code) - 1]
        }
        guard let sum = next(1), FlacChecksum.header(bytes[..<(at - 1)]) == UInt8(sum) else { return nil }
        byteCount = at
    }

    /// Returns whether the channel count, sample rate and sample size in this header agree with a STREAMINFO block. A
    /// value that is missing in the header agrees.
    func fits(_ info: FlacStreamInfo) -> Bool {
        channelCount == info.channelCount && (sampleRate ?? info.sampleRate) == info.sampleRate
            && (bitsPerSample ?? info.bitsPerSample) == info.bitsPerSample
    }

    /// Returns whether `other` can be the header of the frame after this header's frame: the numbers are consecutive
    /// and the formats are the same.
    func isFollowed(by other: FlacFrameHeader) -> Bool {
        guard numbering == other.numbering, channelCount == other.channelCount, sampleRate == other.sampleRate,
            bitsPerSample == other.bitsPerSample
        else { return false }
        // In some old files, the frame numbers count samples although the headers say that they count frames.
        return other.number == number + Int64(blockSize) || numbering == .frames && other.number == number + 1
    }

    private static let rates = [
        88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
    ]

    /// Reads the number at byte 4 of a frame header: up to 36 bits, coded as UTF-8 codes characters (RFC 9639 §9.1.5).
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
