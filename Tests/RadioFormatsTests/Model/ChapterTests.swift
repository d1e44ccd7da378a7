import TestSupport
import Testing

@testable import RadioFormats

@Suite struct ChapterTests {
    private static func words(_ chapters: [Chapter]) -> [String] {
        chapters.map { "\($0.start.seconds)-\($0.end.map { "\($0.seconds)" } ?? "") \($0.title)" }
    }

    // MARK: Vorbis comments

    @Test(
        arguments: [
            (
                ["CHAPTER001=00:00:00.000", "CHAPTER001NAME=One", "chapter002=00:01:02.500", "Chapter002Name=Zwölf"],
                ["0.0-62.5 One", "62.5- Zwölf"]
            ),
            // The order of the times counts. A chapter may lack its title, and a title its time.
            (["CHAPTER002=00:00:01", "CHAPTER001=01:00:02.25", "CHAPTER007NAME=Lost"], ["1.0-3602.25 ", "3602.25- "]),
            (["CHAPTER001=1:2", "CHAPTER002=a:b:c", "CHAPTER003=00:00:-1", "CHAPTER01=00:00:01"], []),
            (["CHAPTER001=00:00:nan", "CHAPTER001URL=http://a.example/", "CHAPTERS=3", "TITLE=x"], []),
        ] as [([String], [String])])
    func fieldsOfComments(_ fields: [String], _ expected: [String]) {
        let metadata = TimedMetadata(kind: .vorbisComment, raw: OggMaker.comments(fields))
        #expect(Self.words(metadata.chapters) == expected)
    }

    @Test func theNumberOfChaptersIsLimited() {
        let chapters = (0..<5000).map { Chapter(start: MediaTime(milliseconds: Int64(5000 - $0)), title: "") }
        let ordered = Chapter.ordered(chapters)
        #expect(ordered.count == Chapter.maximumCount && ordered[0].start.seconds == 0.001)
        #expect(ordered.index(at: .zero) == 49 && ordered.index(at: MediaTime(seconds: 9)) == Chapter.maximumCount - 1)
        #expect([Chapter(start: MediaTime(seconds: 1), title: "")].index(at: .zero) == nil)
    }

    // MARK: ID3

    private static func chapter(
        _ id: String, _ start: UInt32, _ end: UInt32, _ frames: [(id: String, content: [UInt8])], version: UInt8
    ) -> (id: String, content: [UInt8]) {
        let inner = FrameMaker.id3(frames, version: version).dropFirst(10)
        let offsets = [UInt8](repeating: 0xFF, count: 8)
        return ("CHAP", Array("\(id)\0".utf8) + Mp4Maker.big(start) + Mp4Maker.big(end) + offsets + inner)
    }

    private static func title(_ text: String) -> (id: String, content: [UInt8]) { ("TIT2", [3] + Array(text.utf8)) }

    private static let picture = (
        id: "APIC", content: Array("\u{3}image/png\0\u{3}\0".utf8) + Array(repeating: 0xC5, count: 70_000)
    )

    @Test(arguments: [UInt8(3), 4], [false, true]) func chaptersOfID3(_ version: UInt8, hasPictures: Bool) throws {
        let more = hasPictures ? [Self.picture] : []
        let frames = [
            Self.chapter("b", 2500, 4000, [Self.title("Zwölf")] + more, version: version),
            Self.chapter("a", 0, 2500, [Self.title("One")] + more, version: version),
            Self.chapter("c", 4000, 0, [], version: version),
            ("CHAP", Array("cut\0".utf8)), ("CTOC", [1]), Self.title("Book"),
        ]
        // A table of contents leaves out the chapters that it does not name. One that names none of them is ignored.
        for (ids, expected) in [
            ([], ["0.0-2.5 One", "2.5-4.0 Zwölf", "4.0- "]), (["x"], ["0.0-2.5 One", "2.5-4.0 Zwölf", "4.0- "]),
            (["a", "c"], ["0.0-2.5 One", "4.0- "]),
        ] {
            let table =
                ids.isEmpty
                ? [] : [("CTOC", Array("toc\0\u{3}".utf8) + [2] + Array(ids.map { $0 + "\0" }.joined().utf8))]
            let whole = FrameMaker.id3(frames + table, version: version)
            let kept = try #require(Id3TagReaderTests.read(whole, size: 4096))
            #expect(hasPictures ? kept.count < 10_000 : kept == whole)
            let tag = try #require(Id3Tag(kept))
            #expect(Self.words(tag.chapters) == expected && tag.title == "Book")
            #expect(TimedMetadata(kind: .id3, raw: kept).chapters == tag.chapters)
        }
    }

    /// Chapters inside chapters do not exhaust the stack, and a tag may have more chapters than other frames.
    @Test func manyAndNestedChapters() throws {
        let many = (0..<300).map { Self.chapter("\($0)", UInt32($0), 0, [Self.title("\($0)")], version: 4) }
        #expect(Id3Tag(FrameMaker.id3(many))?.chapters.count == 300)
        var nested = Self.chapter("n", 1, 2, [Self.title("deep")], version: 4)
        for _ in 0..<150 { nested = Self.chapter("n", 1, 2, [nested], version: 4) }
        let tag = try #require(Id3Tag(FrameMaker.id3([nested, Self.title("Book")])))
        #expect(Self.words(tag.chapters) == ["0.001-0.002 "] && tag.title == "Book")
    }

    // MARK: Cue sheets

    @Test(
        arguments: [
            (
                "\u{FEFF}PERFORMER \"FM\"\r\nFILE \"a.mp3\" MP3\r\nREM CUT 00:01:00 x\r\n  TRACK 01 AUDIO\r\n"
                    + "    TITLE \"One\"\r\n    INDEX 00 00:00:00\r\n    INDEX 01 00:00:15\r\n  TRACK 02 AUDIO\r\n"
                    + "    TITLE \"Zwölf\"\r\n    PERFORMER \"Band\"\r\n    INDEX 01 61:02:00\r\n",
                ["0.2-3662.0 One", "3662.0- Band - Zwölf"]
            ),
            // The sheet of several files. The sheet of one file may have another name.
            (
                "FILE b.mp3 MP3\nTRACK 01 AUDIO\nTITLE B\nINDEX 01 00:00:00\n"
                    + "FILE a.mp3 MP3\nTRACK 02 AUDIO\nTITLE A\nINDEX 01 00:01:00",
                ["1.0- A"]
            ),
            ("FILE \"x y.wav\" WAVE\nTRACK 01 AUDIO\ntitle A\nindex 01 00:01:00 rem", ["1.0- A"]),
            ("TRACK 01 AUDIO\nTITLE A\nINDEX 01 00:01:00", []),
            ("FILE a.mp3\nINDEX 01 1:2\nINDEX 01 a:b:c\nINDEX 01", []),
            ("", []),
        ] as [(String, [String])])
    func tracksOfACueSheet(_ text: String, _ expected: [String]) {
        #expect(Self.words(CueSheet.chapters(Array(text.utf8), of: "a.mp3")) == expected)
    }

    @Test func aCueSheetInLatin1() {
        let bytes = Array("FILE a MP3\nTITLE \"Caf".utf8) + [0xE9] + Array("\"\nINDEX 01 00:00:00".utf8)
        #expect(Self.words(CueSheet.chapters(bytes, of: "a")) == ["0.0- Café"])
    }

    @Test(
        arguments: [
            ("/x.y/a.b.mp3", "/x.y/a.b.cue"), ("a.mp3", "a.cue"), ("/x.y/a", nil), (".mp3", nil), ("", nil),
        ] as [(String, String?)]) func thePathOfACueSheet(_ file: String, _ expected: String?)
    {
        #expect(CueSheet.path(of: file) == expected)
    }
}
