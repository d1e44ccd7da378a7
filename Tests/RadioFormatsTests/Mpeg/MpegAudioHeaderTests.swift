import RadioFormats
import TestSupport
import Testing

@Suite struct MpegAudioHeaderTests {
    static func header(_ bytes: [UInt8]) -> MpegAudioHeader? { bytes.withUnsafeBytes { MpegAudioHeader($0) } }

    // The bit rates in the tables of ISO/IEC 11172-3 §2.4.2.3 and 13818-3 §2.4.2.3, one column after another.
    @Test(
        arguments: [
            (
                .mpeg1, .layer1, [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
            ),
            (.mpeg1, .layer2, [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]),
            (.mpeg1, .layer3, [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]),
            (.mpeg2, .layer1, [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]),
            (.mpeg2, .layer2, [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]),
            (.mpeg2, .layer3, [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]),
            (.mpeg25, .layer1, [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]),
            (.mpeg25, .layer2, [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]),
            (.mpeg25, .layer3, [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]),
        ] as [(MpegAudioHeader.Version, MpegAudioHeader.Layer, [Int])])
    func `bit rates`(version: MpegAudioHeader.Version, layer: MpegAudioHeader.Layer, kilobits: [Int]) {
        for (index, expected) in kilobits.enumerated() {
            let bytes = FrameMaker.mpegHeader(version: version, layer: layer, bitRateIndex: UInt8(index + 1))
            #expect(Self.header(bytes)?.bitRate == expected * 1000)
        }
        #expect(Self.header(FrameMaker.mpegHeader(version: version, layer: layer, bitRateIndex: 0))?.bitRate == nil)
        #expect(Self.header(FrameMaker.mpegHeader(version: version, layer: layer, bitRateIndex: 15)) == nil)
    }

    @Test(
        arguments: [
            (.mpeg1, [44_100, 48_000, 32_000]), (.mpeg2, [22_050, 24_000, 16_000]), (.mpeg25, [11_025, 12_000, 8_000]),
        ] as [(MpegAudioHeader.Version, [Int])])
    func `sample rates`(version: MpegAudioHeader.Version, rates: [Int]) {
        for (index, rate) in rates.enumerated() {
            #expect(Self.header(FrameMaker.mpegHeader(version: version, rateIndex: UInt8(index)))?.sampleRate == rate)
        }
        #expect(Self.header(FrameMaker.mpegHeader(version: version, rateIndex: 3)) == nil)
    }

    // Frames in these formats. mpg123 and ffprobe report the same lengths and sample counts.
    @Test(
        arguments: [
            (FrameMaker.mpegHeader(), 417, 1152),
            (FrameMaker.mpegHeader(isPadded: true), 418, 1152),
            (FrameMaker.mpegHeader(bitRateIndex: 14, rateIndex: 2), 1440, 1152),
            (FrameMaker.mpegHeader(bitRateIndex: 1, rateIndex: 1, mode: .mono), 96, 1152),
            (FrameMaker.mpegHeader(layer: .layer2, bitRateIndex: 10, rateIndex: 1), 576, 1152),
            (FrameMaker.mpegHeader(layer: .layer1, bitRateIndex: 12, rateIndex: 0), 416, 384),
            (FrameMaker.mpegHeader(layer: .layer1, bitRateIndex: 12, rateIndex: 0, isPadded: true), 420, 384),
            (FrameMaker.mpegHeader(version: .mpeg2, bitRateIndex: 8), 208, 576),
            (FrameMaker.mpegHeader(version: .mpeg2, layer: .layer2, bitRateIndex: 8), 417, 1152),
            (FrameMaker.mpegHeader(version: .mpeg25, bitRateIndex: 1, rateIndex: 2), 72, 576),
            (FrameMaker.mpegHeader(version: .mpeg25, bitRateIndex: 14, rateIndex: 2, isPadded: true), 1441, 576),
            (
                FrameMaker.mpegHeader(version: .mpeg25, layer: .layer2, bitRateIndex: 14, rateIndex: 2, isPadded: true),
                MpegAudioHeader.maximumFrameLength, 1152
            ),
        ] as [([UInt8], Int, Int)])
    func `length and samples of a frame`(bytes: [UInt8], length: Int, samples: Int) throws {
        let header = try #require(Self.header(bytes))
        #expect(header.frameLength == length)
        #expect(header.samplesPerFrame == samples)
    }

    @Test(
        arguments: [
            [], [0xFF, 0xFB, 0x90], [0xFF, 0xDB, 0x90, 0], [0xFE, 0xFB, 0x90, 0],
            // The version 1 and the layer 0 (used by ADTS) are reserved.
            [0xFF, 0xEB, 0x90, 0], [0xFF, 0xF9, 0x90, 0x40].map { $0 == 0xF9 ? 0xF8 : $0 }, [0xFF, 0xF1, 0x50, 0x80],
        ] as [[UInt8]])
    func `what is no header`(bytes: [UInt8]) {
        #expect(Self.header(bytes) == nil)
    }

    // No decoder uses the header's field "emphasis", and one encoder of conformance streams writes its reserved value.
    @Test func `a reserved emphasis is no reason to reject a frame`() {
        #expect(Self.header([0xFF, 0xFA, 0x92, 0x02])?.frameLength == 418)
        for emphasis in UInt8(0)...3 { #expect(Self.header([0xFF, 0xFB, 0x90, emphasis])?.bitRate == 128_000) }
    }

    @Test func `channels and checksum`() {
        #expect(Self.header(FrameMaker.mpegHeader(mode: .mono))?.channelCount == 1)
        #expect(Self.header(FrameMaker.mpegHeader(mode: .dualChannel))?.channelCount == 2)
        #expect(Self.header(FrameMaker.mpegHeader(hasChecksum: true))?.hasChecksum == true)
        #expect(Self.header(FrameMaker.mpegHeader())?.hasChecksum == false)
    }

    @Test(
        arguments: [
            // MPEG-1 stereo with a CRC, MPEG-1 mono without a CRC, MPEG-2 mono, MPEG-2 mono cut off, Layer II.
            ([0xFF, 0xFA, 0x90, 0x00, 1, 2, 0x81, 0x80] + .init(repeating: 0, count: 130), 0x103, 100),
            ([0xFF, 0xFB, 0x90, 0xC0, 0xFF, 0x80] + .init(repeating: 0, count: 20), 511, 5),
            ([0xFF, 0xF3, 0x90, 0xC0, 0xFF, 0x80] + .init(repeating: 0, count: 7), 255, 0),
            ([0xFF, 0xF3, 0x90, 0xC0, 0xFF, 0x80] + .init(repeating: 0, count: 6), nil, nil),
            ([0xFF, 0xFD, 0x90, 0x00] + .init(repeating: 0, count: 130), nil, nil),
        ] as [([UInt8], Int?, Int?)])
    func `main data`(frame: [UInt8], begin: Int?, length: Int?) {
        let main = frame.withUnsafeBytes { MpegAudioHeader.mainData(of: $0) }
        #expect(main?.begin == begin)
        #expect(main?.length == length)
    }

    @Test func `what may follow in one stream`() throws {
        let base = try #require(Self.header(FrameMaker.mpegHeader()))
        func may(_ bytes: [UInt8]) throws -> Bool { try #require(Self.header(bytes)).isCompatible(with: base) }
        #expect(try may(FrameMaker.mpegHeader(bitRateIndex: 5)))
        #expect(try may(FrameMaker.mpegHeader(isPadded: true, mode: .stereo, hasChecksum: true)))
        #expect(try !may(FrameMaker.mpegHeader(mode: .mono)))
        #expect(try !may(FrameMaker.mpegHeader(rateIndex: 1)))
        #expect(try !may(FrameMaker.mpegHeader(layer: .layer2)))
        #expect(try !may(FrameMaker.mpegHeader(version: .mpeg2)))
        #expect(try !may(FrameMaker.mpegHeader(bitRateIndex: 0)))
    }
}
