import RadioFormats
import TestSupport
import Testing

@Suite struct ContentSnifferTests {
    static func sniff(_ bytes: [UInt8], _ type: String? = nil, isComplete: Bool = true) -> ContentKind? {
        bytes.withUnsafeBytes { ContentSniffer.sniff($0, contentType: type, isComplete: isComplete) }
    }

    static func mp3(_ count: Int = 8, skipping: Int = 0) -> [UInt8] {
        var maker = FrameMaker(seed: 1)
        return Array(maker.mpegStream(FrameMaker.mpegHeader(), count: count).dropFirst(skipping))
    }

    static func aac(_ count: Int = 8, skipping: Int = 0) -> [UInt8] {
        var maker = FrameMaker(seed: 2)
        return Array((0..<count).flatMap { _ in maker.adtsFrame() }.dropFirst(skipping))
    }

    @Test(arguments: [
        "audio/mpeg", "audio/aac", "audio/aacp", "audio/x-mpegurl", "audio/x-scpls", "text/html",
        "application/octet-stream", nil,
    ])
    func `chains of frames decide, whatever the content type says`(type: String?) {
        #expect(Self.sniff(Self.mp3(), type, isComplete: false) == .mpegAudio)
        #expect(Self.sniff(Self.aac(), type, isComplete: false) == .adts)
        #expect(Self.sniff(Self.mp3(skipping: 200), type, isComplete: false) == .mpegAudio)
        #expect(Self.sniff(Self.aac(skipping: 200), type, isComplete: false) == .adts)
    }

    @Test func `two frames are not yet a chain, unless nothing follows`() {
        #expect(Self.sniff(Self.mp3(2), "audio/mpeg", isComplete: false) == nil)
        #expect(Self.sniff(Self.mp3(2), "audio/mpeg") == .mpegAudio)
        #expect(Self.sniff(Self.mp3(1), "audio/mpeg") == .mpegAudio)
    }

    @Test(
        arguments: [
            ("#EXTM3U\n#EXTINF:-1,Station\nhttp://radio.example/live\n", .m3u),
            ("\u{FEFF}#EXTM3U\r\nhttp://radio.example/live\r\n", .m3u),
            ("#EXTM3U\rhttp://radio.example/live\r", .m3u),
            ("http://radio.example/live", .m3u),
            ("\n\n  https://radio.example/live\n", .m3u),
            ("# a remark\nhttp://radio.example/live\n", .m3u),
            ("one.mp3\ntwo.mp3\n", .m3u), ("# a remark\r\nMusic\\One Two.MP3 \r\n", .m3u),
            ("/music/a.flac", .m3u),
            (".mp3\n", .unknown), ("See http://a/one.mp3\n", .unknown), ("one.mp3.txt\n", .unknown),
            ("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.aac\n", .hlsPlaylist),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\nlow.m3u8\n", .hlsPlaylist),
            ("#EXTM3U\n#EXTINF:10,\n#EXT-X-TARGETDURATION:10\na.aac\n", .hlsPlaylist),
            // Titles with control characters occur: stations pass them on from their studio software.
            ("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,Ding\u{7}Dong\na.aac\n", .hlsPlaylist),
            ("#EXTM3U\n#EXTINF:10,\u{1}\u{7F}\n#EXT-X-TARGETDURATION:10\na.aac\n", .hlsPlaylist),
            ("\u{FEFF}#EXT-X-VERSION:3\n#EXTINF:10,\u{7}\na.aac\n", .hlsPlaylist),
            ("#EXTM3U\n#EXTINF:-1,\u{7}Station\nhttp://radio.example/live\n", .m3u),
            ("[playlist]\nTitle1=\u{7}\nFile1=http://radio.example/live\n", .pls),
            ("[playlist]\nFile1=http://radio.example/live\n", .pls),
            ("[Playlist]\r\nNumberOfEntries=1\r\n", .pls),
            ("\u{FEFF}\n[PLAYLIST]\rFile1=x\r", .pls),
            ("File1=http://radio.example/live\n", .pls),
            ("<?xml version=\"1.0\"?>\n<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">", .xspf),
            ("<?xml version=\"1.0\"?><!-- a list --><playlist>", .xspf),
            ("<asx version=\"3.0\"><entry><ref href=\"x\"/>", .asx),
            ("<ASX VERSION=\"3.0\">", .asx),
            ("[Reference]\r\nRef1=http://radio.example/live?MSWMExt=.asf\r\n", .asx),
            ("<!DOCTYPE html>\n<html>", .html),
            ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<html>", .html),
            ("<html><head><title>404</title>", .html),
            ("\u{FEFF}  <!-- page --><HTML lang=en>", .html),
            ("<?xml version=\"1.0\"?><!DOCTYPE wml><html>", .html),
            ("<?xml version=\"1.0\"?><rss version=\"2.0\">", .unknown),
            ("{\"error\":\"not found\"}", .unknown),
            ("Not found", .unknown),
            ("", .unknown),
            ("   \n", .unknown),
            ("<", .unknown),
            ("\u{FEFF}", .unknown),
        ] as [(String, ContentKind)])
    func `lists and pages, also as audio/mpeg`(text: String, kind: ContentKind) {
        for type in ["audio/mpeg", "text/plain", nil] { #expect(Self.sniff(Array(text.utf8), type) == kind) }
    }

    @Test(
        arguments: [
            ("music/one.mp3\n", "audio/x-mpegurl", .m3u),
            ("music/one.mp3\n", "application/x-mpegURL; charset=utf-8", .m3u),
            ("music/one\n", "audio/x-mpegurl", .m3u), ("music/one\n", "text/plain", .unknown),
            ("Forbidden\n", "text/html", .html),
            ("#EXTM3U\n", "audio/x-mpegurl", .m3u), ("<p>Forbidden</p>", "text/html", .html),
        ] as [(String, String, ContentKind)])
    func `where the bytes leave it open the content type decides`(text: String, type: String, kind: ContentKind) {
        #expect(Self.sniff(Array(text.utf8), type) == kind)
    }

    @Test func `containers`() {
        #expect(Self.sniff(Array("OggS\0\u{2}".utf8), "audio/mpeg", isComplete: false) == .ogg)
        #expect(Self.sniff(Array("fLaC\0".utf8), nil, isComplete: false) == .flac)
        #expect(Self.sniff([0, 0, 0, 32] + Array("ftypM4A ".utf8), nil, isComplete: false) == .mp4)
        #expect(Self.sniff([0, 0, 0, 32] + Array("stypmsdh".utf8), nil, isComplete: false) == .mp4)
        // QuickTime files that begin with one of these boxes contain packed MPEG frames.
        for type in ["wide", "mdat", "free", "moov"] {
            let file = [0, 0, 0, 8] + Array(type.utf8) + Self.mp3(40)
            #expect(Self.sniff(file, "audio/mpeg", isComplete: false) == .mp4)
        }
        #expect(Self.sniff(Array("The free radio\n".utf8), nil) == .unknown)
        var maker = FrameMaker(seed: 3)
        let packets = (0..<6).flatMap { _ in [0x47] + maker.noise(187).map { $0 == 0x47 ? 0 : $0 } }
        #expect(Self.sniff(packets, "audio/mpeg", isComplete: false) == .mpegTS)
        #expect(Self.sniff(Array(packets.dropFirst(100)), nil, isComplete: false) == .mpegTS)
        // In the variant M2TS, four bytes with a time code precede each transport packet. In broadcasts, a checksum
        // follows each packet.
        let m2ts = (0..<6).flatMap { [1, 2, 3, 4] + packets[(188 * $0)..<(188 * $0 + 188)] }
        let checked = (0..<6).flatMap { packets[(188 * $0)..<(188 * $0 + 188)] + [UInt8](repeating: 1, count: 16) }
        #expect(Self.sniff(m2ts, "audio/mpeg", isComplete: false) == .mpegTS)
        #expect(Self.sniff(checked, nil, isComplete: false) == .mpegTS)
        #expect(Self.sniff(Array(packets[..<376]), nil, isComplete: false) == nil)
        let page = maker.noise(3000) + Array("OggS".utf8) + maker.noise(3000)
        #expect(Self.sniff(page, "application/ogg") == .ogg)
        #expect(Self.sniff(page, "audio/mpeg") == .unknown)
    }

    @Test func `behind ID3v2 tags the bytes decide too`() {
        let tag = FrameMaker.id3([("TIT2", [3, 0x61])])
        #expect(Self.sniff(tag + Self.mp3(), nil, isComplete: false) == .mpegAudio)
        #expect(Self.sniff(tag + tag + Self.aac(), "audio/mpeg", isComplete: false) == .adts)
        #expect(Self.sniff(tag + Array("fLaC".utf8), nil, isComplete: false) == .flac)
        #expect(Self.sniff(tag, nil, isComplete: false) == nil)
        #expect(Self.sniff(tag, nil) == .unknown)
    }

    @Test func `a tag longer than what may be asked for`() {
        let tag = FrameMaker.id3([("APIC", [UInt8](repeating: 1, count: 300_000))])
        #expect(Self.sniff(Array(tag[..<5000]), "audio/mpeg", isComplete: false) == nil)
        let most = Array(tag[..<ContentSniffer.maximumPrefix])
        #expect(Self.sniff(most, "audio/mpeg", isComplete: false) == .mpegAudio)
        #expect(Self.sniff(most, nil, isComplete: false) == .mpegAudio)
        #expect(Self.sniff(most, "audio/aacp", isComplete: false) == .adts)
        #expect(Self.sniff(most, "audio/mpeg") == .unknown)
    }

    @Test(arguments: ["audio/mpeg", "audio/aac", nil]) func `garbage is unknown after 64 KiB, not before`(type: String?)
    {
        var maker = FrameMaker(seed: 4)
        let garbage = maker.anyBytes(ContentSniffer.maximumPrefix)
        #expect(Self.sniff(Array(garbage.dropLast()), type, isComplete: false) == nil)
        #expect(Self.sniff(garbage, type, isComplete: false) == .unknown)
        #expect(Self.sniff(Array(garbage.prefix(1000)), type) == .unknown)
    }

    @Test(arguments: [
        "#EXTM3U\n#EXTINF:-1,Station\nhttp://radio.example/live\n", "[playlist]\nFile1=x\n", "<!DOCTYPE html>\n<html>",
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.aac\n",
        "<?xml version=\"1.0\"?>\n<!-- x --><playlist>",
    ])
    func `a beginning never says what the whole does not`(text: String) {
        let bytes = Array(text.utf8)
        let whole = Self.sniff(bytes)
        for end in bytes.indices {
            let early = Self.sniff(Array(bytes[..<end]), "audio/mpeg", isComplete: false)
            #expect(early == nil || early == whole)
        }
    }

    @Test(.enabled(if: Corpus.isPresent)) func `files from the field`() throws {
        #expect(Self.sniff(try Corpus.read("icy/KFRC-1-16000.mp3"), "audio/aac") == .mpegAudio)
        #expect(Self.sniff(try Corpus.read("audio/he2.aac"), "audio/mpeg") == .adts)
        #expect(Self.sniff(try Corpus.read("playlists/test.xspf")) == .xspf)
        #expect(Self.sniff(try Corpus.read("playlists/test.asx")) == .asx)
        #expect(Self.sniff(try Corpus.read("playlists/secretagent.asx")) == .asx)
        #expect(Self.sniff(try Corpus.read("playlists/test.asxini")) == .asx)
        #expect(Self.sniff(try Corpus.read("playlists/pls_somafm.pls")) == .pls)
        #expect(Self.sniff(try Corpus.read("playlists/secretagent.pls")) == .pls)
        #expect(Self.sniff(try Corpus.read("playlists/test.m3u")) == .m3u)
        #expect(Self.sniff(try Corpus.read("hls/playlists/master.m3u8")) == .hlsPlaylist)
        #expect(Self.sniff(try Corpus.read("hls/playlists/media.m3u8")) == .hlsPlaylist)
        for segment in ["audio", "audioLargeOffset", "audioMaxOffset", "id3", "muxed"] {
            #expect(Self.sniff(try Corpus.read("hls/segments/\(segment).ts")) == .mpegTS)
        }
        #expect(Self.sniff(try Corpus.read("hls/segments/aacWithId3.aac")) == .adts)
        #expect(Self.sniff(try Corpus.read("hls/segments/mp4AudioInit.mp4")) == .mp4)
        #expect(Self.sniff(try Corpus.read("hls/segments/encrypted.ts")) == .unknown)
    }
}
