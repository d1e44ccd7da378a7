import RadioFormats
import TestSupport
import Testing

/// The samples that an MP3 encoder added are cut off files as libmpg123 does it, and never off live streams.
@Suite struct EncoderTrimTests {
    static let header = FrameMaker.mpegHeader()

    /// Returns a first frame with LAME's header.
    static func lame(_ frames: Int, _ delay: Int, _ padding: Int, _ header: [UInt8] = header) -> [UInt8] {
        var frame = MpegTagTests.xing("Info", header: header)
        let start = MpegTagTests.xing("Info", header: header).firstRange(of: Array("Info".utf8))!.lowerBound
        frame.replaceSubrange(start + 8..<start + 12, with: [24, 16, 8, 0].map { UInt8(frames >> $0 & 255) })
        frame.replaceSubrange(
            start + 141..<start + 144, with: [16, 8, 0].map { UInt8((delay << 12 | padding) >> $0 & 255) })
        return frame
    }

    static func sound(_ count: Int, _ header: [UInt8] = header) -> [UInt8] {
        var maker = FrameMaker(seed: 21)
        return maker.mpegStream(header, count: count)
    }

    /// The samples of the packets: before the heard ones, heard, and after them.
    struct Cut: Equatable {
        var lead = 0
        var heard = 0
        var tail = 0
        var stated: Int?
    }

    static func cut(_ input: [UInt8], after tag: [UInt8] = [], isFile: Bool = true) -> Cut {
        var framer = MpegAudioFramer(isFile: isFile)
        var cut = Cut()
        func take(_ element: StreamElement) {
            guard case .packet(let packet) = element else { return }
            #expect(packet.decodedCount == 1152 || packet.decodedCount == 576)
            cut.lead += packet.lead
            cut.heard += packet.sampleCount
            cut.tail += packet.tail
        }
        if !tag.isEmpty { framer.begin(after: TimedMetadata(kind: .id3, raw: tag)) }
        for start in stride(from: 0, to: input.count, by: 1000) {
            input[start..<min(start + 1000, input.count)].withUnsafeBytes { framer.feed($0, take) }
        }
        framer.finish(take)
        cut.stated = framer.statedDuration.map { Int(($0.seconds * Double(framer.lastHeader!.sampleRate)).rounded()) }
        return cut
    }

    @Test(arguments: [
        // LAME: the decoder's delay is added at the beginning, and taken off the padding.
        (10, 576, 1234, 10, Cut(lead: 1105, heard: 9710, tail: 705, stated: 9710)),
        // A padding shorter than the decoder's delay cuts nothing.
        (10, 576, 100, 10, Cut(lead: 1105, heard: 10_415, tail: 0, stated: 10_415)),
        (10, 0, 0, 10, Cut(lead: 529, heard: 10_991, tail: 0, stated: 10_991)),
        // Several whole frames are cut.
        (10, 4095, 4095, 10, Cut(lead: 4624, heard: 3330, tail: 3566, stated: 3330)),
        // More than the whole sound: the statement is ignored.
        (5, 4095, 4095, 5, Cut(heard: 5760, stated: 5760)), (2, 4095, 0, 10, Cut(heard: 11_520, stated: 2304)),
        // The header counts fewer or more frames than there are, or none.
        (6, 576, 1234, 10, Cut(lead: 1105, heard: 9710, tail: 705, stated: 5102)),
        (90, 576, 1234, 10, Cut(lead: 1105, heard: 10_415, tail: 0, stated: 101_870)),
        (0, 576, 1234, 10, Cut(heard: 11_520)),
    ])
    func `LAME's header`(stated: Int, delay: Int, padding: Int, count: Int, expected: Cut) {
        let input = Self.lame(stated, delay, padding) + Self.sound(count)
        #expect(Self.cut(input) == expected)
        #expect(Self.cut(input, isFile: false) == Cut(heard: count * 1152))
    }

    @Test func `frames of 576 samples`() {
        let header = FrameMaker.mpegHeader(version: .mpeg2, mode: .mono)
        let input = Self.lame(10, 576, 1000, header) + Self.sound(10, header)
        #expect(Self.cut(input) == Cut(lead: 1105, heard: 4184, tail: 471, stated: 4184))
    }

    @Test func `a header without LAME's extension, and none`() {
        var frame = Self.lame(10, 0, 0)
        frame.replaceSubrange(frame.firstRange(of: Array("LAME".utf8))!, with: [0, 0, 0, 0])
        #expect(Self.cut(frame + Self.sound(10)) == Cut(heard: 11_520, stated: 11_520))
        #expect(Self.cut(Self.sound(10)) == Cut(heard: 11_520))
    }

    @Test func `each of two joined files is cut`() {
        let one = Self.lame(10, 576, 1234) + Self.sound(10)
        #expect(Self.cut(one + one) == Cut(lead: 2210, heard: 19_420, tail: 1410, stated: 9710))
        #expect(Self.cut(one + Self.sound(4)) == Cut(lead: 1105, heard: 9710 + 4608, tail: 705, stated: 9710))
    }

    static let smpb = " 00000000 00000240 000004D2 00000000000023E6 00000000 00000000"

    @Test(arguments: ["COMM", "TXXX"]) func `iTunes's comment`(_ name: String) {
        func tag(_ text: String) -> [UInt8] {
            let language = name == "COMM" ? "eng" : ""
            return FrameMaker.id3([(name, [0] + Array("\(language)iTunSMPB\0\(text)".utf8))])
        }
        let expected = Cut(lead: 1105, heard: 9190, tail: 1225, stated: 9190)
        #expect(Self.cut(Self.sound(10), after: tag(Self.smpb)) == expected)
        // LAME's header is exact; another header says nothing of the delay.
        let lame = Self.lame(10, 576, 1234)
        #expect(Self.cut(lame + Self.sound(10), after: tag(Self.smpb)).heard == 9710)
        var plain = lame
        plain.replaceSubrange(plain.firstRange(of: Array("LAME".utf8))!, with: [0, 0, 0, 0])
        #expect(Self.cut(plain + Self.sound(10), after: tag(Self.smpb)) == expected)
        #expect(Self.cut(Self.sound(10), after: tag(Self.smpb), isFile: false) == Cut(heard: 11_520))
        for text in [
            " 00000000 0FFFFFFF 000004D2 00000000000023E6", " 00000000 00000240 000004D2 FFFFFFFFFFFFFFFF",
            " 00000000 -0000240 000004D2 00000000000023E6", " 00000000 00000240", "", "x y z w",
        ] {
            #expect(Self.cut(Self.sound(10), after: tag(text)) == Cut(heard: 11_520), "\(text)")
        }
    }
}
