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
        let events = try ParserVerifier.verify(body) { chunks, emit in
            var splitter = IcySplitter(metaint: metaint)
            for chunk in chunks { splitter.feed(chunk) { emit(RecordedEvent($0)) } }
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
}
