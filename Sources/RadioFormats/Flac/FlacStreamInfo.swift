/// The STREAMINFO block: a FLAC stream's description of itself (RFC 9639 §8.2).
package struct FlacStreamInfo: Hashable, Sendable {
    /// Length of the block in bytes, without its block header.
    package static let byteCount = 34

    /// Smallest number of samples per channel in a frame; the last frame may have fewer.
    package var minimumBlock: Int
    /// Largest number of samples per channel in a frame.
    package var maximumBlock: Int
    /// Smallest length of a frame in bytes; nil if unknown.
    package var minimumFrame: Int?
    /// Largest length of a frame in bytes; nil if unknown.
    package var maximumFrame: Int?
    package var sampleRate: Int
    /// Number of channels, 1 to 8, in the order of WAVE files (RFC 9639 §9.1.3).
    package var channelCount: Int
    /// Sample size in bits, 4 to 32.
    package var bitsPerSample: Int
    /// Total number of samples per channel; nil if unknown.
    package var sampleCount: Int64?
    /// MD5 sum of all decoded samples as little-endian numbers; nil if unknown.
    package var md5: [UInt8]?

    /// Creates a description from a frame's header.
    /// - Parameter info: the stream's earlier description, for values that the header leaves out. If nil, those of a CD
    ///   are used: 44,100 Hz and 16 bits.
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

    /// Reads `bytes`, a STREAMINFO block without its block header. Returns nil if the block is too short or contains
    /// impossible values.
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
        // RFC 9639 §8.2 sets these limits. It allows a sample rate of zero only for data that is not sound.
        guard sampleRate > 0, maximumBlock >= 16, bitsPerSample >= 4 else { return nil }
    }

    /// Returns `number`, or nil if it is zero, which means "unknown" in a STREAMINFO block.
    private static func known(_ number: Int) -> Int? { number > 0 ? number : nil }

    /// The STREAMINFO block with these values, without its block header.
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

    /// The format of the stream's packets. Contains only the values that a decoder needs.
    ///
    /// Two links of an Ogg chain that differ only in other values, such as their length, therefore have equal formats.
    package var mediaFormat: MediaFormat {
        let info = FlacStreamInfo(
            sampleRate: sampleRate, channelCount: channelCount, bitsPerSample: bitsPerSample,
            maximumBlock: maximumBlock)
        return MediaFormat(codec: .flac, framing: .flac(info), sampleRate: sampleRate, channelCount: channelCount)
    }
}
