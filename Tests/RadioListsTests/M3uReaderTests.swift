import RadioLists
import TestSupport
import Testing

@Suite struct M3uReaderTests {
    static let base = "http://host:8000/radio/list.m3u"

    struct Row: CustomTestStringConvertible, Sendable {
        var what: String
        var bytes: [UInt8]
        var base: String
        var entries: [PlaylistEntry]
        var testDescription: String { what }

        init(_ what: String, _ text: String, base: String = M3uReaderTests.base, _ entries: [PlaylistEntry]) {
            self.init(what, Array(text.utf8), base: base, entries)
        }

        init(_ what: String, _ bytes: [UInt8], base: String = M3uReaderTests.base, _ entries: [PlaylistEntry]) {
            self.what = what
            self.bytes = bytes
            self.base = base
            self.entries = entries
        }
    }

    static let ab = [PlaylistEntry(url: "http://a/1"), PlaylistEntry(url: "http://b/2")]

    static let rows: [Row] = [
        Row("empty", "", []),
        Row("comments only", "#EXTM3U\n# hello\n\n", []),
        Row("LF", "http://a/1\nhttp://b/2\n", ab),
        Row("CR LF", "http://a/1\r\nhttp://b/2\r\n", ab),
        Row("CR only", "http://a/1\rhttp://b/2", ab),
        Row("spaces around and between", "  \n\t http://a/1  \n\n \n http://b/2", ab),
        Row("byte order mark", "\u{FEFF}#EXTM3U\nhttp://a/1\nhttp://b/2", ab),
        Row("byte order mark without header", "\u{FEFF}http://a/1\nhttp://b/2", ab),
        Row(
            "EXTINF", "#EXTM3U\n#EXTINF:123,Artist - Title\nhttp://a/1\nhttp://b/2",
            [PlaylistEntry(url: "http://a/1", title: "Artist - Title", duration: .seconds(123)), ab[1]]),
        Row(
            "EXTINF: lower case, fraction, spaces", "#extinf: 1.5 , x \nhttp://a/1",
            [PlaylistEntry(url: "http://a/1", title: "x", duration: .milliseconds(1500))]),
        Row(
            "EXTINF: -1, 0, nonsense and nothing",
            "#EXTINF:-1,x\nhttp://a/1\n#EXTINF:0\nhttp://b/2\n#EXTINF:inf,\nhttp://c\n#EXTINF\nhttp://d",
            [
                PlaylistEntry(url: "http://a/1", title: "x"), ab[1], PlaylistEntry(url: "http://c"),
                PlaylistEntry(url: "http://d"),
            ]),
        Row(
            "attributes with commas in quotes; more lines before the address",
            "#EXTINF:-1 tvg-logo=\"http://x/a,b.png\" group-title=\"x\",Channel, 1\n#EXTGRP:a\n\n#EXTVLCOPT:b\nhttp://a/1",
            [PlaylistEntry(url: "http://a/1", title: "Channel, 1")]),
        Row(
            "quotes that do not match", "#EXTINF:7 a=\"b,12\" Vinyl\nhttp://a/1",
            [PlaylistEntry(url: "http://a/1", title: "12\" Vinyl", duration: .seconds(7))]),
        Row(
            "a title belongs to one entry", "#EXTINF:5,x\nhttp://a/1\nhttp://b/2",
            [PlaylistEntry(url: "http://a/1", title: "x", duration: .seconds(5)), ab[1]]),
        Row(
            "relative addresses", "a.mp3\n../b.mp3\n/c.mp3?x=1\n//other/d\n?e",
            [
                PlaylistEntry(url: "http://host:8000/radio/a.mp3"), PlaylistEntry(url: "http://host:8000/b.mp3"),
                PlaylistEntry(url: "http://host:8000/c.mp3?x=1"), PlaylistEntry(url: "http://other/d"),
                PlaylistEntry(url: "http://host:8000/radio/list.m3u?e"),
            ]),
        Row(
            "Latin-1, escaped in an address",
            Array("#EXTINF:1,Caf".utf8) + [0xE9] + Array("\nhttp://a/Caf".utf8) + [0xE9],
            [PlaylistEntry(url: "http://a/Caf%C3%A9", title: "Café", duration: .seconds(1))]),
        Row(
            "UTF-8 and Latin-1 lines in one list", Array("é.mp3\n".utf8) + [0xE9] + Array(".mp3".utf8),
            base: "/m/l.m3u",
            [PlaylistEntry(url: "/m/é.mp3"), PlaylistEntry(url: "/m/é.mp3")]),
        Row(
            "Kodi's pipe", "http://a/1|User-Agent=Mozilla/5.0 (X)&Referer=http://c/\nhttp://b/2 | x=y", ab),
        Row("decoration (iptv lists)", "http://a/1\n=====morocco=====\n---- x\nhttp://b/2", ab),
        Row(
            "paths in a local list", "a b.mp3\n../What? #1 100%.mp3\n/abs.mp3\nAlbum\\b.mp3\npipe|x.mp3\nhttp://a/1",
            base: "/music/lists/l.m3u",
            [
                PlaylistEntry(url: "/music/lists/a b.mp3"), PlaylistEntry(url: "/music/lists/../What? #1 100%.mp3"),
                PlaylistEntry(url: "/abs.mp3"), PlaylistEntry(url: "/music/lists/Album/b.mp3"),
                PlaylistEntry(url: "/music/lists/pipe|x.mp3"), ab[0],
            ]),
        Row(
            "paths in a local list named by a file: URL", "a b.mp3\n../What? #1 100%.mp3\n/abs.mp3\nfile:///x%20y.mp3",
            base: "file:///music/lists/l.m3u",
            [
                PlaylistEntry(url: "file:///music/lists/a%20b.mp3"),
                PlaylistEntry(url: "file:///music/What%3F%20%231%20100%25.mp3"), PlaylistEntry(url: "file:///abs.mp3"),
                PlaylistEntry(url: "file:///x%20y.mp3"),
            ]),
        Row("a list named without folder", "a.mp3", base: "l.m3u", [PlaylistEntry(url: "a.mp3")]),
        Row(
            "control characters in a title", "#EXTINF:1,a\u{1B}[2J\u{7}b\nhttp://a/1",
            [PlaylistEntry(url: "http://a/1", title: "a[2Jb", duration: .seconds(1))]),
        Row("an address without end", "http://a/" + String(repeating: "x", count: 9000) + "\nhttp://b/2", [ab[1]]),
    ]

    @Test(arguments: rows) func reads(_ row: Row) {
        #expect(M3uReader.read(row.bytes, base: row.base) == row.entries)
    }

    @Test func keepsAThousandEntries() {
        let text = (1...1500).map { "http://a/\($0)\n" }.joined()
        let entries = M3uReader.read(Array(text.utf8), base: Self.base)
        #expect(entries.count == 1000)
        #expect(entries.last?.url == "http://a/1000")
    }

    @Test func readsOneMebibyteAndNoHalfLine() {
        let long = "#" + String(repeating: "x", count: (1 << 20) - 20) + "\n"
        let entries = M3uReader.read(Array((long + "http://a/1\nhttp://b/22222").utf8), base: Self.base)
        #expect(entries.map(\.url) == ["http://a/1"])
        #expect(M3uReader.read([UInt8](repeating: 0x78, count: 2 << 20), base: Self.base).isEmpty)
    }

    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("extm3u/base.m3u", 6), ("extm3u/comment.m3u", 1), ("extm3u/duplicate.m3u", 2), ("extm3u/kodi.m3u", 1),
            ("extm3u/pipe.m3u", 2), ("extm3u/url_tvg.m3u", 1), ("extm3u/user_agent.m3u", 1), ("extm3u/vlcopt.m3u", 1),
        ]) func readsListsFromTheField(_ file: String, _ count: Int) throws
    {
        let entries = M3uReader.read(try Corpus.read("playlists/" + file), base: Self.base)
        #expect(entries.count == count)
        for entry in entries {
            #expect(entry.url.hasPrefix("http") && !entry.url.contains("|") && !entry.url.contains(" "))
            #expect(entry.title?.isEmpty == false)
        }
    }

    @Test(.enabled(if: Corpus.isPresent)) func readsAListOfManyFiles() throws {
        let bytes = try Corpus.read("playlists/test.m3u")
        let entries = M3uReader.read(bytes, base: "/tmp/test.m3u")
        #expect(
            entries.count == String(decoding: bytes, as: UTF8.self).split(separator: "\n").count { $0.first != "#" })
        #expect(entries.allSatisfy { $0.url.hasPrefix("/home/") && $0.title != nil && $0.duration != nil })
    }
}
