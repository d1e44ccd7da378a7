/// What a FLAC stream says of itself at its beginning: the STREAMINFO block (RFC 9639 §8.2).
package struct FlacStreamInfo: Hashable, Sendable {
    /// Bytes of the block without its header.
    package static let byteCount = 34

    /// Samples per channel of a frame; the last one may have fewer than ``minimumBlock``.
    package var minimumBlock: Int
    package var maximumBlock: Int
    /// Bytes of a frame; nil where that is not known.
    package var minimumFrame: Int?
    package var maximumFrame: Int?
    package var sampleRate: Int
    /// 1 to 8, in the order of WAVE files (RFC 9639 §9.1.3).
    package var channelCount: Int
    /// 4 to 32.
    package var bitsPerSample: Int
    /// Samples per channel in all; nil where that is not known.
    package var sampleCount: Int64?
    /// MD5 of the samples as they were before, little-endian; nil where it is not known.
    package var md5: [UInt8]?

    /// By the header of a frame, and what was said before it.
    init(_ header: FlacFrameHeader, after info: FlacStreamInfo?) {
        self.init(
            sampleRate: header.sampleRate ?? info?.sampleRate ?? 44_100, channelCount: header.channelCount,
            bitsPerSample: header.bitsPerSample ?? info?.bitsPerSample ?? 16, maximumBlock: 65_535)
    }

    package init(sampleRate: Int, channelCount: Int, bitsPerSample: Int, maximumBlock: Int) {
        minimumBlock = 16
        self.maximumBlock = maximumBlock
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.bitsPerSample = bitsPerSample
    }

    /// Nil where the bytes are no such block, or name something that cannot be.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
        minimumBlock = number(0..<2)
        maximumBlock = number(2..<4)
        minimumFrame = Self.known(number(4..<7))
        maximumFrame = Self.known(number(7..<10))
        sampleRate = number(10..<13) >> 4
        channelCount = (number(12..<13) >> 1 & 7) + 1
        bitsPerSample = (number(12..<14) >> 4 & 31) + 1
        sampleCount = Int64(Self.known(number(13..<18) & 0xF_FFFF_FFFF) ?? 0)
        if sampleCount == 0 { sampleCount = nil }
        md5 = bytes[18..<34].allSatisfy { $0 == 0 } ? nil : Array(bytes[18..<34])
        // §8.2; a rate of zero is no sound.
        guard sampleRate > 0, maximumBlock >= 16, bitsPerSample >= 4 else { return nil }
    }

    /// Zero stands for "not known".
    private static func known(_ number: Int) -> Int? { number > 0 ? number : nil }

    /// The block's bytes again, without its header.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ number: Int, _ count: Int) {
            for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
        add(minimumBlock, 2)
        add(maximumBlock, 2)
        add(minimumFrame ?? 0, 3)
        add(maximumFrame ?? 0, 3)
        let form = sampleRate << 44 | (channelCount - 1) << 41 | (bitsPerSample - 1) << 36
        add(form | Int(sampleCount ?? 0), 8)
        return bytes + (md5 ?? Array(repeating: 0, count: 16))
    }

    /// Of what a decoder must know: two links of a chain that are decoded alike have the same.
    package var mediaFormat: MediaFormat {
        let info = FlacStreamInfo(
            sampleRate: sampleRate, channelCount: channelCount, bitsPerSample: bitsPerSample,
            maximumBlock: maximumBlock)
        return MediaFormat(codec: .flac, framing: .flac(info), sampleRate: sampleRate, channelCount: channelCount)
    }
}
