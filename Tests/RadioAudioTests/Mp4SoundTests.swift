import RadioAudio
import RadioFormats
import TestSupport
import Testing

/// AAC frames give exactly the same samples whether they come from MP4 or with ADTS headers.
@Suite struct Mp4SoundTests {
    struct Row: CustomTestStringConvertible {
        var file: String
        var configs: [[UInt8]]
        var rate: Int
        var channels: Int

        var testDescription: String { file }
    }

    /// The corpus' files with AudioSpecificConfigs that signal spectral band replication (SBR) and parametric stereo,
    /// or their absence, in every possible way (ISO/IEC 14496-3 §1.6.5).
    static let corpus: [Row] = [
        // HE-AAC: not signalled, signalled by object type 5, and signalled after the configuration.
        Row(
            file: "he1.aac", configs: [[0x13, 0x90], [0x2B, 0x92, 0x08, 0x00], [0x13, 0x90, 0x56, 0xE5, 0xA0]],
            rate: 44_100, channels: 2),
        Row(
            file: "he1mono.aac", configs: [[0x13, 0x88], [0x2B, 0x8A, 0x08, 0x00], [0x13, 0x88, 0x56, 0xE5, 0xA0]],
            rate: 44_100, channels: 2),
        // HE-AAC version 2: not signalled, by object type 29 or 5, and after the configuration, with and without
        // parametric stereo.
        Row(
            file: "he2.aac",
            configs: [
                [0x13, 0x88], [0xEB, 0x8A, 0x08, 0x00], [0x2B, 0x8A, 0x08, 0x00],
                [0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80], [0x13, 0x88, 0x56, 0xE5, 0xA0],
            ], rate: 44_100, channels: 2),
        // AAC-LC: without any signal, and with a signal that there is no SBR. 22.05 kHz must not be doubled.
        Row(file: "mono.aac", configs: [[0x12, 0x08], [0x12, 0x08, 0x56, 0xE5, 0x00]], rate: 44_100, channels: 1),
        Row(file: "mono22.aac", configs: [[0x13, 0x88], [0x13, 0x88, 0x56, 0xE5, 0x00]], rate: 22_050, channels: 1),
        Row(file: "t22.aac", configs: [[0x13, 0x90], [0x13, 0x90, 0x56, 0xE5, 0x00]], rate: 22_050, channels: 2),
    ]

    @Test(.enabled(if: Corpus.isPresent, "shared/corpus is absent"), arguments: corpus)
    func `every configuration of the corpus`(_ row: Row) throws {
        // 150 packets, some seconds of sound, are enough: parametric stereo begins within the first second.
        let packets = Array(Samples.adtsPackets(try Corpus.read("audio/\(row.file)")).prefix(150))
        let framed = Decoding(packets, by: try FaadDecoder(framing: .adts))
        for config in row.configs {
            let samples = packets.map { Array($0[7...]) }
            let (decoded, formats) = try Self.decode(Self.movie(samples, Mp4Maker.mp4a(config), duration: 1024))
            // The format of a file states the sample rate of the core decoder. With SBR, the sound has twice that rate.
            #expect(formats.map(\.sampleRate) == [row.rate == 22_050 ? 22_050 : config[0] == 0x12 ? 44_100 : 22_050])
            #expect(decoded.formats == [PCMFormat(sampleRate: row.rate, channelCount: row.channels)], "\(config)")
            Self.expectEqual(decoded, framed, "\(config)")
        }
    }

    @Test(
        arguments: [
            ("aac-lc-44100-stereo.aac", [0x12, 0x10]), ("aac-lc-22050-mono.aac", [0x13, 0x88]),
            ("aac-lc-48000-5.1.aac", [0x11, 0xB0]),
        ] as [(String, [UInt8])])
    func `our own samples`(_ file: String, _ config: [UInt8]) throws {
        let packets = Array(Samples.adtsPackets(try Samples.read(file)).prefix(150))
        let framed = Decoding(packets, by: try FaadDecoder(framing: .adts))
        let movie = Self.movie(packets.map { Array($0[7...]) }, Mp4Maker.mp4a(config), duration: 1024)
        let (decoded, _) = try Self.decode(movie)
        Self.expectEqual(decoded, framed, file)
    }

    @Test(arguments: ["mpeg1-layer3-44100-stereo.mp3", "mpeg2-layer3-22050-mono.mp3"])
    func `MP3 in MP4`(_ file: String) throws {
        let packets = Samples.mpegPackets(try Samples.read(file))
        let plain = Decoding(packets, by: try Mpg123Decoder())
        for entry in [Mp4Maker.mp4a([], objectType: 0x6B), Mp4Maker.entry(".mp3", [])] {
            let (decoded, formats) = try Self.decode(Self.movie(packets, entry, duration: 1152))
            #expect(formats.map(\.framing) == [.mpegAudio])
            Self.expectEqual(decoded, plain, file)
        }
    }

    /// AAC frames of 960 samples are decoded if libfaad was built for them. They are never decoded as frames of 1,024
    /// samples.
    @Test func `a frame length of 960`() throws {
        do {
            let decoder = try FaadDecoder(framing: .raw(audioSpecificConfig: [0x12, 0x14]))
            // A frame with one pair of silent channels.
            let sound = Decoding(
                [[UInt8]](repeating: [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80], count: 4), by: decoder)
            for count in sound.frameCounts.dropFirst() where count > 0 { #expect(count == 960) }
        } catch {
            guard case .unsupported = error else { throw error }
        }
    }

    // MARK: ffmpeg's packager

    static let hasFfmpeg = ChildProcess.exists("ffmpeg")

    struct Packaging {
        var name: String
        var flags: String
    }

    /// The options for each way in which ffmpeg writes fragmented MP4.
    static let packagings = [
        Packaging(name: "as HLS", flags: "+frag_keyframe+empty_moov+default_base_moof"),
        Packaging(name: "places in the file", flags: "+frag_every_frame+empty_moov"),
        Packaging(name: "omitted offsets", flags: "+frag_keyframe+empty_moov+omit_tfhd_offset"),
        Packaging(name: "with edit list", flags: "+frag_keyframe+delay_moov+default_base_moof"),
        Packaging(name: "with index", flags: "+dash+global_sidx+frag_keyframe+empty_moov"),
        Packaging(name: "separate fragments", flags: "+separate_moof+frag_keyframe+empty_moov"),
        Packaging(name: "no fragments", flags: "+faststart"),
    ]

    static let sources =
        [Sample.aac.path, Sample.aacMono48.path, Sample.mp3.path]
        + (Corpus.isPresent ? ["he1", "he2", "mono22"].map { "\(Corpus.root)/audio/\($0).aac" } : [])

    @Test(.enabled(if: hasFfmpeg, "ffmpeg is not installed"), arguments: sources)
    func `as ffmpeg packs it`(_ source: String) throws {
        let directory = try TemporaryDirectory()
        let isAac = source.hasSuffix(".aac")
        // ffmpeg first writes a plain file. Without its configuration, ffmpeg could not write fragments with an empty
        // `moov` box.
        let whole = "\(directory.path)/whole.m4a"
        try Self.ffmpeg(["-i", source] + (isAac ? ["-bsf:a", "aac_adtstoasc"] : []), whole)
        for packaging in Self.packagings {
            let file = "\(directory.path)/fragments.mp4"
            try Self.ffmpeg(["-y", "-i", whole, "-frag_duration", "500000", "-movflags", packaging.flags], file)
            let bytes = try Samples.read(path: source)
            let plain =
                isAac ? Samples.adtsPackets(bytes).map { Array($0[7...]) } : Samples.mpegPackets(bytes)
            let movie = try Self.demux(try Samples.read(path: file))
            let isEqual = movie.packets == plain
            #expect(isEqual, "\(packaging.name)")
            let format = try #require(movie.formats.first)
            #expect(movie.formats.count == 1)
            // The configuration that ffmpeg writes, and the one made from ADTS headers, decode to the same sound. The
            // first 40 packets are enough.
            let start = Array(plain.prefix(40))
            let framed =
                isAac
                ? Decoding(Array(Samples.adtsPackets(bytes).prefix(40)), by: try FaadDecoder(framing: .adts))
                : Decoding(start, by: try Mpg123Decoder())
            Self.expectEqual(Decoding(start, by: try AudioDecoders.make(for: format)), framed, packaging.name)
        }
    }

    // MARK: Steps

    static func ffmpeg(_ arguments: [String], _ file: String) throws {
        let result = try ChildProcess.run(
            "ffmpeg", ["-nostdin", "-v", "error"] + arguments + ["-c", "copy", "-f", "mp4", file])
        try #require(result.code == 0, "\(result.output)")
    }

    /// Returns a movie whose fragments contain seven samples each.
    static func movie(_ samples: [[UInt8]], _ entry: [UInt8], duration: Int) -> [UInt8] {
        var movie = Mp4Maker.initialization([Mp4Maker.Track(entry)])
        for start in stride(from: 0, to: samples.count, by: 7) {
            movie +=
                Mp4Fragment(
                    Array(samples[start..<min(start + 7, samples.count)]), time: UInt64(start * duration),
                    duration: UInt32(duration)
                ).bytes
        }
        return movie
    }

    static func decode(_ movie: [UInt8]) throws -> (decoded: Decoding, formats: [MediaFormat]) {
        let (packets, formats) = try demux(movie)
        let format = try #require(formats.first)
        return (Decoding(packets, by: try AudioDecoders.make(for: format)), formats)
    }

    /// Demuxes a movie that arrives in chunks, as over a network.
    static func demux(_ movie: [UInt8]) throws -> (packets: [[UInt8]], formats: [MediaFormat]) {
        var demuxer = Fmp4Demuxer()
        var formats: [MediaFormat] = []
        var packets: [[UInt8]] = []
        let take = { (element: SegmentElement) in
            switch element {
            case .format(let format): formats.append(format)
            case .packet(let packet, _): packets.append(Array(packet.bytes))
            case .metadata: break
            case .damage: Issue.record("damage in a good file")
            }
        }
        movie.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: 1460) {
                demuxer.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 1460, bytes.count)]), take)
            }
        }
        demuxer.finish(take)
        #expect(demuxer.problem == nil)
        return (packets, formats)
    }

    static func expectEqual(_ decoded: Decoding, _ plain: Decoding, _ comment: String) {
        #expect(decoded.errors.isEmpty && plain.errors.isEmpty, "\(comment)")
        #expect(decoded.formats == plain.formats, "\(comment)")
        let sameFrames = decoded.frameCounts == plain.frameCounts
        #expect(sameFrames, "\(comment)")
        // `#expect` gets a Boolean, because it would take minutes to print the differences of such long arrays.
        let isEqual = zip(decoded.runs, plain.runs).allSatisfy { $0.samples == $1.samples }
        #expect(isEqual, "\(comment)")
    }
}
