import RadioFormats
import TestSupport
import Testing

@Suite struct FlacFrameHeaderTests {
    struct Row: Sendable, CustomStringConvertible {
        var bytes: [UInt8]
        var number: Int64 = 0
        var numbering = FlacFrameHeader.Numbering.frames
        var blockSize = 4096
        var rate: Int? = 44_100
        var channels = 2
        var bits: Int? = 16
        var description: String { "\(bytes)" }
    }

    /// Frame headers according to RFC 9639 §9.1, among them the examples of the RFC's appendix D.
    @Test(arguments: [
        Row(bytes: [0xFF, 0xF8, 0xC9, 0x18, 0x00]),
        Row(bytes: [0xFF, 0xF8, 0xC9, 0xA8, 0x05], number: 5),
        Row(bytes: [0xFF, 0xF8, 0x69, 0x18, 0x00, 0x00], blockSize: 1),
        Row(bytes: [0xFF, 0xF8, 0x79, 0x18, 0x00, 0xFF, 0xFE - 1], blockSize: 65_534),
        Row(bytes: [0xFF, 0xF8, 0x10, 0x10, 0x00], blockSize: 192, rate: nil, bits: nil),
        Row(bytes: [0xFF, 0xF8, 0x5C, 0x7C, 0x00, 96], blockSize: 4608, rate: 96_000, channels: 8, bits: 24),
        Row(bytes: [0xFF, 0xF8, 0x8D, 0x0E, 0x00, 0xAC, 0x44], blockSize: 256, channels: 1, bits: 32),
        Row(bytes: [0xFF, 0xF8, 0xFE, 0x92, 0x00, 0x11, 0x3A], blockSize: 32_768, bits: 8),
        Row(bytes: [0xFF, 0xF9, 0xC9, 0x18, 0xC2, 0x80], number: 128, numbering: .samples),
        Row(
            bytes: [0xFF, 0xF9, 0xC9, 0x18, 0xFE, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF], number: 0xF_FFFF_FFFF,
            numbering: .samples),
    ]) func fields(_ row: Row) throws {
        let bytes = Self.summed(row.bytes)
        let header = try #require(bytes.withUnsafeBytes { FlacFrameHeader($0) })
        #expect(header.number == row.number && header.numbering == row.numbering)
        #expect(header.blockSize == row.blockSize && header.sampleRate == row.rate)
        #expect(header.channelCount == row.channels && header.bitsPerSample == row.bits)
        #expect(header.byteCount == bytes.count)
        for cut in bytes.indices { #expect(bytes[..<cut].withUnsafeBytes { FlacFrameHeader($0) } == nil) }
        var wrong = bytes
        wrong[wrong.count - 1] ^= 1
        #expect(wrong.withUnsafeBytes { FlacFrameHeader($0) } == nil)
    }

    /// Headers with reserved values, and bytes that are not a header, are refused.
    @Test(
        arguments: [
            [0xFF, 0xFA, 0xC9, 0x18, 0x00], [0xFE, 0xF8, 0xC9, 0x18, 0x00], [0xFF, 0xF8, 0x09, 0x18, 0x00],
            [0xFF, 0xF8, 0xCF, 0x18, 0x00], [0xFF, 0xF8, 0xC9, 0xB8, 0x00], [0xFF, 0xF8, 0xC9, 0x16, 0x00],
            [0xFF, 0xF8, 0xC9, 0x19, 0x00], [0xFF, 0xF8, 0xC9, 0x18, 0x80], [0xFF, 0xF8, 0xC9, 0x18, 0xFF],
            [0xFF, 0xF8, 0xC9, 0x18, 0xC2, 0x00], [0xFF, 0xF8, 0xCC, 0x18, 0x00, 0x00],
            [0xFF, 0xF8, 0x79, 0x18, 0x00, 0xFF, 0xFF],
        ] as [[UInt8]]) func refused(_ bytes: [UInt8])
    {
        #expect(Self.summed(bytes).withUnsafeBytes { FlacFrameHeader($0) } == nil)
    }

    private static func summed(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [bytes.withUnsafeBytes { FlacChecksum.header($0[...]) }]
    }

    /// The check value that the CRC catalogue states for CRC-16/UMTS, and the checksum of a whole frame.
    @Test func checksums() throws {
        let digits = Array("123456789".utf8)
        #expect(digits.withUnsafeBytes { FlacChecksum.frame($0) } == 0xFEE8)
        #expect(digits.withUnsafeBytes { FlacChecksum.header($0[...]) } == 0xF4)
        for frame in try FlacFramerTests.Link.all().flatMap(\.frames) {
            #expect(frame.withUnsafeBytes { FlacChecksum.frame($0) } == 0)
        }
    }

    @Test func streamInfo() throws {
        for link in try FlacFramerTests.Link.all() {
            let info = try #require(link.info.withUnsafeBytes { FlacStreamInfo($0) })
            #expect(info.sampleRate == 22_050 && info.channelCount == 1 && info.bitsPerSample == 16)
            #expect(info.bytes == Array(link.info.prefix(34)) && info.md5 != nil)
        }
    }
}
