import RadioFormats
import TestSupport
import Testing

/// MP4 files whose index (`moov`) may follow the sound. The demuxer asks for the file positions that it needs, and the
/// tests deliver the bytes.
@Suite struct Mp4FileDemuxerTests {
    static let config = Fmp4DemuxerTests.config

    struct Layout: CustomTestStringConvertible {
        var isIndexLast = false
        var isLong = false
        var fixedSize: UInt32 = 0
        var edits: [(duration: UInt64, start: Int64)] = [(0, 1024)]
        var counts = [2, 2, 1, 2]
        var userData: [UInt8] = []

        var testDescription: String { "index \(isIndexLast ? "last" : "first"), \(isLong ? "long" : "short")" }
    }

    static let samples = Fmp4DemuxerTests.samples(7)

    static func file(_ layout: Layout, _ samples: [[UInt8]] = samples) -> [UInt8] {
        let samples = samples.map { layout.fixedSize > 0 ? Array(($0 + $0).prefix(Int(layout.fixedSize))) : $0 }
        func movie(start: Int) -> [UInt8] {
            var track = Mp4Maker.Track(Mp4Maker.mp4a(config))
            track.edits = layout.edits
            track.tables = Mp4MovieTests.tables(
                samples, counts: layout.counts, start: start, isLong: layout.isLong, fixedSize: layout.fixedSize)
            let movie = Mp4Maker.movie([track], isFragmented: false)
            return Mp4Maker.box("moov", Array(movie[8...]), layout.userData)
        }
        var data: [UInt8] = []
        var sample = 0
        for count in layout.counts {
            data += samples[sample..<sample + count].flatMap { $0 } + [9, 9, 9, 9, 9]
            sample += count
        }
        let sound = layout.isLong ? Mp4Maker.longBox("mdat", data) : Mp4Maker.box("mdat", data)
        let header = sound.count - data.count
        let head = Mp4Maker.fileType + Mp4Maker.box("free", [1, 2, 3])
        guard !layout.isIndexLast else {
            return head + sound + movie(start: head.count + header) + Mp4Maker.box("free", [4])
        }
        return head + movie(start: head.count + movie(start: 0).count + header) + sound
    }

    /// Reads a file in chunks of `chunk` bytes, from the positions that the demuxer requests. Returns the events and
    /// the number of bytes that were delivered.
    static func read(_ file: [UInt8], chunk: Int, _ demuxer: inout Mp4FileDemuxer) -> (events: [RecordedEvent], Int) {
        var events: [RecordedEvent] = []
        var read = 0
        while let next = demuxer.next, next < file.count {
            demuxer.jump(to: next)
            let part = file[next..<min(next + chunk, file.count)]
            read += part.count
            Array(part).withUnsafeBytes { demuxer.feed($0) { events.append(RecordedEvent($0)) } }
        }
        demuxer.finish { events.append(RecordedEvent($0)) }
        return (events, read)
    }

    static let format = RecordedEvent.format(
        MediaFormat(codec: .aac, framing: .raw(audioSpecificConfig: config), sampleRate: 44_100, channelCount: 2))

    /// Returns the packets that the demuxer must deliver for ``samples``. The edit list removes the sound of the first
    /// packet and the start of the second packet's sound, which is 1,000 samples long after that.
    static func expected(_ layout: Layout) -> [RecordedEvent] {
        [format]
            + samples.enumerated().map { number, sample in
                let bytes = layout.fixedSize > 0 ? Array((sample + sample).prefix(Int(layout.fixedSize))) : sample
                // The file states a duration of 1,000 units for the first sample and of 1,024 for the others. The edit
                // list removes 1,024 units.
                return .packet(bytes, sampleCount: number == 0 ? 0 : number == 1 ? 1000 : 1024)
            }
    }

    static let layouts: [Layout] = [
        Layout(), Layout(isLong: true), Layout(isIndexLast: true), Layout(isIndexLast: true, isLong: true),
        Layout(isIndexLast: true, fixedSize: 33), Layout(fixedSize: 33, counts: [7]),
        Layout(counts: [1, 1, 1, 1, 1, 1, 1]),
    ]

    @Test(arguments: layouts) func `samples in their order, however bytes come`(_ layout: Layout) throws {
        let file = Self.file(layout)
        for chunk in [1, 7, 100, 1 << 20] {
            var demuxer = Mp4FileDemuxer(canJump: true)
            let (events, read) = Self.read(file, chunk: chunk, &demuxer)
            #expect(events == Self.expected(layout), "\(chunk) bytes at once")
            #expect(demuxer.problem == nil && demuxer.next == nil)
            #expect(demuxer.duration == MediaTime(value: 1000 + 6 * 1024 - 1024, timescale: 44_100))
            // The demuxer asks for no byte twice, and not for the bytes between the samples.
            if chunk == 1 { #expect(read < file.count) }
        }
        guard !layout.isIndexLast else { return }
        let events = try ParserVerifier.verify(file) { chunks, emit in
            var demuxer = Mp4FileDemuxer(canJump: false)
            for chunk in chunks { demuxer.feed(chunk) { emit(RecordedEvent($0)) } }
            demuxer.finish { emit(RecordedEvent($0)) }
        }
        #expect(events == Self.expected(layout))
    }

    @Test func `an index behind the sound needs a reader that can jump`() {
        let file = Self.file(Layout(isIndexLast: true))
        var demuxer = Mp4FileDemuxer(canJump: false)
        file.withUnsafeBytes { demuxer.feed($0) { _ in Issue.record("it plays") } }
        #expect(demuxer.problem == .lateIndex)
        #expect(demuxer.next == nil)
    }

    @Test(arguments: layouts) func `a seek begins at its sample`(_ layout: Layout) {
        let file = Self.file(layout)
        var demuxer = Mp4FileDemuxer(canJump: true)
        #expect(demuxer.seek(to: .zero, runUp: 0) == nil)
        _ = Self.read(file, chunk: 50, &demuxer)
        // The first sample lasts 1,000 units and each other 1,024. The edit list removes 1,024 units at the start.
        for runUp in 0..<3 {
            for number in (0..<7).reversed() {
                let start = number == 0 ? 0 : Int64(1000 + (number - 1) * 1024)
                for offset: Int64 in number == 0 ? [999] : [0, 1023] where start + offset >= 1024 {
                    let place = MediaTime(value: start + offset - 1024, timescale: 44_100)
                    let first = max(number - runUp, 0)
                    let time = demuxer.seek(to: place, runUp: runUp)
                    let begin = first == 0 ? 0 : Int64(1000 + (first - 1) * 1024)
                    #expect(time == MediaTime(value: max(begin - 1024, 0), timescale: 44_100))
                    let (events, _) = Self.read(file, chunk: 64, &demuxer)
                    #expect(events == Array(Self.expected(layout).dropFirst(1 + first)), "to \(place), \(runUp) before")
                }
            }
        }
        // A position after the end of the file leads to the last packet.
        _ = demuxer.seek(to: MediaTime(value: 1000, timescale: 1), runUp: 0)
        #expect(Self.read(file, chunk: 64, &demuxer).events == [Self.expected(layout).last])
    }

    /// The tag `iTunSMPB` of iTunes states the encoder's delay and the length. It is used only if the file has no edit
    /// list.
    @Test(arguments: [false, true]) func `gapless by iTunes's word`(hasEdits: Bool) {
        let text = " 00000000 00000840 000001C0 00000000000010C0 00000000"
        let data = Mp4Maker.box("data", Mp4Maker.big(UInt32(1)) + Mp4Maker.big(UInt32(0)) + Array(text.utf8))
        let item = Mp4Maker.box(
            "----", Mp4Maker.fullBox("mean", Array("com.apple.iTunes".utf8)),
            Mp4Maker.fullBox("name", Array("iTunSMPB".utf8)), data)
        var layout = Layout(isIndexLast: true)
        layout.userData = Mp4Maker.box("udta", Mp4Maker.fullBox("meta", Mp4Maker.box("ilst", item)))
        if !hasEdits { layout.edits = [] }
        var demuxer = Mp4FileDemuxer(canJump: true)
        let (events, _) = Self.read(Self.file(layout), chunk: 64, &demuxer)
        let counts = events.compactMap { if case .packet(_, let count) = $0 { count } else { nil } }
        #expect(counts == (hasEdits ? [0, 1000, 1024, 1024, 1024, 1024, 1024] : [0, 0, 936, 1024, 1024, 1024, 280]))
        #expect(demuxer.duration?.value == (hasEdits ? 6120 : 0x10C0))
    }

    private static func data(_ content: [UInt8], type: UInt32) -> [UInt8] {
        Mp4Maker.box("data", Mp4Maker.big(type) + Mp4Maker.big(UInt32(0)) + content)
    }

    private static func item(_ name: String, _ content: [UInt8], type: UInt32 = 1) -> [UInt8] {
        Mp4Maker.box(name, data(content, type: type))
    }

    private static func item(_ name: String, _ text: String, type: UInt32 = 1) -> [UInt8] {
        item(name, Array(text.utf8), type: type)
    }

    @Test func `titles and chapters`() throws {
        let long = String(repeating: "x", count: 65_530)
        let items =
            Self.item("©nam", "Träume") + Self.item("©ART", "Nobody") + Self.item("covr", "picture", type: 13)
            + Self.item("©alb", long) + Self.item("©day", "1998") + Self.item("©cmt", [0, 0xDC], type: 2)
            + Self.item("covr", "another", type: 14) + Self.item("trkn", "\0\0\0\u{3}\0\u{C}\0\0", type: 0)
            + Self.item("tmpo", [0xFF, 0xFE], type: 21) + Self.item("xxxx", "?", type: 99)
            + Mp4Maker.box(
                "----", Mp4Maker.fullBox("mean", Array("com.apple.iTunes".utf8)),
                Mp4Maker.fullBox("name", Array("LABEL".utf8)), Self.data(Array("4AD".utf8), type: 1))
        func chapter(_ start: UInt64, _ title: String) -> [UInt8] {
            Mp4Maker.big(start) + [UInt8(title.utf8.count)] + Array(title.utf8)
        }
        let chapters = Mp4Maker.fullBox(
            "chpl", version: 1, [0, 0, 0, 0, 3], chapter(0, "One"), chapter(25_000_000, "Zwölf"), [1, 2, 3])
        var layout = Layout()
        layout.userData = Mp4Maker.box("udta", Mp4Maker.fullBox("meta", Mp4Maker.box("ilst", items)), chapters)
        var demuxer = Mp4FileDemuxer(canJump: true)
        let (events, _) = Self.read(Self.file(layout), chunk: 64, &demuxer)
        guard case .timedMetadata(let metadata) = events[0] else {
            Issue.record("\(events.prefix(2))")
            return
        }
        let picture = EmbeddedPicture(
            mimeType: "image/jpeg", type: 3, description: "", bytes: Array("picture".utf8))
        #expect(metadata.kind == .itunes)
        let found = ITunesMetadata(metadata.raw).items
        #expect(found.map(\.key) == ["©nam", "©ART", "covr", "©day", "©cmt", "trkn", "tmpo", "com.apple.iTunes.LABEL"])
        let values: [ITunesMetadata.Item.Value] = [
            .text("Träume"), .text("Nobody"), .picture(picture), .text("1998"), .text("Ü"), .text("3/12"), .text("-2"),
            .text("4AD"),
        ]
        #expect(found.map(\.value) == values)
        let bare = ITunesMetadata(metadata.withoutPictures.raw)
        #expect(bare.items == found.filter { $0.key != "covr" } && bare["©nam"] == "Träume")
        #expect(Array(events.dropFirst()) == Self.expected(layout))
        // The third chapter is cut off, so only two are delivered.
        #expect(
            demuxer.chapters == [
                Chapter(start: .zero, end: MediaTime(seconds: 2.5), title: "One"),
                Chapter(start: MediaTime(seconds: 2.5), title: "Zwölf"),
            ])
    }

    struct Cover: CustomTestStringConvertible {
        var testDescription: String
        /// The lengths of the pictures, in the order of the file.
        var sizes: [Int]
        /// The index of the picture that is read.
        var kept: Int?
        /// Whether the `meta` box begins with a version and flags, which QuickTime leaves out.
        var hasFlags = true
        var isIndexLast = false
        var isLong = false
    }

    static let covers: [Cover] = [
        Cover(testDescription: "the largest that is read", sizes: [EmbeddedPicture.maximumLength], kept: 0),
        Cover(testDescription: "too large", sizes: [6 << 20], kept: nil),
        Cover(testDescription: "a smaller one after it", sizes: [6 << 20, 9], kept: 1),
        Cover(testDescription: "too large, in QuickTime", sizes: [6 << 20], kept: nil, hasFlags: false),
        Cover(testDescription: "too large, index last", sizes: [6 << 20], kept: nil, isIndexLast: true),
        Cover(testDescription: "too large, long sizes", sizes: [6 << 20], kept: nil, isLong: true),
    ]

    /// Pictures that are too large are skipped. Titles and sound are not, and the bytes of the pictures are not read.
    @Test(arguments: covers) func `large covers`(_ cover: Cover) throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            cover.isLong ? Mp4Maker.longBox(type, content) : Mp4Maker.box(type, content)
        }
        let pictures = cover.sizes.map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0 >> 20), count: $0) }
        let data = pictures.flatMap { box("data", Mp4Maker.big(UInt32(13)) + Mp4Maker.big(UInt32(0)) + $0) }
        let items = box(
            "ilst", Self.item("©nam", "Before") + box("covr", data) + Self.item("©ART", "After"))
        var layout = Layout(isIndexLast: cover.isIndexLast)
        layout.userData = box("udta", box("meta", (cover.hasFlags ? [0, 0, 0, 0] : []) + items))
        let file = Self.file(layout)
        let left = cover.sizes.enumerated().reduce(0) { $0 + ($1.offset == cover.kept ? 0 : $1.element) }
        for chunk in [997, 1 << 16] {
            var demuxer = Mp4FileDemuxer(canJump: true)
            let (events, read) = Self.read(file, chunk: chunk, &demuxer)
            try Self.check(events, cover.kept.map { pictures[$0] }, layout)
            #expect(read <= file.count - left + 8 * chunk)
        }
        guard !cover.isIndexLast else { return }
        var demuxer = Mp4FileDemuxer(canJump: false)
        var events: [RecordedEvent] = []
        for start in stride(from: 0, to: file.count, by: 10_007) {
            file[start..<min(start + 10_007, file.count)].withUnsafeBytes {
                demuxer.feed($0) { events.append(RecordedEvent($0)) }
            }
        }
        try Self.check(events, cover.kept.map { pictures[$0] }, layout)
    }

    private static func check(_ events: [RecordedEvent], _ picture: [UInt8]?, _ layout: Layout) throws {
        let metadata = events.compactMap { if case .timedMetadata(let metadata) = $0 { metadata } else { nil } }
        let items = try #require(metadata.last.map { ITunesMetadata($0.raw) })
        let pictures = items.items.compactMap { if case .picture(let cover) = $0.value { cover.bytes } else { nil } }
        #expect(pictures.map { $0 == picture } == (picture == nil ? [] : [true]))
        #expect(items["©nam"] == "Before" && items["©ART"] == "After")
        #expect(Array(events.dropFirst(metadata.count)) == expected(layout))
    }

    /// The positions in the fragments count from the beginning of the file, also behind a picture that is left out.
    @Test(arguments: [false, true]) func `a large cover before fragments`(isLong: Bool) {
        let picture = Mp4Maker.box("data", [UInt8](repeating: 0, count: 6 << 20))
        let items = Mp4Maker.box("ilst", Self.item("©nam", "Title") + Mp4Maker.box("covr", picture))
        let data = Mp4Maker.box("udta", Mp4Maker.fullBox("meta", items))
        let movie = Mp4Maker.movie([Mp4Maker.Track(Mp4Maker.mp4a(Self.config))], isFragmented: true)
        let body = Array(movie[8...]) + data
        let head = Mp4Maker.fileType + (isLong ? Mp4Maker.longBox("moov", body) : Mp4Maker.box("moov", body))
        var fragment = Mp4Fragment(Self.samples, time: 0)
        fragment.base = .file(UInt64(head.count))
        var demuxer = Mp4FileDemuxer(canJump: true)
        let (events, read) = Self.read(head + fragment.bytes, chunk: 1 << 16, &demuxer)
        #expect(Array(events.dropFirst()) == [Self.format] + Self.samples.map { .packet($0, sampleCount: 1024) })
        #expect(read < 1 << 20)
        var segment = Fmp4Demuxer()
        var packets = 0
        (head + fragment.bytes).withUnsafeBytes { segment.feed($0) { if case .packet = $0 { packets += 1 } } }
        #expect(packets == Self.samples.count && segment.problem == nil)
    }

    /// The file claims to have four billion samples, each too large to be read. The demuxer needs little time for it.
    @Test func `samples too large to be read, and any number of them`() throws {
        var file = Self.file(Layout())
        let place = try #require(file.indices.first { file[$0...].starts(with: "stsz".utf8) })
        file.replaceSubrange((place + 8)..<(place + 16), with: [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        var demuxer = Mp4FileDemuxer(canJump: true)
        let (events, _) = Self.read(file, chunk: 1 << 20, &demuxer)
        #expect(events.isEmpty && demuxer.problem == .damaged("an MP4 file with an empty index"))
    }

    @Test(arguments: [1, 50, 1 << 20]) func `a movie in fragments`(chunk: Int) {
        var second = Mp4Fragment(Array(Self.samples[4...]), time: 4096)
        let head = Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.mp4a(Self.config))])
        var first = Mp4Fragment(Array(Self.samples[..<4]), time: 0)
        // The fragments' offsets count from the start of the file.
        first.base = .file(UInt64(head.count))
        second.base = .file(UInt64(head.count + first.bytes.count))
        var demuxer = Mp4FileDemuxer(canJump: true)
        let (events, read) = Self.read(head + first.bytes + second.bytes, chunk: chunk, &demuxer)
        #expect(events == [Self.format] + Self.samples.map { .packet($0, sampleCount: 1024) })
        #expect(read <= head.count + first.bytes.count + second.bytes.count)
        #expect(demuxer.seek(to: .zero, runUp: 0) == nil)
    }

    struct Broken: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var problem: SegmentProblem
    }

    static let broken: [Broken] = [
        Broken(
            testDescription: "no index", bytes: Mp4Maker.fileType + Mp4Maker.box("mdat", [1, 2, 3]),
            problem: .damaged("an MP4 file without an index (moov)")),
        Broken(
            testDescription: "sound to the end", bytes: Mp4Maker.fileType + Mp4Maker.openBox("mdat", [1, 2, 3]),
            problem: .damaged("an MP4 file without an index (moov)")),
        Broken(
            testDescription: "an index too long",
            bytes: Mp4Maker.fileType
                + Mp4Maker.longBox(
                    "moov", Mp4Maker.longBox("trak", [], size: UInt64(Mp4FileDemuxer.maximumMovie + 17)),
                    size: UInt64(Mp4FileDemuxer.maximumMovie + 33)),
            problem: .damaged("an MP4 index (moov) that is too long or empty")),
        Broken(
            testDescription: "no box", bytes: Mp4Maker.fileType + [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3],
            problem: .damaged("not MP4: there is no box at byte \(Mp4Maker.fileType.count)")),
        Broken(
            testDescription: "ALAC",
            bytes: Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.entry("alac", []))], isFragmented: false),
            problem: .unsupportedCodec("ALAC")),
        Broken(
            testDescription: "nothing in the tables",
            bytes: Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.mp4a(config))], isFragmented: false),
            problem: .damaged("an MP4 file with an empty index")),
        Broken(
            testDescription: "cut off", bytes: Array(file(Layout(isIndexLast: true)).dropLast(30)),
            problem: .damaged("an MP4 file without an index (moov)")),
    ]

    @Test(arguments: broken) func `what is no file says why`(_ row: Broken) {
        for chunk in [1, 1 << 20] {
            var demuxer = Mp4FileDemuxer(canJump: true)
            #expect(Self.read(row.bytes, chunk: chunk, &demuxer).events == [])
            #expect(demuxer.problem == row.problem)
        }
    }

    /// The samples are not in their order in the file. A sample that lies before the previous one is skipped, so that
    /// no byte must be read again.
    @Test func `samples that lie before others are not read`() {
        var track = Mp4Maker.Track(Mp4Maker.mp4a(Self.config))
        // A million samples of one byte each, which are all the byte 8 of the file.
        let count = UInt32(1_000_000)
        let places = [UInt8]([[UInt8]](repeating: Mp4Maker.big(UInt32(8)), count: Int(count)).joined())
        track.tables =
            Mp4Maker.fullBox("stts", Mp4Maker.big(UInt32(1)), Mp4Maker.big(count), Mp4Maker.big(UInt32(1024)))
            + Mp4Maker.fullBox(
                "stsc", Mp4Maker.big(UInt32(1)), Mp4Maker.big(UInt32(1)), Mp4Maker.big(UInt32(1)),
                Mp4Maker.big(UInt32(1)))
            + Mp4Maker.fullBox("stsz", Mp4Maker.big(UInt32(1)), Mp4Maker.big(count))
            + Mp4Maker.fullBox("stco", Mp4Maker.big(count), places)
        let file = Mp4Maker.box("mdat", [1, 2]) + Mp4Maker.movie([track], isFragmented: false)
        var demuxer = Mp4FileDemuxer(canJump: true)
        #expect(Self.read(file, chunk: 1 << 20, &demuxer).events.count == 2)
        #expect(demuxer.next == nil)
    }
}
