import RadioFormats
import TestSupport
import Testing

@Suite struct IcySplitterTests {
    /// Returns a response body: `sound` with a metadata block after every `metaint` bytes. The blocks are those of
    /// `blocks`, one after another.
    static func body(sound: [UInt8], metaint: Int, blocks: [[UInt8]]) -> [UInt8] {
        var body: [UInt8] = []
        var at = 0
        var turn = 0
        while at < sound.count {
            let end = min(at + metaint, sound.count)
            body += sound[at..<end]
            if end - at == metaint {
                let block = turn < blocks.count ? blocks[turn] : []
                let units = (block.count + 15) / 16
                body.append(UInt8(units))
                body += block + [UInt8](repeating: 0, count: units * 16 - block.count)
                turn += 1
            }
            at = end
        }
        return body
    }

    static func split(_ body: [UInt8], metaint: Int?) throws -> (sound: [UInt8], blocks: [[UInt8]]) {
        try split(body, IcySplitter(metaint: metaint))
    }

    static func split(_ body: [UInt8], _ first: IcySplitter) throws -> (sound: [UInt8], blocks: [[UInt8]]) {
        let events = try ParserVerifier.verify(body) { chunks, emit in
            var splitter = first
            for chunk in chunks { splitter.feed(chunk) { emit(RecordedEvent($0)) } }
            splitter.finish { emit(RecordedEvent($0)) }
        }
        var sound: [UInt8] = []
        var blocks: [[UInt8]] = []
        for event in events {
            switch event {
            case .sound(let bytes): sound += bytes
            case .metadata(let bytes): blocks.append(bytes)
            case .format, .packet, .timedMetadata, .position, .discontinuity, .end, .segmentPacket, .segmentMetadata,
                .damage:
                Issue.record("not an event of the splitter")
            }
        }
        return (sound, blocks)
    }

    // The metaint 1 makes every byte a boundary, 64 is the smallest metaint that was seen, and 1000 is not a power of
    // two.
    @Test(arguments: [1, 16, 64, 1000, 8192, 16000])
    func `sound and blocks come out as they were put in`(metaint: Int) throws {
        var random = SplitMix64(state: UInt64(metaint))
        let sound = (0..<max(3 * metaint + 7, 40)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let blocks: [[UInt8]] = [
            Array("StreamTitle='a';".utf8), [], [UInt8](repeating: 0x61, count: IcySplitter.maximumBlock),
        ]
        let (heard, read) = try Self.split(Self.body(sound: sound, metaint: metaint, blocks: blocks), metaint: metaint)
        #expect(heard == sound)
        #expect(read == blocks.filter { !$0.isEmpty })
    }

    @Test func `a block of NULs only is no event`() throws {
        let body = Self.body(sound: [1, 2, 3, 4], metaint: 2, blocks: [[0, 0, 0]])
        let (sound, blocks) = try Self.split(body, metaint: 2)
        #expect(sound == [1, 2, 3, 4])
        #expect(blocks.isEmpty)
    }

    @Test func `NULs inside a block stay`() throws {
        let body = Self.body(sound: [1], metaint: 1, blocks: [[0x61, 0, 0x62, 0]])
        #expect(try Self.split(body, metaint: 1).blocks == [[0x61, 0, 0x62]])
    }

    @Test(arguments: [nil, 0, -1, IcySplitter.maximumMetaint + 1])
    func `without a usable metaint all is sound`(metaint: Int?) throws {
        let body: [UInt8] = Array(0...255)
        let (sound, blocks) = try Self.split(body, metaint: metaint)
        #expect(sound == body)
        #expect(blocks.isEmpty)
    }

    @Test func `sound is a slice of the input`() {
        let input: [UInt8] = [1, 2, 0, 3]
        input.withUnsafeBytes { bytes in
            var places: [Int] = []
            var splitter = IcySplitter(metaint: 2)
            splitter.feed(bytes) { event in
                if case .sound(let sound) = event { places.append(bytes.baseAddress!.distance(to: sound.baseAddress!)) }
            }
            #expect(places == [0, 3])
        }
    }

    @Test(
        arguments: [
            ("16000", 16000), (" 8192 ", 8192), ("1", 1), ("1048576", 1_048_576), ("64", 64),
            // These values are treated as if the header `icy-metaint` were absent.
            ("0", nil), ("-1", nil), ("abc", nil), ("1048577", nil), ("", nil), ("+5", nil), ("16000,16000", nil),
            ("99999999999999999999999", nil), ("١٦", nil),
        ] as [(String, Int?)])
    func `metaint from a header`(value: String, expected: Int?) {
        #expect(IcySplitter.metaint(fromHeader: value) == expected)
    }

    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("icy/4EverFloyd-1-8192.mp3", 8192), ("icy/4EverFloyd-2-8192.mp3", 8192), ("icy/KFRC-1-16000.mp3", 16000),
            ("icy/KFRC-2-16000.mp3", 16000), ("icy/TheComedyChannel-1-16000.mp3", 16000),
        ])
    func `captures of real stations`(file: String, metaint: Int) throws {
        let (sound, blocks) = try Self.split(Array(Corpus.read(file).prefix(100_000)), metaint: metaint)
        #expect(!sound.isEmpty)
        #expect(!blocks.isEmpty)
        for block in blocks { #expect(IcyMetadata(block).streamTitle != nil) }
    }

    // MARK: Blocks that no header announces

    static func noise(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
        var random = SplitMix64(state: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// The titles are in these blocks; other blocks are empty.
    struct UnannouncedRow: CustomTestStringConvertible, Sendable {
        var metaint: Int
        var titled: Set<Int>
        /// The number of bytes of the body that were sent before the listener came.
        var missed = 0
        var testDescription: String { "\(metaint), \(titled.sorted()), \(missed)" }
    }

    static let unannouncedRows: [UnannouncedRow] =
        [4096, 5000, 8192, 10_007, 16_000, 16_384, 24_576, 32_768].map { .init(metaint: $0, titled: [0, 2, 3]) } + [
            .init(metaint: 8192, titled: [0, 1, 2, 3, 4]), .init(metaint: 16_000, titled: [0]),
            // The first title comes late. The empty blocks before it were sound.
            .init(metaint: 16_000, titled: [1]), .init(metaint: 8192, titled: [3, 4]),
            // The server does not begin a body with a new interval for each listener.
            .init(metaint: 16_000, titled: [0, 1, 2, 3, 4], missed: 9000),
            .init(metaint: 8192, titled: [0, 1, 2, 3, 4], missed: 7000),
        ]

    @Test(arguments: unannouncedRows) func `blocks that nobody announced are found`(row: UnannouncedRow) throws {
        let sound = Self.noise(5 * row.metaint + 1000)
        let titles = (0..<5).map { row.titled.contains($0) ? Array("StreamTitle='Song \($0)';".utf8) : [] }
        let body = Self.body(sound: sound, metaint: row.metaint, blocks: titles).dropFirst(row.missed)
        let (heard, blocks) = try Self.split(Array(body), IcySplitter(searchingAfter: 0))
        #expect(blocks == titles.filter { !$0.isEmpty })
        // Only the empty blocks before the first title are left in the sound.
        let empty = row.titled.min() ?? 0
        let late = row.missed == 0 ? empty * row.metaint : 0
        #expect(heard.suffix(sound.count - late - row.missed) == sound.dropFirst(row.missed + late))
        #expect(heard.count == sound.count - row.missed + empty)
        var splitter = IcySplitter(searchingAfter: 0)
        #expect(splitter.isSearching && splitter.soundDue == 0 && splitter.due == 1)
        Array(body).withUnsafeBytes { splitter.feed($0) { _ in } }
        #expect(splitter.metaint == row.metaint && !splitter.isSearching)
    }

    @Test func `the first block that nobody announced may be long`() throws {
        let sound = Self.noise(30_000)
        let titles = [String(repeating: "Ö", count: 300), "Short"].map { Array("StreamTitle='\($0)';".utf8) }
        let (heard, blocks) = try Self.split(
            Self.body(sound: sound, metaint: 8192, blocks: titles), IcySplitter(searchingAfter: 0))
        #expect(blocks == titles)
        #expect(heard.suffix(8192) == sound.suffix(8192))
    }

    @Test(arguments: [
        "StreamTitle='x';", "\u{1}StreamTitle='a text that is longer than sixteen bytes';", "\0StreamTitle='';",
    ])
    func `words in the sound are no block`(words: String) throws {
        var sound = Self.noise(50_000)
        sound.insert(contentsOf: Array(words.utf8), at: 20_000)
        sound[19_999] = 0xFF
        let (heard, blocks) = try Self.split(sound, IcySplitter(searchingAfter: 0))
        #expect(heard == sound && blocks.isEmpty)
    }

    /// Only a byte that may be a length waits for the next one.
    @Test(arguments: [(0, 3), (1, 2), (255, 2)] as [(UInt8, Int)])
    func `the last byte`(byte: UInt8, count: Int) {
        var splitter = IcySplitter(searchingAfter: 0)
        var sound = 0
        [5, 6, byte].withUnsafeBytes { splitter.feed($0) { if case .sound(let bytes) = $0 { sound += bytes.count } } }
        #expect(sound == count)
    }

    @Test func `a tag before the sound counts`() throws {
        let body = Self.body(sound: Self.noise(20_000), metaint: 8192, blocks: [Array("StreamTitle='a';".utf8)])
        var splitter = IcySplitter(searchingAfter: 5000)
        body[5000...].withUnsafeBytes { splitter.feed($0) { _ in } }
        #expect(splitter.metaint == 8192)
    }
}
