import RadioFormats
import Testing

@testable import RadioText

@Suite struct TitleReaderTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var sent: String
        var kind: TrackInfo.Kind
        var artist: String?
        var title: String?
        var testDescription: String { sent }

        init(_ sent: String, _ kind: TrackInfo.Kind, _ artist: String? = nil, _ title: String? = nil) {
            self.sent = sent
            self.kind = kind
            self.artist = artist
            self.title = title
        }
    }

    static let rows: [Row] = [
        Row("Yazoo - Don't Go", .song, "Yazoo", "Don't Go"),
        Row("The Beatles - Yesterday - Live from Studio", .song, "The Beatles", "Yesterday - Live from Studio"),
        Row("  Artist  -\t Title ", .song, "Artist", "Title"),
        Row("KIM CARNES / BETTE DAVIS EYES", .song, "KIM CARNES", "BETTE DAVIS EYES"),
        Row("A / B / C", .unknown, nil, "A / B / C"),
        Row("Jay-Z / Numb", .unknown, nil, "Jay-Z / Numb"),
        Row("AC/DC - Thunderstruck", .song, "AC/DC", "Thunderstruck"),
        Row("Nachrichten", .speech, nil, "Nachrichten"),
        Row("a-ha", .unknown, nil, "a-ha"),
        Row("THE WEEKND &amp; KENDRICK LAMAR - PRAY FOR ME", .song, "THE WEEKND & KENDRICK LAMAR", "PRAY FOR ME"),
        Row("&#1044;&#1048;&#1057; - &amp;amp;", .song, "ДИС", "&amp;"),
        // Texts that stations send when there is no title.
        Row("", .none), Row(" - ", .none), Row("_", .none), Row("-", .none), Row("   ", .none), Row("--", .none),
        Row("\u{0}\u{1B}", .none),
        // The artist or the title is empty.
        Row(" - Yesterday", .unknown, nil, "Yesterday"),
        Row("Yesterday - ", .unknown, nil, "Yesterday"),
        Row("- - Title", .unknown, nil, "- Title"),
        // HTML references are decoded first, and then control characters are removed.
        Row("a&#27;[2J - b&#7;", .song, "a[2J", "b"),
    ]

    @Test(arguments: rows) func reads(_ row: Row) {
        var evidence = CharsetEvidence()
        let track = TitleReader.read(line: Array(row.sent.utf8), evidence: &evidence)
        #expect(track.kind == row.kind)
        #expect(track.artist == row.artist)
        #expect(track.title == row.title)
        #expect(track.text.isEmpty == (row.kind == .none))
        #expect(track.raw == Array(row.sent.utf8))
    }

    @Test(arguments: [
        ("http://img.example.org/covers/l/B00.jpg", true), ("https://example.org/a/b.PNG?size=3", true),
        ("https://example.org/artwork/1234", true), ("https://example.org/", false), ("http://example.org", false),
        ("https://example.org/song.html", false), ("https://cover.example.org/x", false),
        ("https://example.org/jpg", false),
    ]) func tellsCoversFromPages(_ url: String, _ isArtwork: Bool) {
        let track = Self.block("A - B", url)
        #expect(track.artworkURL == (isArtwork ? url : nil))
        #expect(track.linkURL == (isArtwork ? nil : url))
    }

    @Test(arguments: [
        "", "&artist=Kurtis%20Blow&title=x", "example.org", "javascript:alert(1)", "http://", "http:///x.jpg",
        "http://a b/c.jpg",
        "http://a/" + String(repeating: "x", count: 3000),
    ]) func leavesOutWhatIsNoAddress(_ url: String) {
        let track = Self.block("A - B", url)
        #expect(track.artworkURL == nil && track.linkURL == nil)
    }

    static func block(_ title: String, _ url: String) -> TrackInfo {
        TitleReader.read(TimedMetadata(kind: .icy, raw: Array("StreamTitle='\(title)';StreamUrl='\(url)';".utf8)))
    }

    @Test func readsInTheDeclaredCharset() {
        let sent: [UInt8] = Array("A - ".utf8) + [0xCB, 0xCF, 0xD4]
        var evidence = CharsetEvidence()
        #expect(TitleReader.read(line: sent, evidence: &evidence).title == "ËÏÔ")
        #expect(TitleReader.read(line: sent, charset: "koi8-r", evidence: &evidence).title == "кот")
        #expect(
            TitleReader.read(line: [0xC3, 0xA9], charset: "iso-8859-1", evidence: &evidence).charset == "windows-1252")
    }

    @Test func readsABlockOfICYMetadata() {
        let block = Array("StreamTitle='Yazoo - Don't Go';StreamUrl='http://a/cover.jpg';".utf8)
        let track = TitleReader.read(TimedMetadata(kind: .icy, raw: block))
        var expected = TrackInfo(
            kind: .song, artist: "Yazoo", title: "Don't Go", text: "Yazoo - Don't Go", artworkURL: "http://a/cover.jpg",
            raw: block)
        expected.charset = "UTF-8"
        #expect(track == expected)
        #expect(TitleReader.read(TimedMetadata(kind: .icy, raw: [])).kind == .none)
    }

    // Artist and title in ID3 frames, and the kind, artist and title that they must mean.
    static let tags: [(String?, String?, TrackInfo.Kind, String?, String?)] = [
        ("Yazoo", "Don't Go - Live", .song, "Yazoo", "Don't Go - Live"),
        ("A &amp; B", " T\u{1B}\n ", .song, "A &amp; B", "T"),
        (nil, "Yazoo - Don't Go", .song, "Yazoo", "Don't Go"),
        (" - ", "News", .speech, nil, "News"),
        ("Yazoo", "-", .unknown, "Yazoo", nil),
        (nil, "", .none, nil, nil), ("", nil, .none, nil, nil), (nil, nil, .none, nil, nil),
    ]

    @Test(arguments: tags)
    func readsAnID3Tag(
        _ artist: String?, _ title: String?, _ kind: TrackInfo.Kind, _ artistRead: String?, _ titleRead: String?
    ) {
        func frame(_ id: String, _ text: String?) -> [UInt8] {
            guard let text else { return [] }
            // In an ID3 frame, the number 3 says that the text is UTF-8.
            return Array(id.utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 3] + Array(text.utf8)
        }
        let frames = frame("TPE1", artist) + frame("TIT2", title)
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
        let track = TitleReader.read(TimedMetadata(kind: .id3, raw: tag), charset: "windows-1252")
        #expect(track.kind == kind)
        #expect(track.artist == artistRead)
        #expect(track.title == titleRead)
        #expect(track.text.isEmpty == (kind == .none))
        #expect(track.raw == tag)
    }

    @Test func whatIsNoTagSaysNothing() {
        let raw = Array("no tag".utf8)
        #expect(TitleReader.read(TimedMetadata(kind: .id3, raw: raw)) == TrackInfo(kind: .none, raw: raw))
    }
}
