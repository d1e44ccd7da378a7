import RadioLists
import TestSupport
import Testing

@Suite struct ListFormatTests {
    static let rows: [(String, ListFormat?)] = [
        ("", nil), ("   \n", nil),
        ("{\"station\":[]}", .stations), ("\u{FEFF} \n{", .stations),
        ("#EXTM3U\n#EXTINF:-1,x\nhttp://a/", .m3u), ("\u{FEFF}#extm3u\r\n", .m3u), ("#EXTINF:1,x\nsong.mp3", .m3u),
        ("http://a/stream\n", .m3u), ("# a list\n\nHTTPS://a/\n", .m3u), ("file:///a.mp3", .m3u),
        ("one.mp3\nsub/two.ogg\n", .m3u), ("# a list\r\n..\\One, Two.MP3\r\n", .m3u), ("/music/a.aac", .m3u),
        (".mp3", nil), ("one.mp3.txt", nil), ("A,http://a/one.mp3", .pyRadio), ("one.txt\ntwo.mp3", nil),
        ("[playlist]\n", .pls), ("[Playlist]\rFile1=x", .pls), ("NumberOfEntries=1\nFile1=http://a", .pls),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts", .hls),
        ("#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8", .hls),
        ("<html><a href=\"http://a/\">", nil), ("ID3\u{4}\u{0}", nil), ("OggS\u{0}", nil), ("hello", nil),
        ("[Reference]\r\nRef1=http://a", .asx), ("<ASX version=\"3.0\">", .asx), ("\u{FEFF}<asx>", .asx),
        ("<?xml version=\"1.0\"?>\n<!-- <asx> -->\n<!DOCTYPE playlist>\n<playlist>", .xspf),
        ("<x:playlist xmlns:x=\"http://xspf.org/ns/0/\">", .xspf), ("<opml version=\"2.0\">", .opml),
        ("<OPML>", .opml), ("<rss/>", nil), ("<!-- no end", nil), ("<", nil),
        ("[]", .radioBrowser), ("[{\"stationuuid\":\"x\"}]", .radioBrowser), ("[ {}]", .radioBrowser),
        ("[{\"name\":\"x\",\"url\":\"y", .radioBrowser), ("[1]", nil), ("[x]", nil),
        ("[\n {\"group\" : \"x\",\n \"stations\" : [{\"name", .radiotray),
        ("[{\"stations\":[],\"group\":\"x\"}]", .radiotray),
        ("# PyRadio Playlist File - Format:\n# name,url\nA,http://a/", .pyRadio),
        ("\"A, b\", https://a/,utf-8", .pyRadio),
        ("Jazz,-\nA,http://a/", .pyRadio), ("name,url\nA,http://a/", .pyRadio), ("hello, world", nil),
    ]

    @Test(arguments: ["<asx>", "#EXTM3U\n"]) func recognisesUTF16(_ text: String) {
        var little: [UInt8] = [0xFF, 0xFE]
        var big: [UInt8] = [0xFE, 0xFF]
        for unit in text.utf16 {
            little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        let format = ListFormat.recognise(Array(text.utf8))
        #expect(format != nil && ListFormat.recognise(little) == format && ListFormat.recognise(big) == format)
    }

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
            ("lists/m3u-by-country/de.m3u", .m3u), ("playlists/test.asx", .asx), ("playlists/test.xspf", .xspf),
            ("audio/he1.aac", nil), ("icy/KFRC-1-16000.mp3", nil),
        ]) func recognisesListsFromTheField(_ file: String, _ format: ListFormat?) throws
    {
        #expect(ListFormat.recognise(try Corpus.read(file)) == format)
    }
}
