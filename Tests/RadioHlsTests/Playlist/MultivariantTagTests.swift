import RadioHls
import Testing

/// Each tag of a multivariant playlist: RFC 8216 §4.3.4, rfc8216bis §4.4.6.
@Suite struct MultivariantTagTests {
    @Test func `variants`() throws {
        let playlist = try ReadPlaylist.multivariant(
            """
            #EXT-X-VERSION:6
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-START:TIME-OFFSET=-12
            #EXT-X-STREAM-INF:BANDWIDTH=195023,AVERAGE-BANDWIDTH=128000,CODECS="mp4a.40.2, mp4a.40.5",AUDIO="hi",\
            NAME="High",SCORE=2.5,STABLE-VARIANT-ID="s1",PATHWAY-ID="CDN-A",PROGRAM-ID=1
            hi.m3u8?a=b
            # the next one is a film
            #EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=1280x720,FRAME-RATE=29.97,HDCP-LEVEL=NONE,VIDEO-RANGE=SDR,\
            VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS=NONE,SUPPLEMENTAL-CODECS="dvh1/db4h",ALLOWED-CPC="x:y",\
            REQ-VIDEO-LAYOUT="CH-STEREO"

            http://other.example/video.m3u8
            """)
        #expect(playlist.version == 6)
        #expect(playlist.hasIndependentSegments)
        #expect(playlist.start == StartPoint(offset: .seconds(-12)))
        #expect(playlist.variants.map(\.uri) == ["hi.m3u8?a=b", "http://other.example/video.m3u8"])
        let sound = playlist.variants[0]
        #expect(sound.bandwidth == 195_023)
        #expect(sound.averageBandwidth == 128_000)
        #expect(sound.codecs == "mp4a.40.2, mp4a.40.5")
        #expect(sound.codecNames == ["mp4a.40.2", "mp4a.40.5"])
        #expect(sound.audioGroup == "hi")
        #expect(sound.name == "High")
        #expect(sound.score == 2.5)
        #expect(sound.stableID == "s1")
        #expect(sound.pathwayID == "CDN-A")
        #expect(sound.programID == 1)
        #expect(sound.resolution == nil)
        let film = playlist.variants[1]
        #expect(film.resolution == Variant.Resolution(width: 1280, height: 720))
        #expect(film.frameRate == 29.97)
        #expect(film.hdcpLevel == "NONE")
        #expect(film.videoRange == "SDR")
        #expect(film.videoGroup == "v")
        #expect(film.subtitlesGroup == "s")
        #expect(film.closedCaptions == "NONE")
        #expect(film.supplementalCodecs == "dvh1/db4h")
        #expect(film.allowedCpc == "x:y")
        #expect(film.requiredVideoLayout == "CH-STEREO")
        #expect(film.codecNames == [])
        #expect(film.pathwayID == ".")
        // AUDIO="hi" names a group of renditions that the playlist does not define.
        #expect(playlist.warnings.map(\.line) == [0])
    }

    @Test(
        arguments: [
            ("#EXT-X-STREAM-INF:PROGRAM-ID=1", 0, 1), ("#EXT-X-STREAM-INF:", 0, 1), ("#EXT-X-STREAM-INF", 0, 1),
            ("#EXT-X-STREAM-INF:BANDWIDTH=many", 0, 2), ("#EXT-X-STREAM-INF:BANDWIDTH=\"128000\"", 128_000, 0),
            ("#EXT-X-STREAM-INF:BANDWIDTH=128000.0", 128_000, 0), ("#EXT-X-STREAM-INF:BANDWIDTH=-1", 0, 2),
            ("#EXT-X-STREAM-INF:BANDWIDTH=99999999999999999999", 0, 2),
            ("#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=big", 1, 1),
            ("#EXT-X-STREAM-INF:BANDWIDTH=1,FRAME-RATE=inf", 1, 1),
            ("#EXT-X-STREAM-INF:BANDWIDTH=9\n#EXT-X-STREAM-INF:BANDWIDTH=1", 1, 1),
            // A tag that belongs into a media playlist is ignored.
            ("#EXT-X-TARGETDURATION:10\n#EXT-X-STREAM-INF:BANDWIDTH=1", 1, 1),
        ])
    func `variants that are not quite right`(line: String, bandwidth: Int, warnings: Int) throws {
        let playlist = try ReadPlaylist.multivariant("\(line)\na.m3u8\n")
        #expect(playlist.variants.map(\.uri) == ["a.m3u8"])
        #expect(playlist.variants.first?.bandwidth == bandwidth)
        #expect(playlist.warnings.count == warnings)
    }

    @Test func `a variant whose URI is missing is left out`() throws {
        let playlist = try ReadPlaylist.multivariant("#EXT-X-STREAM-INF:BANDWIDTH=1\n")
        #expect(playlist.variants == [])
        #expect(playlist.warnings.map(\.line) == [2, 0])
    }

    @Test func `renditions`() throws {
        let playlist = try ReadPlaylist.multivariant(
            """
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",ASSOC-LANGUAGE="en",DEFAULT=YES,\
            AUTOSELECT=YES,CHANNELS="2",URI="de.m3u8",STABLE-RENDITION-ID="r1",BIT-DEPTH=24,SAMPLE-RATE=48000,\
            CHARACTERISTICS="public.accessibility.describes-video,public.easy-to-read"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, \u{201C}dry\u{201D}",LANGUAGE="en",CHANNELS="6/JOC"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="Default only",DEFAULT=YES
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Untertitel",FORCED=YES,URI="s.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Angle"
            #EXT-X-MEDIA:TYPE=SMELL,GROUP-ID="v",NAME="x"
            #EXT-X-MEDIA:TYPE=AUDIO,NAME="x"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="fr"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            v.m3u8
            """)
        let german = playlist.renditions[0]
        #expect(
            playlist.renditions.map(\.kind) == [.audio, .audio, .audio, .subtitles, .closedCaptions, .video, .audio])
        #expect(german.groupID == "a")
        #expect(german.name == "Deutsch")
        #expect(german.language == "de")
        #expect(german.associatedLanguage == "en")
        #expect(german.isDefault && german.isAutoselect && !german.isForced)
        #expect(german.channels == "2")
        #expect(german.channelCount == 2)
        #expect(german.uri == "de.m3u8")
        #expect(german.stableID == "r1")
        #expect(german.bitDepth == 24)
        #expect(german.sampleRate == 48_000)
        #expect(german.characteristics == ["public.accessibility.describes-video", "public.easy-to-read"])
        let english = playlist.renditions[1]
        #expect(english.name == "English, “dry”")
        #expect(english.uri == nil)
        #expect(english.channelCount == 6)
        #expect(!english.isDefault && !english.isAutoselect)
        #expect(playlist.renditions[2].isAutoselect)
        #expect(playlist.renditions[3].isForced)
        #expect(playlist.renditions[4].instreamID == "CC1")
        #expect(playlist.renditions[6].name == "fr")
        #expect(playlist.renditions(.audio, group: "a").map(\.name) == ["Deutsch", "English, “dry”", "fr"])
        #expect(playlist.warnings.map(\.line) == [8, 9, 10])
    }

    @Test func `session data, session keys, I-frame variants, content steering`() throws {
        let playlist = try ReadPlaylist.multivariant(
            """
            #EXT-X-DEFINE:QUERYPARAM="t"
            #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="A \u{201C}title\u{201D}",LANGUAGE="en"
            #EXT-X-SESSION-DATA:DATA-ID="com.example.lyrics",URI="lyrics.json"
            #EXT-X-SESSION-DATA:DATA-ID="com.example.raw",URI="raw.bin",FORMAT=RAW
            #EXT-X-SESSION-DATA:VALUE="x"
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k?{$t}"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer?{$t}",PATHWAY-ID="CDN-A"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,URI="i.m3u8",RESOLUTION=320x180
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000
            #EXT-X-STREAM-INF:BANDWIDTH=1
            v.m3u8?{$t}
            """, query: "t=7")
        #expect(playlist.sessionData.map(\.id) == ["com.example.title", "com.example.lyrics", "com.example.raw"])
        #expect(playlist.sessionData.map(\.value) == ["A “title”", nil, nil])
        #expect(playlist.sessionData.map(\.uri) == [nil, "lyrics.json", "raw.bin"])
        #expect(playlist.sessionData.map(\.format) == [.json, .json, .raw])
        #expect(playlist.sessionData.first?.language == "en")
        #expect(playlist.sessionKeys.map(\.uri) == ["k?7"])
        #expect(playlist.contentSteering == ContentSteering(serverURI: "/steer?7", pathwayID: "CDN-A"))
        #expect(playlist.iFrameVariants.map(\.uri) == ["i.m3u8"])
        #expect(playlist.variants.map(\.uri) == ["v.m3u8?7"])
        #expect(playlist.variables == ["t": "7"])
        #expect(playlist.warnings.map(\.line) == [6, 10])
    }
}
