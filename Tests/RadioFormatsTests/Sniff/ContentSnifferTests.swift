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
        let packets = (0..<6).flatMap { _ in
            [0x47, 0x01, 0x00, 0x10] + maker.noise(184).map { $0 == 0x47 ? 0 : $0 }
        }
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

    /// Bytes that a search for packets of a transport stream may take for sync bytes: a comment of many letters, and
    /// packets with right headers.
    static let signs: [(name: String, bytes: [UInt8])] = [
        ("letters", [UInt8](repeating: 0x47, count: 6000)),
        ("packets", (0..<20).flatMap { _ in [0x47, 1, 0, 0x10] + [UInt8](repeating: 0, count: 184) }),
    ]

    @Test(arguments: signs.indices, [false, true]) func `the signature at the first byte decides`(
        _ sign: Int, isComplete: Bool
    ) {
        let sync = Self.signs[sign].bytes
        func kind(_ start: [UInt8], _ type: String? = nil) -> ContentKind? {
            Self.sniff(start + sync, type, isComplete: isComplete)
        }
        #expect(kind(Array("OggS\0\u{2}".utf8)) == .ogg)
        #expect(kind(Array("fLaC\0\0\0\u{22}".utf8), "video/mp2t") == .flac)
        #expect(kind(Array("RIFF\0\0\u{1}\0WAVEdata".utf8)) == .wave)
        #expect(kind(Array("FORM\0\0\u{1}\0AIFFCOMM".utf8)) == .aiff)
        #expect(kind([0, 0, 0, 32] + Array("ftypM4A ".utf8)) == .mp4)
        #expect(kind([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9]) == .unsupported(.asf))
        #expect(kind(Array("#EXTM3U\n#EXTINF:-1,".utf8) + sync + Array("\nhttp://radio.example/\n".utf8)) == .m3u)
        #expect(kind(Array("[playlist]\nFile1=http://radio.example/\nTitle1=".utf8)) == .pls)
        #expect(kind(Self.mp3(20)) == .mpegAudio && kind(Self.aac(20)) == .adts)
    }

    @Test(arguments: [188, 190, 192, 204]) func `lists whose lines repeat after the length of a packet`(_ period: Int) {
        var list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"
        var stations = "#EXTM3U\n"
        for number in 100..<400 {
            let entry = "#EXTINF:10,\nhttp://RADIO.EXAMPLE/G\(number)"
            list += entry + String(repeating: "G", count: period - entry.utf8.count - 1) + "\n"
            stations +=
                entry.replacing(",\n", with: ",G\n")
                + String(repeating: "G", count: period - entry.utf8.count - 2) + "\n"
        }
        for isComplete in [false, true] {
            #expect(Self.sniff(Array(list.utf8), nil, isComplete: isComplete) == .hlsPlaylist)
            #expect(Self.sniff(Array(stations.utf8), nil, isComplete: isComplete) == .m3u)
        }
    }

    /// Frames of 192 bytes, as of MP3 at 64 kbit/s and 48 kHz, with a sync byte at the same place in each.
    @Test func `frames with the length of a packet are sound`() {
        var maker = FrameMaker(seed: 5)
        let frame = maker.mpegFrame(FrameMaker.mpegHeader(bitRateIndex: 5, rateIndex: 1))
        #expect(frame.count == 192)
        var sound = (0..<300).flatMap { _ in frame }
        for start in stride(from: 100, to: sound.count - 4, by: 192) {
            sound.replaceSubrange(start..<start + 4, with: [0x47, 0, 0, 0x10])
        }
        #expect(Self.sniff(sound, "video/mp2t", isComplete: false) == .mpegAudio)
        #expect(Self.sniff(Array(sound.dropFirst(50)), nil) == .mpegAudio)
    }

    @Test func `packets of a transport stream are a run`() {
        let packets = Self.signs[1].bytes
        var maker = FrameMaker(seed: 6)
        let garbage = maker.noise(1000)
        #expect(Self.sniff(garbage + packets, nil) == .mpegTS)
        // More bytes may show something else than packets after garbage.
        #expect(Self.sniff(garbage + packets, nil, isComplete: false) == nil)
        #expect(Self.sniff(garbage + Self.signs[0].bytes, nil) == .unknown)
        var torn = Array(packets[..<(188 * 4)])
        for index in 1...4 { torn += garbage.prefix(30 + index) + packets[..<(188 * 4)] }
        #expect(Self.sniff(garbage + torn, nil) == .unknown)
        #expect(Self.sniff(torn, nil) == .mpegTS)
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
