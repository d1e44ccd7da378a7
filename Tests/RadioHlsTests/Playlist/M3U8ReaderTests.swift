import RadioHls
import TestSupport
import Testing

@Suite struct M3U8ReaderTests {
    private static let plain =
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXTINF:5.5,\nb.ts\n#EXT-X-ENDLIST\n"

    @Test(
        arguments: [
            ("as it should be", plain),
            ("byte order mark", "\u{FEFF}" + plain),
            ("CR LF", plain.replacing("\n", with: "\r\n")),
            ("CR alone", plain.replacing("\n", with: "\r")),
            ("blank lines", plain.replacing("\n", with: "\n\n \t\n")),
            ("blanks around lines", plain.replacing("\n", with: " \t\n  ")),
            ("no end of the last line", String(plain.dropLast())),
            ("comments", plain.replacing("\n", with: "\n# a comment\n#\n##EXT-X-GAP\n")),
            // RFC 8216 §6.3.1: unknown tags are ignored. These are from playlists of Unified Streaming and AWS.
            (
                "unknown tags",
                plain.replacing("\n#EXTINF", with: "\n#EXT-X-CUE-OUT:30\n#EXT-X-FUTURE\n#USP-X-MEDIA:1\n#EXTINF")
            ),
        ])
    func `lines in many forms`(form: String, text: String) throws {
        guard case .media(let playlist) = try M3U8Reader.read(Array(text.utf8)) else {
            Issue.record("not a media playlist")
            return
        }
        #expect(playlist.segments.map(\.uri) == ["a.ts", "b.ts"])
        #expect(playlist.segments.map(\.duration) == [.seconds(6), .seconds(5.5)])
        #expect(playlist.segments.map(\.sequence) == [0, 1])
        #expect(playlist.isEnded)
        #expect(playlist.warnings == [])
    }

    @Test(
        arguments: [
            ("", .notAPlaylist, 1),
            ("\n\n  \n", .notAPlaylist, 1),
            ("<!DOCTYPE html>\n<html>", .notAPlaylist, 1),
            ("\n\n<html>", .notAPlaylist, 3),
            ("# nothing but a comment", .notAPlaylist, 1),
            ("http://example.com/stream.mp3\n", .notAPlaylist, 1),
            // RFC 8216 §4.1: a playlist is either a media playlist or a multivariant playlist, never both.
            ("#EXTM3U\n#EXTINF:6,\na.ts\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb.m3u8\n", .unreadable, 4),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb.m3u8\n#EXTINF:6,\na.ts\n", .unreadable, 5),
            ("#EXTM3U\n#EXT-X-KEY:URI=\"k\"\n", .unreadable, 2),
            ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128\n", .unreadable, 2),
            (
                "#EXTM3U\n\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0123456789ABCDEF0123456789ABCDEF01\n", .unreadable,
                3
            ),
            ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=12\n", .unreadable, 2),
            ("#EXTM3U\n#EXTINF:6,\n{$host}/a.ts\n", .undefinedVariable, 3),
            ("#EXTM3U\n#EXTINF:6,\na.ts\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n", .unreadable, 4),
            ("#EXTM3U\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1000000\n", .tooLarge, 2),
        ] as [(String, HlsPlaylistError.Reason, Int)])
    func `what cannot be read names its line`(text: String, reason: HlsPlaylistError.Reason, line: Int) {
        let error = ReadPlaylist.error(text)
        #expect(error?.reason == reason)
        #expect(error?.line == line)
        #expect(error?.sentence.isEmpty == false)
    }

    @Test(
        arguments: [
            ("#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", [1]),
            ("# first\n#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", [2]),
            ("#EXTM3U\n#EXT-X-VERSION:NaN\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", [2]),
            ("#EXTM3U\n#EXTINF:6,\na.ts\n", [0]),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6\na.ts\n", [3]),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n", [0]),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:7,\na.ts\n#EXTINF:9\nb.ts\n", [4]),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n", [0, 3]),
        ])
    func `what is read all the same is said with its line`(text: String, lines: [Int]) throws {
        let warnings = try M3U8Reader.read(Array(text.utf8)).warnings
        #expect(warnings.map(\.line).sorted() == lines)
    }

    /// RFC 8216 §4.1 forbids such playlists, but some servers send them. The tag is ignored.
    @Test(
        arguments: [
            "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"", "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",URI=\"a.m3u8\"",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"", "#EXT-X-STREAM-INF:BANDWIDTH=1",
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"",
        ])
    func `a tag of a multivariant playlist in a media playlist is ignored`(tag: String) throws {
        for lines in [
            "\(tag)\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n", "#EXTINF:6,\n\(tag)\na.ts\n#EXTINF:6,\nb.ts\n\(tag)\n",
        ] {
            let playlist = try ReadPlaylist.media("#EXT-X-TARGETDURATION:6\n" + lines)
            #expect(playlist.segments.map(\.uri) == ["a.ts", "b.ts"])
            let line = lines.hasPrefix(tag) ? 3 : 4
            #expect(playlist.warnings.contains { $0.line == line && $0.text.contains("multivariant") })
        }
        guard !tag.contains("m3u8") || tag.contains("I-FRAME") else { return }
        #expect(try ReadPlaylist.media("#EXT-X-TARGETDURATION:6\n\(tag)\n").segments.isEmpty)
    }

    @Test(arguments: [
        ("", true), (" \n\r\n\t", true), ("#", false), ("\n<html>", false), ("#EXTM3U", false), ("x", false),
    ])
    func `a file without content`(text: String, isBlank: Bool) throws {
        var reader = M3U8Reader()
        Array(text.utf8).withUnsafeBytes { reader.feed($0) }
        _ = try? reader.finish()
        #expect(reader.isBlank == isBlank)
    }

    @Test func `warnings are bounded and counted`() throws {
        let lines = String(repeating: "a.ts\n", count: 500)
        let playlist = try ReadPlaylist.media("#EXT-X-TARGETDURATION:6\n" + lines)
        #expect(playlist.segments.count == 500)
        #expect(playlist.warnings.count == M3U8Reader.maximumWarnings + 1)
        #expect(playlist.warnings.last?.text == "400 more like these.")
    }

    @Test func `a title that is not UTF-8 keeps its bytes, and so does a URI`() throws {
        let bytes: [UInt8] = Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,Caf".utf8) + [0xE9, 0x0A]
        let playlist = try M3U8Reader.read(bytes + Array("caf".utf8) + [0xE9] + Array(".ts\n".utf8))
        guard case .media(let media) = playlist else { return #expect(Bool(false)) }
        #expect(media.segments.map(\.title) == ["Café"])
        #expect(media.segments.map(\.uri) == ["caf%E9.ts"])
        #expect(media.warnings.map(\.line) == [3])
    }

    // MARK: Limits

    @Test func `a playlist of a million lines is refused where it is too long`() {
        let segment = Array("#EXTINF:6,\na.ts\n".utf8)
        var reader = M3U8Reader()
        Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n".utf8).withUnsafeBytes { reader.feed($0) }
        for _ in 0..<500_000 { segment.withUnsafeBytes { reader.feed($0) } }
        #expect(reader.failure?.reason == .tooLarge)
        #expect(reader.failure?.line == 2 * M3U8Reader.maximumSegments + 4)
        #expect(throws: HlsPlaylistError.self) { _ = try reader.finish() }
    }

    @Test(
        arguments: [
            ("bytes", "# " + String(repeating: "x", count: 100), M3U8Reader.maximumBytes / 103 + 1, ""),
            ("parts", "#EXT-X-PART:DURATION=1,URI=\"a\"", M3U8Reader.maximumParts + 1, ""),
            ("variants", "#EXT-X-STREAM-INF:BANDWIDTH=1\na", M3U8Reader.maximumVariants + 1, ""),
            ("I-frame variants", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"a\"", M3U8Reader.maximumVariants + 1, ""),
            ("renditions", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\"", M3U8Reader.maximumRenditions + 1, ""),
            (
                "date ranges", "#EXT-X-DATERANGE:START-DATE=\"2026-11-21\",ID=\"@\"", M3U8Reader.maximumDateRanges + 1,
                "@"
            ),
            ("keys", "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",KEYFORMAT=\"@\"", M3U8Reader.maximumKeys + 1, "@"),
            ("session keys", "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"a\"", M3U8Reader.maximumSessionKeys + 1, ""),
            ("session data", "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"", M3U8Reader.maximumOthers + 1, ""),
            ("hints", "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\"", M3U8Reader.maximumOthers + 1, ""),
            ("reports", "#EXT-X-RENDITION-REPORT:URI=\"a\"", M3U8Reader.maximumOthers + 1, ""),
            ("variables", "#EXT-X-DEFINE:NAME=\"@\",VALUE=\"a\"", 1001, "@"),
        ])
    func `too much of anything is refused`(what: String, line: String, count: Int, number: String) {
        let lines = (0..<count).map { number.isEmpty ? line : line.replacing(number, with: "n\($0)") }
        let fits = "#EXTM3U\n" + lines.dropLast().joined(separator: "\n")
        #expect(ReadPlaylist.error(fits) == nil)
        #expect(ReadPlaylist.error(fits + "\n" + lines[count - 1] + "\n")?.reason == .tooLarge)
    }

    @Test func `variables cannot make a small playlist fill the memory`() {
        let value = String(repeating: "x", count: 100_000)
        let uses = String(repeating: "{$a}.ts\n", count: 50)
        let error = ReadPlaylist.error("#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n\(uses)")
        #expect(error?.reason == .tooLarge)
        #expect(error?.line == 2 + M3U8Reader.maximumBytes / 100_000 + 1)
    }

    @Test func `attributes without end are left out`() throws {
        let attributes = (0..<200).map { "X-A\($0)=1" }.joined(separator: ",")
        let playlist = try ReadPlaylist.media(
            "#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n#EXT-X-DATERANGE:ID=\"a\",\(attributes)")
        #expect(playlist.dateRanges.first?.attributes.count == 127)
        #expect(playlist.warnings.map(\.line) == [5])
    }

    // MARK: Input in pieces

    /// A playlist with all tags and many mistakes.
    static let everything = """
        \u{FEFF}#EXTM3U\r
        #EXT-X-VERSION:9\r
        #EXT-X-DEFINE:NAME="h",VALUE="http://example.com"\r
        #EXT-X-TARGETDURATION:6\r
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=36\r
        #EXT-X-PART-INF:PART-TARGET=0.5\r
        #EXT-X-MEDIA-SEQUENCE:1000\r

        #EXT-X-KEY:METHOD=AES-128,URI="{$h}/k",IV=0x1
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="700@0"
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T08:15:30.250+01:00
        #EXTINF:6.006,title="A, b",artist="Ü"
        {$h}/a.mp4
        #EXT-X-BYTERANGE:100@700
        #EXTINF:x,
        b.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-GAP
        c.mp4
        #EXT-X-DATERANGE:ID="d",START-DATE="2026-11-21T08:15:30Z",X-TITLE="T",X-N=1.5,X-B=0xFF
        #EXT-X-PART:DURATION=0.5,URI="d0",INDEPENDENT=YES,BYTERANGE=10
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="d1"
        #EXT-X-RENDITION-REPORT:URI="../x",LAST-MSN=1002,LAST-PART=0
        """

    @Test(
        arguments: [
            everything, plain, plain.replacing("\n", with: "\r"), "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na",
            "#EXTM3U\n#EXTINF:6,\n{$no}\n#EXTINF:6,\n{$one}\n",
        ])
    func `fed in pieces it reads the same`(text: String) throws {
        let events = try ReadPlaylist.verify(Array(text.utf8))
        #expect(events.count == 1)
    }

    @Test func `every prefix of a playlist is read or refused`() {
        let bytes = Array(Self.everything.utf8)
        for length in 0...bytes.count { _ = try? M3U8Reader.read(Array(bytes[..<length])) }
    }
}
