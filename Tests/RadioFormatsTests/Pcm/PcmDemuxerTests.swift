import RadioFormats
import TestSupport
import Testing

@Suite struct PcmDemuxerTests {
    static let sound = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    static let (wave, big, aiff, aifc) = (WaveMaker.wave, WaveMaker.bigWave, WaveMaker.aiff, WaveMaker.aifc)

    struct Encoded: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var file: [UInt8]
        /// The encoding that must be found, or nil if the player does not support it.
        var encoding: SampleEncoding?

        init(_ name: String, _ file: [UInt8], _ number: SampleEncoding.Number?, _ bytes: Int = 0, big: Bool = false) {
            testDescription = name
            self.file = file
            encoding = number.map { SampleEncoding(number: $0, byteCount: bytes, isBigEndian: big) }
        }

        static func wave(
            _ name: String, _ fmt: [UInt8], _ number: SampleEncoding.Number?, _ bytes: Int = 0,
            by maker: WaveMaker = .wave
        ) -> Encoded {
            Encoded(
                name, maker.file(fmt, maker.chunk("data", sound)), number, bytes, big: maker.sign == "RIFX")
        }

        static func aifc(
            _ compression: String, bits: Int = 16, _ number: SampleEncoding.Number?, _ bytes: Int = 0, big: Bool = true
        ) -> Encoded {
            let maker = WaveMaker.aifc
            let comm = maker.comm(frames: 0, bits: bits, compression: compression)
            return Encoded("AIFF-C \(compression)", maker.file(comm, maker.ssnd(sound)), number, bytes, big: big)
        }
    }

    /// A format of WAVE_FORMAT_EXTENSIBLE as SoX writes it: the real format tag is in the upper half of the GUID's
    /// first field.
    static let soxFmt: [UInt8] = {
        var chunk = big.fmt(bits: 24, isExtensible: true)
        chunk.replaceSubrange(32..<36, with: [0, 1, 0, 0])
        return chunk
    }()

    static let encodings: [Encoded] = [
        .wave("8 bits", wave.fmt(bits: 8), .unsigned, 1), .wave("16 bits", wave.fmt(), .signed, 2),
        .wave("24 bits", wave.fmt(bits: 24), .signed, 3), .wave("32 bits", wave.fmt(bits: 32), .signed, 4),
        .wave("12 bits", wave.fmt(bits: 12), .signed, 2), .wave("20 bits", wave.fmt(bits: 20), .signed, 3),
        .wave("24 bits in 32", wave.fmt(bits: 24, block: 8), .signed, 4),
        .wave("a block of zero", wave.fmt(bits: 24, block: 0), .signed, 3),
        .wave("a block that is too small", wave.fmt(bits: 16, block: 2), .signed, 2),
        .wave("a block that cannot be shared", wave.fmt(bits: 16, block: 5), .signed, 2),
        .wave("floats", wave.fmt(tag: 3, bits: 32), .float, 4), .wave("doubles", wave.fmt(tag: 3, bits: 64), .float, 8),
        .wave("A-law", wave.fmt(tag: 6, bits: 8), .aLaw, 1), .wave("µ-law", wave.fmt(tag: 7, bits: 8), .muLaw, 1),
        .wave("extensible", wave.fmt(bits: 24, isExtensible: true), .signed, 3),
        .wave("extensible floats", wave.fmt(tag: 3, bits: 32, isExtensible: true), .float, 4),
        .wave("RIFX", big.fmt(), .signed, 2, by: big), .wave("RIFX of 24 bits", big.fmt(bits: 24), .signed, 3, by: big),
        .wave("RIFX, extensible", big.fmt(bits: 32, isExtensible: true), .signed, 4, by: big),
        .wave("RIFX of SoX", soxFmt, .signed, 3, by: big),
        .wave("BW64", wave.fmt(), .signed, 2, by: WaveMaker(sign: "BW64")),
        .wave("64 bits", wave.fmt(bits: 64), nil), .wave("no bits", wave.fmt(bits: 0, block: 0), nil),
        .wave("no channel", wave.fmt(channels: 0), nil), .wave("many channels", wave.fmt(channels: 33), nil),
        .wave("no rate", wave.fmt(rate: 0), nil), .wave("an absurd rate", wave.fmt(rate: 4_000_000_000), nil),
        .wave("floats of 16 bits", wave.fmt(tag: 3, bits: 16), nil),
        .wave("half an fmt", wave.chunk("fmt ", [1, 0]), nil),
        .wave("an empty fmt", wave.chunk("fmt ", []), nil), .wave("none", [], nil),
        Encoded("AIFF", aiff.file(aiff.comm(frames: 0), aiff.ssnd(sound)), .signed, 2, big: true),
        Encoded("AIFF of 8 bits", aiff.file(aiff.comm(frames: 0, bits: 8), aiff.ssnd(sound)), .signed, 1, big: true),
        Encoded("AIFF of 20 bits", aiff.file(aiff.comm(frames: 0, bits: 20), aiff.ssnd(sound)), .signed, 3, big: true),
        Encoded("half a COMM", aiff.file(aiff.chunk("COMM", [0, 2, 0, 0]), aiff.ssnd(sound)), nil),
        Encoded("a COMM of AIFF in AIFF-C", aifc.file(aifc.comm(frames: 0), aifc.ssnd(sound)), nil),
        .aifc("NONE", bits: 24, .signed, 3), .aifc("twos", .signed, 2), .aifc("sowt", .signed, 2, big: false),
        .aifc("raw ", bits: 8, .unsigned, 1), .aifc("in24", .signed, 3), .aifc("42ni", .signed, 3, big: false),
        .aifc("in32", .signed, 4), .aifc("23ni", .signed, 4, big: false), .aifc("fl32", .float, 4),
        .aifc("FL32", .float, 4), .aifc("fl64", .float, 8), .aifc("alaw", .aLaw, 1), .aifc("ULAW", .muLaw, 1),
    ]

    @Test(arguments: encodings) func `samples are as their description says`(_ row: Encoded) throws {
        let parsing = try PcmParsing(row.file)
        #expect(parsing.encoding == row.encoding)
        #expect((parsing.problem == nil) == (row.encoding != nil) && parsing.packets.isEmpty == (row.encoding == nil))
        guard let encoding = row.encoding else { return }
        let frame = 2 * encoding.byteCount
        #expect(parsing.sound == Array(Self.sound.prefix(Self.sound.count / frame * frame)))
        #expect(parsing.sampleCount == Int64(Self.sound.count / frame))
    }

    @Test(
        arguments: [
            (wave.file(wave.fmt(tag: 2, bits: 4)), "Microsoft ADPCM"),
            (wave.file(wave.fmt(tag: 0x11, bits: 4)), "IMA ADPCM"),
            (wave.file(wave.fmt(tag: 0x161)), "Windows Media Audio"), (wave.file(wave.fmt(tag: 0x31)), "GSM"),
            (wave.file(wave.fmt(tag: 0x1234)), "the WAV format 0x1234"),
            (wave.file(wave.fmt(tag: 0x92, isExtensible: true)), "AC-3"),
            (aifc.file(aifc.comm(frames: 1, compression: "ima4")), "IMA ADPCM"),
            (aifc.file(aifc.comm(frames: 1, compression: "MAC6")), "MACE"),
            (aifc.file(aifc.comm(frames: 1, compression: "a\u{1B}b ")), "the AIFF compression a.b "),
            (wave.file(wave.fmt(channels: 99)), "PCM of 44100 Hz with 99 channels"),
        ] as [([UInt8], String)])
    func `what is not played is named`(_ file: [UInt8], _ name: String) throws {
        #expect(try PcmParsing(file).problem == .unsupportedCodec(name))
    }

    struct Sized: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var file: [UInt8]
        /// How many bytes of sound must be delivered. Bytes after the sound must not be delivered.
        var byteCount: Int
        /// How many sample frames the file states, or nil if it states no number.
        var sampleCount: Int64?

        init(_ name: String, _ file: [UInt8], _ byteCount: Int, _ sampleCount: Int64?) {
            (testDescription, self.file, self.byteCount, self.sampleCount) = (name, file, byteCount, sampleCount)
        }

        /// Returns a file whose `data` chunk states `size` as its length, whatever it contains.
        static func data(_ size: Int, _ byteCount: Int, _ sampleCount: Int64?) -> Sized {
            let file = wave.file(wave.fmt(), wave.chunk("data", sound, size: size))
            return Sized("data of \(size)", file, byteCount, sampleCount)
        }

        static func ds64(_ size: Int, _ byteCount: Int, _ sampleCount: Int64?, short: Bool = false) -> Sized {
            let maker = WaveMaker(sign: "RF64")
            let ds64 = maker.number(0, 8) + (short ? [] : maker.number(size, 8) + maker.number(0, 12))
            let file = maker.file(
                maker.chunk("ds64", ds64), maker.fmt(), maker.chunk("data", sound, size: 0xFFFF_FFFF))
            return Sized("ds64 of \(size)", file, byteCount, sampleCount)
        }
    }

    static let others = wave.chunk("LIST", [UInt8](repeating: 1, count: 333))
    static let sizes: [Sized] = [
        .data(10_000, 10_000, 2500), .data(9_999, 9_996, 2499), .data(400, 400, 100), .data(3, 0, 0),
        .data(20_000, 10_000, 5000), .data(0, 10_000, nil), .data(0xFFFF_FFFF, 10_000, nil),
        .data(0xFFFF_FFDB, 10_000, nil), .data(0x7FFF_F000, 10_000, nil), .data(0x7FFF_FF00, 10_000, nil),
        .data(0xFFFF_FEFF, 10_000, 1_073_741_759), .ds64(8000, 8000, 2000), .ds64(0, 10_000, nil),
        .ds64(-1, 10_000, nil), .ds64(.max, 10_000, nil), .ds64(0, 10_000, nil, short: true),
        .ds64(1 << 40, 10_000, 1 << 38),
        Sized(
            "chunks around it",
            wave.file(
                others, wave.chunk("bext", [1, 2, 3]), wave.fmt(), others, wave.chunk("data", sound), others),
            10_000, 2500),
        Sized("no sound", wave.file(wave.fmt(), others), 0, nil),
        Sized(
            "a live AIFF", aiff.file(aiff.comm(frames: 0x1FC0_0000), aiff.ssnd(sound, size: 0x7F00_0008)), 10_000, nil),
        Sized("fewer frames than sound", aiff.file(aiff.comm(frames: 2000), aiff.ssnd(sound), others), 8000, 2000),
        Sized("more frames than sound", aiff.file(aiff.comm(frames: 9000), aiff.ssnd(sound), others), 10_000, 2500),
        Sized("an offset", aiff.file(aiff.comm(frames: 2500), aiff.ssnd(sound, offset: 11), others), 10_000, 2500),
        Sized("an offset beyond it", aiff.file(aiff.comm(frames: 9), aiff.ssnd(sound, offset: 11, size: 12)), 0, 0),
    ]

    @Test(arguments: sizes) func `the sound is as long as it says`(_ row: Sized) throws {
        let parsing = try PcmParsing(row.file)
        #expect(parsing.problem == nil && parsing.sampleCount == row.sampleCount)
        #expect(parsing.sound == Array(Self.sound.prefix(row.byteCount)))
    }

    @Test func `packets last 20 ms and are no longer than 16 KB`() throws {
        let parsing = try PcmParsing(Self.wave.file(Self.wave.fmt(), Self.wave.chunk("data", Self.sound)))
        #expect(parsing.packets == [882, 882, 736])
        #expect(parsing.formats.map(\.bitRate) == [1_411_200] && parsing.formats.map(\.sampleRate) == [44_100])
        let wide = Self.wave.fmt(tag: 3, channels: 32, rate: 768_000, bits: 64)
        let long = try PcmParsing(Self.wave.file(wide, Self.wave.chunk("data", Self.sound + Self.sound)))
        #expect(long.packets == [64, 14] && long.longestPacket == PcmDemuxer.maximumPacket)
    }

    @Test func `a file that is cut off anywhere says nothing wrong`() throws {
        for whole in [
            Self.wave.file(Self.others, Self.wave.fmt(isExtensible: true), Self.wave.chunk("data", Self.sound)),
            Self.aifc.file(Self.aifc.comm(frames: 2500, compression: "sowt"), Self.aifc.ssnd(Self.sound, offset: 2)),
        ] {
            for end in stride(from: 0, to: 600, by: 1) {
                let parsing = try PcmParsing(Array(whole[..<end]))
                #expect(parsing.problem == nil && Self.sound.starts(with: parsing.sound))
            }
        }
    }

    @Test(arguments: [
        ("another beginning", Array("RIFF....AVI LIST".utf8)), ("sound first", wave.file(wave.chunk("data", [1, 2]))),
    ]) func `damage is said`(_ name: String, _ file: [UInt8]) throws {
        guard case .damaged? = try PcmParsing(file).problem else {
            Issue.record("\(name) is taken")
            return
        }
    }

    @Test func `a file without sound is read no further than the patience goes`() {
        var demuxer = PcmDemuxer()
        let head = Self.wave.file(Self.wave.fmt(), Self.wave.chunk("JUNK", [], size: 0xFFFF_FFFF))
        head.withUnsafeBytes { demuxer.feed($0) { _ in } }
        let junk = [UInt8](repeating: 0, count: 1 << 20)
        var fed: Int64 = 0
        while demuxer.problem == nil, fed < 2 * PcmDemuxer.patience {
            junk.withUnsafeBytes { demuxer.feed($0) { _ in } }
            fed += Int64(junk.count)
        }
        #expect(demuxer.problem == .noSound && fed == PcmDemuxer.patience + 1 << 20)
    }
}
