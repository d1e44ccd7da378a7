import RadioAudio
import RadioFormats
import RadioProbe
import TestSupport
import Testing

/// Ogg and FLAC files of real encoders are inspected without decoding them.
@Suite(
    .enabled(if: ["ffmpeg", "oggenc", "opusenc", "flac"].allSatisfy(ChildProcess.exists)))
struct OggInspectionTests {
    private static func run(_ program: String, _ words: String) throws {
        let result = try ChildProcess.run(program, words.split(separator: " ").map(String.init))
        try #require(result.code == 0, "\(result.output)")
    }

    /// Encodes sound of `samples` sample frames with a command, in which `OUT`, `IN` and `PNG` stand for files. Returns
    /// the bytes of the file.
    private static func encode(
        _ command: String, samples: Int = 96_000, rate: Int = 48_000, bits: Int = 16, channels: Int = 2
    ) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let wave = directory.path + "/in.wav"
        try run(
            "ffmpeg",
            "-nostdin -v error -f lavfi -i anoisesrc=color=pink:seed=1:sample_rate=\(rate) -af atrim=end_sample=\(samples) "
                + "-ac \(channels) -c:a \(bits == 8 ? "pcm_u8" : "pcm_s\(bits)le") \(wave)")
        let picture = try directory.write("cover.png", Pictures.grey(3, 2))
        let out = directory.path + "/out"
        let words = command.split(separator: " ").map { word in
            switch word {
            case "IN": wave
            case "OUT": out
            default: String(word).replacing("PNG", with: picture)
            }
        }
        let result = try ChildProcess.run(words[0], Array(words[1...]))
        try #require(result.code == 0, "\(result.output)")
        return try Samples.read(path: out)
    }

    private static func inspect(_ bytes: [UInt8], step: Int = 1 << 20) -> Inspection {
        let reader = InspectionReader()
        for start in stride(from: 0, to: bytes.count, by: step) {
            bytes[start..<min(start + step, bytes.count)].withUnsafeBytes { reader.feed($0) }
        }
        return reader.finish()
    }

    /// Returns the comments without those that the encoder itself adds.
    private static func texts(_ comments: CommentReading?) -> [String] {
        (comments?.fields ?? []).filter { $0.name != "WAVEFORMATEXTENSIBLE_CHANNEL_MASK" }.map {
            "\($0.name)=\($0.value)"
        }
    }

    static let vorbis = Result {
        try encode(
            "oggenc -Q -s 1 -c ARTIST=Anna -c TITLE=Eins -c artist=Berta -o OUT IN", samples: 88_211, rate: 44_100)
    }
    static let opus = Result {
        try encode("opusenc --quiet --serial 2 --title Zwei --picture 3||Blatt||PNG IN OUT", channels: 1)
    }
    static let flac = Result {
        try encode("flac --silent --ogg --serial-number=3 -T TITLE=Drei -o OUT IN", rate: 96_000, bits: 24)
    }

    @Test func `a chain's links`() throws {
        let parts = try [Self.vorbis.get(), Self.opus.get(), Self.flac.get()]
        let bytes = parts.flatMap { $0 }
        let inspection = Self.inspect(bytes)
        let ogg = try #require(inspection.report.ogg)
        #expect(inspection.report.kind == .ogg && inspection.report.problems.isEmpty)
        #expect(ogg.byteCount == bytes.count && ogg.garbageByteCount == 0 && ogg.damagedPageCount == 0)
        #expect(inspection.report.trailingByteCount == 0 && inspection.report.garbageByteCount == 0)
        #expect(ogg.linkCount == 3)
        #expect(ogg.links.map(\.offset) == [0, parts[0].count, parts[0].count + parts[1].count])
        #expect(ogg.links.map { $0.format?.codec } == [.vorbis, .opus, .flac])
        #expect(ogg.links.map { $0.format?.sampleRate } == [44_100, 48_000, 96_000])
        #expect(ogg.links.map { $0.format?.channelCount } == [2, 1, 2])
        #expect(ogg.links.map { $0.format?.bitsPerSample } == [nil, nil, 24])
        #expect(ogg.links.map(\.sampleCount) == [88_211, 96_000, 96_000])
        #expect(ogg.links.allSatisfy { $0.breakCount == 0 && $0.streamCount == 1 && $0.unsupported == nil })
        #expect(ogg.links[0].trimmedCount > 0 && ogg.links[1].trimmedCount > 0 && ogg.links[2].trimmedCount == 0)
        let streams = ogg.links.flatMap(\.streams)
        #expect(streams.map(\.serial) == [1, 2, 3] && streams.map(\.name) == ["Vorbis", "Opus", "FLAC"])
        #expect(streams.allSatisfy { $0.isPlayed && $0.isComplete && $0.holeCount == 0 })
        #expect(streams.map(\.pageCount).reduce(0, +) == ogg.pageCount)
        guard case .opus(let header)? = ogg.links[1].format?.framing else { return #expect(Bool(false)) }
        #expect(streams.map(\.lastGranule) == [88_211, Int64(96_000 + header.preSkip), 96_000])
        let names = inspection.linkComments.map { Self.texts($0) }
        #expect(names[0] == ["ARTIST=Anna", "TITLE=Eins", "artist=Berta"])
        #expect(names[1].contains("title=Zwei") || names[1].contains("TITLE=Zwei"))
        #expect(names[2] == ["TITLE=Drei"])
        #expect(inspection.linkComments.allSatisfy { $0?.vendor.isEmpty == false })
        let picture = try #require(inspection.linkComments[1]?.pictures.first)
        #expect(picture.type == 3 && picture.mimeType == "image/png" && picture.description == "Blatt")
        #expect(picture.width == 3 && picture.height == 2)
        #expect(picture.byteCount == Pictures.grey(3, 2).count)
    }

    @Test(arguments: [1, 777, 65_536]) func `however it is cut`(_ step: Int) throws {
        let bytes = try Self.opus.get() + [UInt8](repeating: 7, count: 300) + Self.vorbis.get()
        let all = Self.inspect(bytes)
        #expect(Self.inspect(bytes, step: step) == all)
        #expect(all.report.garbageByteCount == 300 && all.report.ogg?.damagedPageCount == 0)
        #expect(all.report.ogg?.links.map(\.offset) == [0, try Self.opus.get().count + 300])
    }

    @Test func `a damaged page`() throws {
        var bytes = try Self.vorbis.get()
        bytes[bytes.count / 2] ^= 0x40
        let inspection = Self.inspect(bytes)
        let ogg = try #require(inspection.report.ogg)
        #expect(ogg.damagedPageCount == 1 && ogg.garbageByteCount > 100)
        #expect(ogg.byteCount + ogg.garbageByteCount == bytes.count)
        #expect(ogg.links[0].streams[0].holeCount == 1 && ogg.links[0].breakCount == 1)
        #expect(inspection.report.problems == [.damagedPages(1), .missingPages(1)])
        // The file ends within a page.
        let cut = Self.inspect(Array(try Self.vorbis.get().dropLast(10)))
        #expect(cut.report.trailingByteCount > 0 && cut.report.ogg?.links[0].streams[0].isComplete == false)
    }

    /// Random bytes of headers, positions and packets are changed, with valid checksums of the pages. The inspection
    /// reads each file completely. The same is tested for FLAC files.
    @Test(arguments: 0..<40) func `changed bytes are read to their end`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for source in [try Self.opus.get(), try Self.vorbis.get(), try Self.flac.get(), try Self.file(bits: 16)] {
            var bytes = Array(source.prefix(40_000))
            // Most of the changed bytes are in the headers.
            for bound in [60, 300, 300, bytes.count, bytes.count] {
                bytes[Int.random(in: 26..<bound, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            OggPageSums.mend(&bytes)
            let inspection = Self.inspect(bytes)
            #expect(Self.inspect(bytes, step: 997) == inspection)
            #expect(!inspection.document(file: "x").text().isEmpty)
            guard let ogg = inspection.report.ogg else { continue }
            #expect(ogg.byteCount + ogg.garbageByteCount + inspection.report.trailingByteCount == bytes.count)
        }
    }

    @Test func `a stream that is joined in its middle has no sound before its next link`() throws {
        let vorbis = try Self.vorbis.get()
        // The capture begins with the second page, so the first header is missing.
        let joined = try #require(vorbis[10...].firstRange(of: Array("OggS".utf8))).lowerBound
        let inspection = Self.inspect(vorbis[joined...] + (try Self.opus.get()))
        #expect(inspection.report.ogg?.links.map { $0.format?.codec } == [nil, .opus])
        #expect(inspection.report.ogg?.links[0].streams[0].name == nil)
        #expect(Self.inspect(Array(vorbis[joined...])).report.problems == [.noSound])
    }

    @Test(arguments: [
        ("-map 1:v -map 0:a -c:v libtheora -c:a libvorbis", ["Theora", "Vorbis"], [false, true], [String]()),
        ("-map 1:v -c:v libtheora", ["Theora"], [false], ["unsupportedCodec"]),
        ("-map 0:a -ar 16000 -c:a libspeex", ["Speex"], [false], ["unsupportedCodec"]),
    ]) func `streams that are passed over are named`(
        _ options: String, _ names: [String], _ played: [Bool], _ problems: [String]
    ) throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/out.ogg"
        try Self.run(
            "ffmpeg",
            "-nostdin -v error -f lavfi -i sine=440:duration=2:sample_rate=48000 "
                + "-f lavfi -i testsrc=size=64x48:duration=2:rate=5 \(options) \(file)")
        let inspection = Self.inspect(try Samples.read(path: file))
        let link = try #require(inspection.report.ogg?.links.first)
        #expect(link.streams.map(\.name) == names && link.streams.map(\.isPlayed) == played)
        #expect(inspection.report.problems.map(\.name) == problems)
    }

    // MARK: FLAC files

    private static func file(bits: Int, channels: Int = 2) throws -> [UInt8] {
        try encode(
            "flac --silent -T ARTIST=Anna --picture=3||Blatt||PNG -o OUT IN", samples: 100_001, bits: bits,
            channels: channels)
    }

    @Test(arguments: [8, 16, 24, 32], [1, 2]) func `a FLAC file decodes to what its MD5 says`(
        _ bits: Int, _ channels: Int
    ) throws {
        let bytes = try Self.file(bits: bits, channels: channels)
        let inspection = Self.inspect(bytes, step: 5003)
        #expect(Self.inspect(bytes) == inspection && inspection.report.problems.isEmpty)
        let flac = try #require(inspection.flac)
        let info = try #require(flac.report.streamInfo)
        #expect(info.bitsPerSample == bits && info.channelCount == channels && info.sampleCount == 100_001)
        #expect(flac.report.blocks.map(\.name).starts(with: ["STREAMINFO", "SEEKTABLE", "VORBIS_COMMENT", "PICTURE"]))
        #expect(flac.report.blocks.map(\.offset).first == 4)
        #expect(Self.texts(flac.comments) == ["ARTIST=Anna"])
        let picture = try #require(flac.report.pictures.first)
        #expect(picture.type == 3 && picture.description == "Blatt" && picture.width == 3)
        let frame = try #require(flac.report.audioOffset)
        #expect(bytes[frame] == 0xFF && bytes[frame + 1] & 0xFE == 0xF8)
        let check = try #require(flac.check)
        #expect(check.verdict == .right && check.sampleCount == 100_001 && check.damageCount == 0)
        #expect(check.frameCount == (100_001 + info.maximumBlock - 1) / info.maximumBlock)
    }

    @Test func `a wrong MD5, a missing one, damage and tags around it`() throws {
        let bytes = try Self.file(bits: 16)
        // The MD5 sum is 18 bytes after the header of STREAMINFO, which follows the signature and has 4 bytes.
        let md5 = 8 + 18
        var wrong = bytes
        wrong[md5] ^= 1
        #expect(Self.inspect(wrong).flac?.check?.verdict == .wrong)
        #expect(Self.inspect(wrong).report.problems.contains(.wrongSamples))
        var missing = bytes
        missing.replaceSubrange(md5..<md5 + 16, with: [UInt8](repeating: 0, count: 16))
        #expect(Self.inspect(missing).flac?.check?.verdict == .unknown)
        var damaged = bytes
        damaged[bytes.count - 5000] ^= 1
        #expect(Self.inspect(damaged).flac?.check?.verdict == .damaged)
        #expect(Self.inspect(Array(bytes.dropLast(4000))).flac?.check?.verdict == .incomplete)
        // The missing bytes are more than the longest frame. The sound after the gap is counted.
        let hole = bytes.count / 2
        damaged.replaceSubrange(hole..<hole + 60_000, with: [UInt8](repeating: 0, count: 60_000))
        let torn = try #require(Self.inspect(damaged, step: 8192).flac?.check)
        let all = try #require(Self.inspect(bytes).flac?.check).frameCount
        #expect(torn.verdict == .damaged && torn.frameCount > all / 2 && torn.frameCount < all, "\(torn), \(all)")
        let tag = FrameMaker.id3([("TIT2", [3, 0x61])])
        let tagged = Self.inspect(tag + bytes + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125))
        #expect(tagged.flac?.check?.verdict == .right && tagged.flac?.report.blocks.first?.offset == tag.count + 4)
        // The file ends after its header.
        let head = Self.inspect(Array(bytes[..<42]))
        #expect(head.flac?.check == nil && head.report.problems == [.noSound])
    }

    @Test func `JSON has what was found`() throws {
        let chain = Self.inspect(try Self.opus.get()).document(file: "x").text()
        for part in [
            "\"ogg\":{\"pages\":", "\"codec\":\"opus\"", "\"preSkip\":", "\"inputSampleRate\":48000", "\"flac\":null",
            "\"mimeType\":\"image/png\"", "\"played\":true", "\"ended\":true",
        ] { #expect(chain.contains(part), "\(part)") }
        let file = Self.inspect(try Self.file(bits: 24)).document(file: "x").text()
        for part in [
            "\"ogg\":null", "\"bitsPerSample\":24", "\"md5Check\":\"right\"", "\"name\":\"STREAMINFO\"",
            "{\"name\":\"ARTIST\",\"value\":\"Anna\"}",
        ] { #expect(file.contains(part), "\(part)") }
    }
}
