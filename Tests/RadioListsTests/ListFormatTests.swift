import RadioLists
import TestSupport
import Testing

@Suite struct ListFormatTests {
    static let rows: [(String, ListFormat?)] = [
        ("", nil), ("   \n", nil),
        ("{\"station\":[]}", .stations), ("\u{FEFF} \n{", .stations),
        ("#EXTM3U\n#EXTINF:-1,x\nhttp://a/", .m3u), ("\u{FEFF}#extm3u\r\n", .m3u), ("#EXTINF:1,x\nsong.mp3", .m3u),
        ("http://a/stream\n", .m3u), ("# a list\n\nHTTPS://a/\n", .m3u), ("file:///a.mp3", .m3u),
        ("[playlist]\n", .pls), ("[Playlist]\rFile1=x", .pls), ("NumberOfEntries=1\nFile1=http://a", .pls),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts", .hls),
        ("#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8", .hls),
        ("<html><a href=\"http://a/\">", nil), ("ID3\u{4}\u{0}", nil), ("OggS\u{0}", nil), ("hello", nil),
        ("[Reference]\nRef1=http://a", nil),
    ]

    @Test(arguments: rows) func recognises(_ text: String, _ format: ListFormat?) {
        #expect(ListFormat.recognise(Array(text.utf8)) == format)
    }

    @Test func soundIsNoList() {
        #expect(ListFormat.recognise([0xFF, 0xFB, 0x90, 0x64, 0x00, 0x0F]) == nil)
        #expect(ListFormat.recognise([0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC]) == nil)
    }

    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("playlists/test.m3u", ListFormat.m3u), ("playlists/extm3u/base.m3u", .m3u),
            ("playlists/pls_one.pls", .pls),
            ("lists/m3u-by-country/de.m3u", .m3u), ("playlists/test.asx", nil), ("playlists/test.xspf", nil),
            ("audio/he1.aac", nil), ("icy/KFRC-1-16000.mp3", nil),
        ]) func recognisesListsFromTheField(_ file: String, _ format: ListFormat?) throws
    {
        #expect(ListFormat.recognise(try Corpus.read(file)) == format)
    }
}
