import RadioFormats
import TestSupport
import Testing

struct VorbisSetupTests {
    private static func setup(_ maker: VorbisMaker) -> VorbisSetup? {
        VorbisSetup(VorbisHeaders(identification: maker.identification, setup: maker.setup))
    }

    @Test func readsTheSmallestHeaders() throws {
        let setup = try #require(Self.setup(VorbisMaker()))
        #expect(setup.channelCount == 1 && setup.sampleRate == 44_100)
        #expect([0].withUnsafeBytes { setup.window(of: $0) } == 256)
        #expect([UInt8]([1]).withUnsafeBytes { setup.window(of: $0) } == nil)
        #expect([UInt8]().withUnsafeBytes { setup.window(of: $0) } == nil)
    }

    static let accepted: [VorbisMaker.Book] = [
        .init(entries: VorbisSetup.maximumEntries), .init(dimensions: 8, entries: 6561, lookup: 1),
        .init(dimensions: VorbisSetup.maximumDimensions, entries: 64, lookup: 2), .init(entries: 0), .init(entries: 1),
    ]

    @Test(arguments: accepted) func takesCodebooks(_ book: VorbisMaker.Book) {
        #expect(Self.setup(VorbisMaker([book])) != nil)
    }

    static let refused: [(String, VorbisMaker)] = [
        // libvorbis would keep 12 MB on the stack.
        ("a million entries", VorbisMaker([.init(entries: 1 << 20)])),
        ("one entry too many", VorbisMaker([.init(entries: VorbisSetup.maximumEntries + 1)])),
        // libvorbis would allocate 2 GB.
        ("255 books of 8 million entries", VorbisMaker(Array(repeating: .init(entries: 1 << 23 - 1), count: 255))),
        // libvorbis would allocate 1.3 GB.
        (
            "40 books with 8 million values",
            VorbisMaker(Array(repeating: .init(dimensions: 63, entries: 1 << 17, lookup: 1), count: 40))
        ),
        (
            "each book allowed, but not all",
            VorbisMaker(Array(repeating: .init(dimensions: 16, entries: 16_384, lookup: 1), count: 4))
        ),
        // libvorbis would calculate for ever, or divide by zero.
        ("no dimensions, values of type 1", VorbisMaker([.init(dimensions: 0, lookup: 1)])),
        ("no dimensions, values of type 2", VorbisMaker([.init(dimensions: 0, lookup: 2)])),
        ("too many dimensions", VorbisMaker([.init(dimensions: VorbisSetup.maximumDimensions + 1)])),
        ("another lookup", VorbisMaker([.init(lookup: 3)])),
        ("a residue without a book", VorbisMaker { $0.residueBook = 1 }),
        ("a residue whose book has no values", VorbisMaker([.init()]) { $0.residueBook = 1 }),
        ("another residue", VorbisMaker { $0.residue = 3 }), ("no channel", VorbisMaker { $0.channels = 0 }),
        ("nine channels", VorbisMaker { $0.channels = 9 }), ("4 GHz", VorbisMaker { $0.sampleRate = 4_000_000_000 }),
        ("1 Hz", VorbisMaker { $0.sampleRate = 1 }), ("a window of 32", VorbisMaker { $0.windows.short = 5 }),
        ("a window of 16,384", VorbisMaker { $0.windows.long = 14 }),
        ("a short window that is longer", VorbisMaker { $0.windows = (12, 11) }),
    ]

    @Test(arguments: refused) func refuses(_ what: String, _ maker: VorbisMaker) {
        #expect(Self.setup(maker) == nil)
    }

    @Test func refusesHeadersThatAreCutOff() {
        let maker = VorbisMaker([.init(dimensions: 2, entries: 16, lookup: 2)]) { $0.residueBook = 1 }
        #expect(Self.setup(maker) != nil)
        for count in 0..<maker.setup.count {
            #expect(
                VorbisSetup(
                    VorbisHeaders(identification: maker.identification, setup: Array(maker.setup[..<count]))) == nil)
        }
        for count in 0..<maker.identification.count {
            #expect(
                VorbisSetup(
                    VorbisHeaders(identification: Array(maker.identification[..<count]), setup: maker.setup)) == nil)
        }
    }

    /// A link whose setup header is refused has no sound, but its comments are read.
    @Test func commentsOfRefusedLinks() {
        var ogg = OggMaker()
        let bytes = VorbisMaker([.init(entries: 1 << 20)]).stream(&ogg, packets: 4)
        let skimmer = OggSkimmer()
        var comments: [VorbisComment?] = []
        bytes.withUnsafeBytes { skimmer.feed($0) { comments.append(VorbisComment($0)) } }
        #expect(comments.map { $0?.fields.first?.value } == ["Title"])
        let demuxer = OggDemuxer()
        bytes.withUnsafeBytes { demuxer.feed($0) { _ in } }
        #expect(demuxer.unsupported == "Vorbis with an unreadable header")
    }

    /// The headers of each encoder are accepted, and need at most a quarter of the memory that is allowed.
    @Test(
        .enabled(if: ["oggenc", "ffmpeg"].allSatisfy(ChildProcess.exists)),
        arguments: [(8000, 1), (11_025, 2), (44_100, 1), (44_100, 2), (44_100, 6), (48_000, 8), (192_000, 2)])
    func takesHeadersOfEncoders(_ rate: Int, _ channels: Int) throws {
        let folder = try TemporaryDirectory()
        let (wave, file) = (folder.path + "/a.wav", folder.path + "/a.ogg")
        let sound = ["-f", "lavfi", "-i", "anoisesrc=r=\(rate):d=0.2", "-ac", "\(channels)", "-y", wave]
        #expect(try ChildProcess.run("ffmpeg", ["-v", "error"] + sound).code == 0)
        var commands = (-1...10).map { ("oggenc", ["-Q", "-q", "\($0)", "-o", file, wave]) }
        if channels == 2 {
            commands.append(
                ("ffmpeg", ["-v", "error", "-y", "-i", wave, "-c:a", "vorbis", "-strict", "experimental", file]))
        }
        for (program, arguments) in commands {
            let made = try ChildProcess.run(program, arguments)
            try #require(made.code == 0, "\(made.output)")
            let demuxer = OggDemuxer()
            var headers: VorbisHeaders?
            try Samples.read(path: file).withUnsafeBytes {
                demuxer.feed($0) {
                    if case .format(let format) = $0, case .vorbis(let found) = format.framing { headers = found }
                }
            }
            let setup = try #require(headers.flatMap(VorbisSetup.init), "\(program) \(arguments)")
            #expect(setup.byteCount <= VorbisSetup.maximumBytes / 4)
            #expect(setup.channelCount == channels && setup.sampleRate == rate)
        }
    }
}
