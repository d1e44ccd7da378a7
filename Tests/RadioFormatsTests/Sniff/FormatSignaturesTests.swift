import RadioFormats
import TestSupport
import Testing

@Suite struct FormatSignaturesTests {
    static func sniff(_ bytes: [UInt8], _ type: String? = nil, isComplete: Bool = false) -> ContentKind? {
        ContentSnifferTests.sniff(bytes, type, isComplete: isComplete)
    }

    /// Sniffs bytes behind an ID3v2 tag.
    static func sniffBehindTag(_ bytes: [UInt8]) -> ContentKind? {
        var prefix = BodyPrefix()
        (FrameMaker.id3([("TIT2", [3, 0x61])]) + bytes).withUnsafeBytes { prefix.feed($0) }
        return prefix.sniff(contentType: nil, isComplete: false)
    }

    static let heads: [(String, UnsupportedFormat)] = [
        ("riff\u{2E}\u{91}\u{CF}\u{11}\u{A5}\u{D6}\u{28}\u{DB}\u{4}\u{C1}\0\0", .wave64),
        ("FORM\0\0\u{8}$8SVXVHDR", .svx), ("caff\0\u{1}\0\0desc", .caf),
        (".snd\0\0\0\u{18}", .au), ("MAC \u{96}\u{F}\0\0", .ape), ("wvpk\u{40}\0\0\0\u{10}\u{4}", .wavPack),
        ("TTA1\u{1}\0\u{2}\0", .tta), ("MPCKSH\u{E}", .musepack), ("MP+\u{7}\0", .musepack),
        ("DSD \u{1C}\0\0\0", .dsd), ("FRM8\0\0\0\0\0\u{1}\0\0DSD FVER", .dsd), ("MThd\0\0\0\u{6}", .midi),
        ("#!AMR\n\u{3C}\0", .amr), ("#!AMR-WB\n\u{4}\0", .amr), (".RMF\0\0\0\u{12}", .realAudio),
        (".ra\u{FD}\0\u{4}", .realAudio), ("\u{1A}\u{45}\u{DF}\u{A3}\u{1}", .matroska),
        ("\u{30}\u{26}\u{B2}\u{75}\u{8E}\u{66}\u{CF}\u{11}\u{A6}\u{D9}\0", .asf), ("RIFF$\u{8}\0\0AVI LIST", .avi),
        ("FLV\u{1}\u{4}", .flv), ("\0\0\u{1}\u{BA}\u{44}", .mpegPS), ("ADIF\u{1}", .adif),
        ("\u{7F}\u{FE}\u{80}\u{1}", .dts), ("\u{FE}\u{7F}\u{1}\u{80}", .dts), ("\u{1F}\u{FF}\u{E8}\0", .dts),
        ("\u{FF}\u{1F}\0\u{E8}", .dts), ("\u{F0}\u{30}\0\0\u{F8}\u{72}\u{6F}\u{BA}", .trueHD),
    ]

    /// A file begins with the signature of a format, and MPEG frames follow. The signature counts, whatever the content
    /// type says.
    @Test(arguments: heads) func `a format is told by its first bytes`(head: String, format: UnsupportedFormat) {
        let bytes = head.unicodeScalars.map { UInt8($0.value) } + [0, 0] + ContentSnifferTests.mp3(40)
        for type in ["audio/mpeg", "audio/x-wav", "audio/aac", nil] {
            #expect(Self.sniff(bytes, type) == .unsupported(format))
            #expect(Self.sniff(bytes, type, isComplete: true) == .unsupported(format))
        }
        #expect(Self.sniffBehindTag(bytes) == .unsupported(format))
        // From the first bytes alone, the sniffer returns this format or none, but no other.
        for end in 0..<24 {
            let early = Self.sniff(Array(bytes[..<end]), "audio/mpeg")
            #expect(early == nil || early == .unsupported(format))
        }
    }

    @Test func `every format has its row, its name and its content types`() {
        let known = Set(Self.heads.map(\.1)).union([.ac3, .eac3, .ac4])
        #expect(known == Set(UnsupportedFormat.allCases))
        for format in UnsupportedFormat.allCases {
            let kind = ContentKind.unsupported(format)
            #expect(kind.displayName.hasPrefix("a") || kind.displayName.hasPrefix("A"))
            #expect(!kind.fits(contentType: "audio/mpeg"))
        }
        #expect(ContentKind.wave.fits(contentType: "audio/x-wav") && ContentKind.aiff.fits(contentType: "audio/aiff"))
        #expect(ContentKind.unsupported(.caf).displayName == "a CAF file")
    }

    @Test(arguments: [
        "ADIF Radio, http://a/", "MAC Radio", "RIFF 24 WAVE FM", ".snd list\n", "FORM 24 AIFF\n", "#!AMR\n",
    ])
    func `text is none of them`(text: String) {
        #expect(Self.sniff(Array(text.utf8), "text/plain", isComplete: true) == .unknown)
    }

    @Test func `a WAV file that holds MP3 or ADTS is played`() {
        let mp3 = ContentSnifferTests.mp3(20)
        #expect(Self.sniff(QuietSound.wave(mp3, formatTag: 0x55)) == .mpegAudio)
        #expect(Self.sniff(QuietSound.wave(mp3, formatTag: 0x50)) == .mpegAudio)
        #expect(Self.sniff(QuietSound.wave(ContentSnifferTests.aac(20), formatTag: 0x1600)) == .adts)
        #expect(Self.sniff(QuietSound.wave(mp3, formatTag: 1)) == .wave)
        // A chunk of odd length precedes the chunk with the format.
        var wave = QuietSound.wave(mp3, formatTag: 0x55)
        wave.insert(contentsOf: Array("JUNK\u{3}\0\0\0abc\0".utf8), at: 12)
        // From the first bytes alone, the sniffer returns this format or none, but no other.
        for end in 0..<60 { #expect([nil, .mpegAudio].contains(Self.sniff(Array(wave[..<end])))) }
        #expect(Self.sniff(wave) == .mpegAudio)
        // The first chunk claims to be longer than the file.
        wave.replaceSubrange(16..<20, with: [255, 255, 255, 255])
        #expect(Self.sniff(wave) == nil && Self.sniff(wave, isComplete: true) == .wave)
    }

    static let samples: [(head: String, kind: ContentKind)] = [
        ("RIFF$\u{8}\0\0WAVEfmt \u{10}\0\0\0\u{1}\0", .wave), ("RIFX\0\0\u{8}$WAVEfmt \0\0\0\u{10}\0\u{1}", .wave),
        ("RF64\u{FF}\u{FF}\u{FF}\u{FF}WAVEfmt \u{10}\0\0\0\u{1}\0", .wave),
        ("BW64\u{FF}\u{FF}\u{FF}\u{FF}WAVEdata\0\0\0\0", .wave), ("FORM\0\0\u{8}$AIFFCOMM", .aiff),
        ("FORM\0\0\u{8}$AIFCFVER", .aiff),
    ]

    @Test(arguments: samples) func `a file of samples is told by its first bytes`(head: String, kind: ContentKind) {
        let bytes = head.unicodeScalars.map { UInt8($0.value) } + [0, 0] + ContentSnifferTests.mp3(40)
        for type in ["audio/mpeg", "audio/x-wav", nil] { #expect(Self.sniff(bytes, type) == kind) }
        #expect(Self.sniffBehindTag(bytes) == kind)
        for end in 0..<60 { #expect([nil, kind].contains(Self.sniff(Array(bytes[..<end]), "audio/mpeg"))) }
    }

    /// The first bytes and the lengths of frames that the sniffer must recognise: AC-4 (ETSI TS 103 190-1 annex G),
    /// AC-3 of 192 kbit/s, E-AC-3 of 300 bytes.
    static let frames: [(head: [UInt8], length: Int, format: UnsupportedFormat)] = [
        ([0xAC, 0x40, 1, 0x2C], 304, .ac4), ([0xAC, 0x41, 1, 0x2C], 306, .ac4),
        ([0xAC, 0x40, 0xFF, 0xFF, 0, 1, 0x2C], 307, .ac4), ([0x0B, 0x77, 0, 0, 0x14, 0x40], 768, .ac3),
        ([0x0B, 0x77, 0, 0, 0x55, 0x40], 836, .ac3), ([0x0B, 0x77, 0, 0, 0x94, 0x40], 1152, .ac3),
        ([0x0B, 0x77, 0, 149, 0x34, 0x80], 300, .eac3),
    ]

    @Test(arguments: frames) func `Dolby's frames follow each other`(
        head: [UInt8], length: Int, format: UnsupportedFormat
    ) {
        // The frames are filled with quiet PCM samples, in which many byte sequences look like headers.
        let quiet = QuietSound(isBigEndian: true).samples(seconds: 0.5)
        let frame = head + quiet[..<(length - head.count)]
        let stream = (0..<40).flatMap { _ in frame }
        for type in ["audio/mpeg", "audio/ac4", nil] { #expect(Self.sniff(stream, type) == .unsupported(format)) }
        #expect(Self.sniff(frame, isComplete: true) == .unsupported(format))
        // The first two bytes of a header do not suffice to recognise its format.
        #expect(Self.sniff(Array(head[..<2]) + ContentSnifferTests.mp3(skipping: 100)) == .mpegAudio)
        let other = frame + [1] + frame
        #expect(Self.sniff(other, isComplete: true) == .unknown)
    }
}

/// ffmpeg writes files in formats that the player does not support. The sniffer recognises them.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct FfmpegFormatsTests {
    static let rows: [(options: String, format: UnsupportedFormat)] = [
        ("-c:a pcm_s16le -f w64", .wave64), ("-c:a pcm_s16be -f caf", .caf), ("-c:a pcm_s16be -f au", .au),
        ("-c:a wavpack -f wv", .wavPack), ("-c:a tta -f tta", .tta), ("-c:a flac -f matroska", .matroska),
        ("-c:a pcm_s16le -f matroska", .matroska), ("-c:a wmav2 -f asf", .asf), ("-c:a pcm_s16le -f avi", .avi),
        ("-c:a pcm_s16le -f flv", .flv), ("-c:a mp2 -f mpeg", .mpegPS), ("-c:a ac3 -f ac3", .ac3),
        ("-c:a eac3 -f eac3", .eac3), ("-c:a dca -strict -2 -f dts", .dts),
        ("-c:a truehd -strict -2 -f truehd", .trueHD),
    ]

    @Test(arguments: rows) func `quiet sound is told by its format`(options: String, format: UnsupportedFormat) throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/sound.mp3"
        let source = ["-f", "lavfi", "-i", "anoisesrc=amplitude=0.008:duration=2:sample_rate=44100", "-ac", "2"]
        try FfmpegTransportTests.ffmpeg(source + options.split(separator: " ").map(String.init) + [file])
        let bytes = try Samples.read(path: file)
        for type in ["audio/mpeg", nil] {
            #expect(FormatSignaturesTests.sniff(bytes, type, isComplete: true) == .unsupported(format))
        }
        // The sniffer returns the same format, or none yet, whatever number of bytes has arrived.
        for end in stride(from: 0, to: min(bytes.count, 20_000), by: 777) {
            let early = FormatSignaturesTests.sniff(Array(bytes[..<end]), "audio/mpeg")
            #expect(early == nil || early == .unsupported(format))
        }
    }
}
