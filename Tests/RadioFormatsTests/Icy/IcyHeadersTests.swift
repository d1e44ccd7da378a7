import RadioFormats
import Testing

@Suite struct IcyHeadersTests {
    @Test func `a SHOUTcast answer`() {
        let headers = IcyHeaders([
            ("icy-notice1", "<BR>This stream requires <a href=\"http://www.winamp.com/\">Winamp</a><BR>"),
            ("icy-name", " Radio Test "), ("icy-genre", "Jazz"), ("icy-url", "http://radio.example/"),
            ("content-type", "audio/mpeg"), ("icy-pub", "1"), ("icy-metaint", "8192"), ("icy-br", "128"),
        ])
        #expect(headers.name == "Radio Test")
        #expect(headers.genre == "Jazz")
        #expect(headers.url == "http://radio.example/")
        #expect(headers.contentType == "audio/mpeg")
        #expect(headers.isPublic == true)
        #expect(headers.metaint == 8192)
        #expect(headers.bitRate == 128_000)
    }

    @Test func `an Icecast answer, names in any case`() {
        let headers = IcyHeaders([
            ("Content-Type", "audio/aacp; charset=utf-8"), ("ICY-NAME", "Test"), ("Icy-Description", "All day"),
            ("ice-audio-info", "ice-samplerate=44100;ice-bitrate=96;ice-channels=2"), ("Icy-Logo", "http://x/l.png"),
            ("Server", "Icecast 2.4.4"),
        ])
        #expect(headers.contentType == "audio/aacp")
        #expect(headers.name == "Test")
        #expect(headers.description == "All day")
        #expect(headers.bitRate == 96_000)
        #expect(headers.sampleRate == 44_100)
        #expect(headers.channelCount == 2)
        #expect(headers.logoURL == "http://x/l.png")
        #expect(headers.server == "Icecast 2.4.4")
    }

    @Test(
        arguments: [
            ("128", 128_000), ("128,128", 128_000), ("128, 64", 128_000), ("320 kbps", 320_000), ("128000", 128_000),
            ("0", nil), ("", nil), ("Quality 0", nil), ("-1", nil), ("99999999999999999999", nil),
        ] as [(String, Int?)])
    func `icy-br`(value: String, expected: Int?) {
        #expect(IcyHeaders([("icy-br", value)]).bitRate == expected)
    }

    @Test(arguments: ["bitrate=128;samplerate=44100", "ice-bitrate=128", "samplerate=x; bitrate = 128 ;;=;a"])
    func `bit rate in ice-audio-info`(value: String) {
        #expect(IcyHeaders([("ice-audio-info", value)]).bitRate == 128_000)
    }

    @Test func `icy-br counts more than ice-audio-info, in either order`() {
        #expect(IcyHeaders([("icy-br", "128"), ("ice-audio-info", "bitrate=64")]).bitRate == 128_000)
        #expect(IcyHeaders([("ice-audio-info", "bitrate=64"), ("icy-br", "128")]).bitRate == 128_000)
    }

    @Test func `of two values the first that can be read counts, and nonsense is absent`() {
        let headers = IcyHeaders([
            ("icy-metaint", "abc"), ("icy-metaint", "16000"), ("icy-name", ""), ("icy-name", "A"), ("icy-name", "B"),
        ])
        #expect(headers.metaint == 16000)
        #expect(headers.name == "A")
    }

    @Test func `a value of a megabyte is cut`() {
        let headers = IcyHeaders([("icy-name", String(repeating: "é", count: 500_000))])
        #expect(headers.name!.utf8.count <= IcyHeaders.maximumValueLength + 2)
    }
}
