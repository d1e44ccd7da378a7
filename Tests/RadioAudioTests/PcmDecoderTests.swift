import RadioFormats
import TestSupport
import Testing

@testable import RadioAudio

@Suite struct PcmDecoderTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var encoding: SampleEncoding
        var bytes: [UInt8]
        var samples: [Float]

        init(
            _ number: SampleEncoding.Number, _ byteCount: Int, big: Bool = false, _ bytes: [UInt8], _ samples: [Float]
        ) {
            encoding = SampleEncoding(number: number, byteCount: byteCount, isBigEndian: big)
            (self.bytes, self.samples) = (bytes, samples)
        }

        var testDescription: String {
            "\(encoding.number), \(8 * encoding.byteCount) bits, \(encoding.isBigEndian ? "big" : "little") endian"
        }
    }

    static let rows: [Row] = [
        Row(.unsigned, 1, [0, 0x40, 0x80, 0xFF], [-1, -0.5, 0, 127 / 128]),
        Row(.signed, 1, [0, 0x40, 0x80, 0xFF], [0, 0.5, -1, -1 / 128]),
        Row(.signed, 2, [0, 0x80, 1, 0, 0, 0x40, 0xFF, 0x7F], [-1, 1 / 32_768, 0.5, 32_767 / 32_768]),
        Row(.signed, 2, big: true, [0x80, 0, 0, 1, 0x40, 0, 0x7F, 0xFF], [-1, 1 / 32_768, 0.5, 32_767 / 32_768]),
        Row(.unsigned, 2, [0, 0, 0, 0x80], [-1, 0]),
        Row(.signed, 3, [0, 0, 0x80, 1, 0, 0, 0, 0, 0x40], [-1, 0x1p-23, 0.5]),
        Row(.signed, 3, big: true, [0x80, 0, 0, 0, 0, 1, 0x40, 0, 0], [-1, 0x1p-23, 0.5]),
        Row(.signed, 4, [0, 0, 0, 0x80, 1, 0, 0, 0, 0, 0, 0, 0x40], [-1, 0x1p-31, 0.5]),
        Row(.signed, 4, big: true, [0x80, 0, 0, 0, 0, 0, 0, 1, 0x40, 0, 0, 0], [-1, 0x1p-31, 0.5]),
        Row(.float, 4, [0, 0, 0x80, 0x3F, 0, 0, 0, 0xBF], [1, -0.5]),
        Row(.float, 4, big: true, [0x3F, 0x80, 0, 0, 0xBF, 0, 0, 0], [1, -0.5]),
        Row(.float, 8, [0, 0, 0, 0, 0, 0, 0xF0, 0x3F], [1]),
        Row(.float, 8, big: true, [0xBF, 0xE0, 0, 0, 0, 0, 0, 0], [-0.5]),
        // The loudest and the quietest values of both signs (ITU-T G.711).
        Row(.aLaw, 1, [0xAA, 0x2A, 0xD5, 0x55], [32_256 / 32_768, -32_256 / 32_768, 8 / 32_768, -8 / 32_768]),
        Row(.muLaw, 1, [0x80, 0x00, 0xFF, 0xFE], [32_124 / 32_768, -32_124 / 32_768, 0, 8 / 32_768]),
    ]

    @Test(arguments: rows) func `samples become floats`(_ row: Row) throws {
        let format = MediaFormat(codec: .pcm, framing: .pcm(row.encoding), sampleRate: 8000, channelCount: 1)
        // Bytes of an incomplete sample at the end are ignored.
        for bytes in [row.bytes, row.bytes + [UInt8](repeating: 1, count: row.encoding.byteCount - 1)] {
            let decoding = Decoding([bytes], by: try AudioDecoders.make(for: format))
            #expect(decoding.runs.map(\.samples) == [row.samples] && decoding.errors.isEmpty)
        }
    }

    @Test(arguments: [(.signed, 5), (.signed, 0), (.float, 2), (.aLaw, 2)] as [(SampleEncoding.Number, Int)])
    func `other widths are not supported`(_ number: SampleEncoding.Number, _ bytes: Int) {
        let encoding = SampleEncoding(number: number, byteCount: bytes, isBigEndian: false)
        #expect(throws: DecoderError.self) { _ = try PcmDecoder(encoding, sampleRate: 8000, channelCount: 1) }
    }

    static let files = [
        "-c:a pcm_u8 -f wav", "-c:a pcm_s16le -f wav", "-c:a pcm_s24le -f wav", "-c:a pcm_s32le -f wav",
        "-c:a pcm_f32le -f wav", "-c:a pcm_f64le -f wav", "-c:a pcm_alaw -f wav", "-c:a pcm_mulaw -f wav",
        "-c:a pcm_s16le -ac 6 -f wav", "-c:a pcm_s16le -rf64 always -f wav", "-c:a pcm_s8 -f aiff",
        "-c:a pcm_s16be -f aiff", "-c:a pcm_s24be -f aiff", "-c:a pcm_s32be -f aiff", "-c:a pcm_s16le -f aiff",
        "-c:a pcm_f32be -f aiff", "-c:a pcm_f64be -f aiff", "-c:a pcm_alaw -f aiff", "-c:a pcm_mulaw -f aiff",
    ]

    /// FFmpeg makes files with these options and decodes them. The samples must be equal. If `-ac` occurs twice, ffmpeg
    /// uses the last one.
    @Test(.enabled(if: ChildProcess.exists("ffmpeg")), arguments: files)
    func `files of FFmpeg`(_ options: String) throws {
        let directory = try TemporaryDirectory()
        let (file, reference) = (directory.path + "/sound", directory.path + "/reference")
        func ffmpeg(_ arguments: [String]) throws {
            let result = try ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error"] + arguments)
            try #require(result.code == 0, "\(result.output)")
        }
        let source = "aevalsrc=0.6*sin(2500*t)+0.3*random(0)|0.9*sin(3*t*t*1000):s=22050:d=1"
        let words = options.split(separator: " ").map(String.init)
        try ffmpeg(["-f", "lavfi", "-i", source, "-sample_fmt", "s16", "-f", "wav", directory.path + "/source"])
        try ffmpeg(["-i", directory.path + "/source"] + words + [file])
        try ffmpeg(["-i", file, "-c:a", "pcm_f32le", "-f", "f32le", reference])
        let expected = try Samples.read(path: reference).withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map {
                Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
            }
        }
        var decoder: (any AudioDecoder)?
        var decoding = Decoding([], by: SilentDecoder(Self.anyFormat))
        var demuxer = PcmDemuxer()
        let take = { (element: StreamElement) in
            switch element {
            case .format(let format): decoder = try? AudioDecoders.make(for: format)
            case .packet(let packet): if let decoder { decoding.add(Array(packet.bytes), by: decoder) }
            case .metadata, .position, .discontinuity, .end: break
            }
        }
        try Samples.read(path: file).withUnsafeBytes { demuxer.feed($0, take) }
        demuxer.finish(take)
        #expect(demuxer.problem == nil && demuxer.sampleCount == 22_050)
        let samples = decoding.runs.first?.samples ?? []
        #expect(samples == expected)
    }

    private static let anyFormat = MediaFormat(
        codec: .pcm, framing: .pcm(SampleEncoding(number: .signed, byteCount: 2, isBigEndian: false)),
        sampleRate: 8000, channelCount: 1)
}
