import RadioHls
import Testing

/// Each tag of a media playlist: RFC 8216 §4.3.1 to §4.3.3.
@Suite struct MediaPlaylistTagTests {
    private func read(_ lines: String) throws -> MediaPlaylist {
        try ReadPlaylist.media("#EXT-X-TARGETDURATION:10\n" + lines)
    }

    @Test(
        arguments: [
            ("#EXT-X-TARGETDURATION:8", 8, 0), ("#EXT-X-TARGETDURATION:8.000", 8, 0),
            ("#EXT-X-TARGETDURATION: 8 ", 8, 0),
            // EXT-X-TARGETDURATION is missing or has no usable value. The duration of the longest segment, rounded up
            // to whole seconds, takes its place.
            ("", 7, 1), ("#EXT-X-TARGETDURATION:", 7, 2), ("#EXT-X-TARGETDURATION:NaN", 7, 2),
            ("#EXT-X-TARGETDURATION:-10", 7, 2), ("#EXT-X-TARGETDURATION:0", 7, 2),
            ("#EXT-X-TARGETDURATION:8\n#EXT-X-TARGETDURATION:9", 9, 1),
        ])
    func `target duration`(line: String, seconds: Double, warnings: Int) throws {
        let playlist = try ReadPlaylist.media("\(line)\n#EXTINF:6.3,\na\n#EXTINF:2,\nb\n")
        #expect(playlist.targetDuration == .seconds(seconds))
        #expect(playlist.warnings.count == warnings)
    }

    @Test func `a target duration is there even where nothing tells one`() throws {
        #expect(try ReadPlaylist.media("").targetDuration == .seconds(10))
        #expect(try ReadPlaylist.media("#EXTINF:0,\na").targetDuration == .seconds(10))
    }

    @Test(
        arguments: [
            ("", 0), ("#EXT-X-MEDIA-SEQUENCE:7", 7), ("#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-MEDIA-SEQUENCE:11", 11),
            // Some servers use microseconds since 1970 as numbers.
            ("#EXT-X-MEDIA-SEQUENCE:1795248930000000", 1_795_248_930_000_000),
            // RFC 8216 does not allow negative numbers. They are accepted, because they still tell segments apart.
            ("#EXT-X-MEDIA-SEQUENCE:-11", -11),
            ("#EXT-X-MEDIA-SEQUENCE:", 0), ("#EXT-X-MEDIA-SEQUENCE:gobblegobble", 0),
            ("#EXT-X-MEDIA-SEQUENCE:9223372036854775807", 0), ("#EXT-X-MEDIA-SEQUENCE:99999999999999999999", 0),
        ] as [(String, Int64)])
    func `media sequence`(line: String, number: Int64) throws {
        let playlist = try read("\(line)\n#EXTINF:6,\na\n#EXTINF:6,\nb\n")
        #expect(playlist.mediaSequence == number)
        #expect(playlist.segments.map(\.sequence) == [number, number + 1])
    }

    @Test(
        arguments: [
            ("10,", 10, "", 0), ("10", 10, "", 0), ("9.97667,\t", 9.97667, "", 0),
            ("9.97667,A - B", 9.97667, "A - B", 0),
            ("10,a, b, c", 10, "a, b, c", 0), (" 10 , x ", 10, "x", 0), (".5,", 0.5, "", 0), ("5.,", 5, "", 0),
            ("+5,", 5, "", 0), ("10,\"quoted, title\"", 10, "\"quoted, title\"", 0),
            // iHeart, Triton: attributes instead of a title.
            (
                "10,title=\"Dark Horse\",artist=\"Katy Perry / Juicy J\",url=\"song_spot=\\\"M\\\"\"", 10,
                "title=\"Dark Horse\",artist=\"Katy Perry / Juicy J\",url=\"song_spot=\\\"M\\\"\"", 0
            ),
            // Playlists of internet television have attributes between the duration and the title.
            ("10 tvg-id=\"a,b\" group=\"c\",Title", 10, "Title", 0),
            // A segment without a duration gets the target duration.
            (";asljasdfii11)))00,", 10, "", 1), ("-1,Title", 10, "Title", 1), (",Title", 10, "Title", 1),
            ("1e3,", 10, "", 1), ("NaN,", 10, "", 1), ("inf,", 10, "", 1), ("99999999999999999999,", 10, "", 1),
            ("0,", 0, "", 1),
        ])
    func `EXTINF`(text: String, seconds: Double, title: String, warnings: Int) throws {
        let playlist = try read("#EXTINF:\(text)\na\n")
        #expect(playlist.segments.first?.duration == .seconds(seconds))
        #expect(playlist.segments.first?.title == title)
        #expect(playlist.warnings.count == warnings)
    }

    @Test func `segments without EXTINF last the target duration`() throws {
        let playlist = try read("#EXTINF:6,T\na\nb\n#EXTINF:5,\n#EXTINF:4,\nc\n")
        #expect(playlist.segments.map(\.duration) == [.seconds(6), .seconds(10), .seconds(4)])
        #expect(playlist.segments.map(\.title) == ["T", "", ""])
        #expect(playlist.warnings.map(\.line) == [5, 7])
    }

    @Test func `segments that last longer than all time are refused`() {
        let lines = String(repeating: "#EXTINF:99999,\na\n", count: 20_000)
        #expect(ReadPlaylist.error("#EXTM3U\n" + lines)?.reason == .unreadable)
    }

    @Test func `byte ranges go on where the one before ended`() throws {
        let playlist = try read(
            """
            #EXTINF:6,\n#EXT-X-BYTERANGE:100@700\na
            #EXTINF:6,\n#EXT-X-BYTERANGE:50\na
            #EXTINF:6,\nb
            #EXTINF:6,\n#EXT-X-BYTERANGE:20\na
            #EXTINF:6,\n#EXT-X-BYTERANGE:5 @ 0\na
            """)
        #expect(playlist.segments.map { $0.byteRange?.offset } == [700, 800, nil, 850, 0])
        #expect(playlist.segments.map { $0.byteRange?.length } == [100, 50, nil, 20, 5])
        #expect(playlist.warnings == [])
    }

    @Test(
        arguments: [
            ("100", 0), ("100@", 0), ("0@0", nil), ("-5@0", nil), ("x@0", nil), ("5@x", nil), ("5@-1", nil), ("", nil),
            ("9223372036854775807@1", nil), ("9223372036854775807@9223372036854775807", nil),
        ] as [(String, Int64?)])
    func `byte ranges that are no ranges`(text: String, offset: Int64?) throws {
        let playlist = try read("#EXTINF:6,\n#EXT-X-BYTERANGE:\(text)\na\n")
        #expect(playlist.segments.first?.byteRange?.offset == offset)
        #expect(playlist.warnings.count == 1)
    }

    @Test func `byte ranges without offset cannot run over`() throws {
        let playlist = try read(
            "#EXTINF:6,\n#EXT-X-BYTERANGE:9223372036854775807@0\na\n#EXTINF:6,\n#EXT-X-BYTERANGE:9\na\n")
        #expect(playlist.segments.map { $0.byteRange == nil } == [false, true])
    }

    @Test func `discontinuities are counted from the playlist's number`() throws {
        let playlist = try read(
            """
            #EXTINF:6,\na
            #EXT-X-DISCONTINUITY\n#EXTINF:6,\nb
            #EXTINF:6,\nc
            #EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\nd
            #EXT-X-DISCONTINUITY-SEQUENCE:5
            """)
        #expect(playlist.discontinuitySequence == 5)
        #expect(playlist.segments.map(\.discontinuity) == [5, 6, 6, 7])
        #expect(playlist.segments.map(\.isDiscontinuous) == [false, true, false, true])
    }

    @Test(arguments: ["-1", "x", "", "99999999999999999999"])
    func `a discontinuity sequence that is no number is 0`(text: String) throws {
        let playlist = try read("#EXT-X-DISCONTINUITY-SEQUENCE:\(text)\n#EXTINF:6,\na\n")
        #expect(playlist.segments.map(\.discontinuity) == [0])
        #expect(playlist.warnings.map(\.line) == [3])
    }

    @Test func `ENDLIST may stand anywhere`() throws {
        let playlist = try read("#EXTINF:6,\na\n#EXT-X-ENDLIST\n#EXTINF:6,\nb\n")
        #expect(playlist.isEnded)
        #expect(playlist.segments.count == 2)
        #expect(try !read("#EXTINF:6,\na\n").isEnded)
    }

    @Test(
        arguments: [
            ("VOD", .onDemand, 0), ("EVENT", .event, 0), ("", nil, 1), ("vod", nil, 1), ("LIVE", nil, 1),
        ] as [(String, MediaPlaylist.Kind?, Int)])
    func `playlist type`(text: String, kind: MediaPlaylist.Kind?, warnings: Int) throws {
        let playlist = try read("#EXT-X-PLAYLIST-TYPE:\(text)\n#EXTINF:6,\na\n")
        #expect(playlist.kind == kind)
        #expect(playlist.warnings.count == warnings)
    }

    @Test func `flags of the whole playlist`() throws {
        let playlist = try read(
            "#EXT-X-VERSION:7\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-ALLOW-CACHE:NO\n#EXTINF:6,\na\n"
        )
        #expect(playlist.version == 7)
        #expect(playlist.isIFramesOnly)
        #expect(playlist.hasIndependentSegments)
        #expect(!playlist.allowsCache)
        let bare = try read("#EXTINF:6,\na\n")
        #expect(bare.version == 1)
        #expect(!bare.isIFramesOnly && !bare.hasIndependentSegments && bare.allowsCache)
    }

    @Test(
        arguments: [
            ("TIME-OFFSET=10.3", StartPoint(offset: .seconds(10.3))),
            ("TIME-OFFSET=-18,PRECISE=YES", StartPoint(offset: .seconds(-18), isPrecise: true)),
            ("PRECISE=YES,TIME-OFFSET=0", StartPoint(offset: .zero, isPrecise: true)),
            ("TIME-OFFSET=soon", nil), ("PRECISE=YES", nil), ("TIME-OFFSET=1e99", nil),
            ("TIME-OFFSET=-99999999999999", nil),
        ] as [(String, StartPoint?)])
    func `start`(text: String, start: StartPoint?) throws {
        let playlist = try read("#EXT-X-START:\(text)\n#EXTINF:6,\na\n")
        #expect(playlist.start == start)
        #expect(playlist.warnings.isEmpty == (start != nil))
    }

    // MARK: Keys and init sections

    @Test func `a key holds until the next, and NONE ends it`() throws {
        let playlist = try read(
            """
            #EXTINF:6,\na
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXTINF:6,\nb
            #EXTINF:6,\nc
            #EXT-X-KEY:METHOD=AES-128,URI="k2",IV=0x0000000000000000000000000000ABCD
            #EXTINF:6,\nd
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,\ne
            """)
        #expect(playlist.segments.map { $0.key?.uri } == [nil, "k1", "k1", "k2", nil])
        #expect(playlist.segments[3].key?.iv == [UInt8](repeating: 0, count: 14) + [0xAB, 0xCD])
        #expect(playlist.segments[1].key?.iv == nil)
        #expect(playlist.segments.map { $0.key?.method } == [nil, .aes128, .aes128, .aes128, nil])
    }

    @Test func `keys of several formats hold beside each other, and the plain one is taken`() throws {
        let playlist = try read(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
            #EXT-X-KEY:METHOD=AES-128,URI="plain"
            #EXTINF:6,\na
            #EXT-X-KEY:METHOD=AES-128,URI="plain2",KEYFORMAT="identity"
            #EXTINF:6,\nb
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="x",KEYFORMAT="urn:uuid:1"
            #EXTINF:6,\nc
            """)
        #expect(playlist.segments.map { $0.keys.count } == [2, 2, 1])
        #expect(playlist.segments.map { $0.key?.uri } == ["plain", "plain2", "x"])
        #expect(playlist.segments[0].keys[0].keyFormatVersions == [1, 2])
        #expect(playlist.segments[0].keys[0].method == .sampleAes)
        #expect(playlist.segments[2].key?.method == .other("SAMPLE-AES-CTR"))
        #expect(playlist.segments[2].key?.method.name == "SAMPLE-AES-CTR")
    }

    @Test(
        arguments: [
            ("0x0123456789ABCDEF0123456789abcdef", 0x01, 0), ("0X0123456789ABCDEF0123456789ABCDEF", 0x01, 0),
            // The IV is written without leading zeros. It is accepted with a warning.
            ("0x1", 0x00, 1),
        ])
    func `IV`(text: String, first: UInt8, warnings: Int) throws {
        let playlist = try read("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(text)\n#EXTINF:6,\na\n")
        #expect(playlist.segments.first?.key?.iv?.count == 16)
        #expect(playlist.segments.first?.key?.iv?.first == first)
        #expect(playlist.warnings.count == warnings)
    }

    @Test func `without an IV it is the segment's number`() {
        let key = SegmentKey(method: .aes128, uri: "k")
        let zeros = [UInt8](repeating: 0, count: 8)
        #expect(key.initializationVector(mediaSequence: 0x0102_0304_0506_0708) == zeros + [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(SegmentKey(method: .aes128, iv: zeros + zeros).initializationVector(mediaSequence: 9) == zeros + zeros)
    }

    @Test func `an init section holds until the next, with the keys of its place`() throws {
        let playlist = try read(
            """
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXT-X-MAP:URI="i1",BYTERANGE="720@10"
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,\na
            #EXTINF:6,\nb
            #EXT-X-MAP:URI="i2",BYTERANGE="5"
            #EXTINF:6,\nc
            #EXT-X-MAP:BYTERANGE="5"
            #EXTINF:6,\nd
            """)
        #expect(playlist.segments.map { $0.map?.uri } == ["i1", "i1", "i2", nil])
        #expect(playlist.segments[0].map?.byteRange == HlsByteRange(offset: 10, length: 720))
        #expect(playlist.segments[0].map?.key?.uri == "k1")
        #expect(playlist.segments[0].key == nil)
        #expect(playlist.segments[2].map?.byteRange == HlsByteRange(offset: 0, length: 5))
        #expect(playlist.segments[2].map?.key == nil)
        #expect(playlist.warnings.count == 1)
    }

    // MARK: Clock

    @Test func `wall clocks go on until a discontinuity, and back before the first`() throws {
        let playlist = try read(
            """
            #EXTINF:6,\na
            #EXTINF:4,\nb
            #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:40Z
            #EXTINF:6,\nc
            #EXTINF:6.5,\nd
            #EXT-X-DISCONTINUITY\n#EXTINF:6,\ne
            #EXT-X-DISCONTINUITY\n#EXTINF:5,\nf
            #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:10:00Z
            #EXTINF:6,\ng
            """)
        #expect(playlist.segments.map { $0.wallClock?.seconds } == [90, 96, 100, 106, nil, 595, 600])
        #expect(playlist.segments.map { $0.programDateTime?.seconds } == [nil, nil, 100, nil, nil, nil, 600])
    }

    // MARK: rfc8216bis

    @Test func `gaps and bit rates`() throws {
        let playlist = try read(
            """
            #EXT-X-BITRATE:128
            #EXTINF:6,\na
            #EXT-X-GAP\n#EXTINF:6,\nb
            #EXTINF:6,\n#EXT-X-BYTERANGE:5@0\nc
            #EXT-X-BITRATE:x
            #EXTINF:6,\nd
            """)
        #expect(playlist.segments.map(\.isGap) == [false, true, false, false])
        #expect(playlist.segments.map(\.bitRate) == [128, 128, nil, nil])
    }

    @Test func `date ranges`() throws {
        let playlist = try read(
            """
            #EXTINF:6,\na
            #EXT-X-DATERANGE:ID="1",CLASS="song",START-DATE="1970-01-01T00:00:10Z",END-DATE="1970-01-01T00:00:20.5Z",\
            DURATION=10.5,PLANNED-DURATION=11,X-TITLE="A, \u{00FC}",X-ARTIST="B",X-COUNT=3,X-RAW=0x0aFF,CUE="PRE, ONCE",\
            SCTE35-OUT=0xFC00
            #EXT-X-DATERANGE:ID="2",CLASS="ad",START-DATE="1970-01-01T00:01:00Z",END-ON-NEXT=YES
            #EXT-X-DATERANGE:ID="1",X-TITLE="C"
            #EXT-X-DATERANGE:CLASS="none"
            #EXT-X-DATERANGE:ID="3",START-DATE="yesterday",END-DATE="1970-01-01T00:00:00Z",DURATION=-1
            #EXT-X-DATERANGE:ID="4",START-DATE="1970-01-01T00:00:10Z",END-DATE="1970-01-01T00:00:09Z"
            """)
        #expect(playlist.dateRanges.map(\.id) == ["1", "2", "3", "4"])
        let song = try #require(playlist.dateRanges.first)
        #expect(song.kind == "song")
        #expect(song.start == .seconds(10))
        #expect(song.end == .seconds(20.5))
        #expect(song.duration == .seconds(10.5))
        #expect(song.plannedDuration == .seconds(11))
        #expect(song.text("X-TITLE") == "C")
        #expect(song.text("X-ARTIST") == "B")
        #expect(song.text("X-COUNT") == nil)
        #expect(song.attributes["X-COUNT"] == .number(3))
        #expect(song.attributes["X-RAW"] == .bytes([0x0A, 0xFF]))
        #expect(song.cue == ["PRE", "ONCE"])
        #expect(song.scte35 == ["SCTE35-OUT": [0xFC, 0x00]])
        #expect(!song.endsOnNext)
        #expect(playlist.dateRanges[1].endsOnNext)
        #expect(playlist.dateRanges[2].start == nil)
        #expect(playlist.dateRanges[2].duration == nil)
        #expect(playlist.dateRanges[3].end == nil)
        #expect(playlist.warnings.map(\.line) == [8, 9, 9, 10])
    }

    @Test func `parts belong to the segment that follows, and the last to the open one`() throws {
        let playlist = try read(
            """
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-MEDIA-SEQUENCE:5
            #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:10Z
            #EXT-X-PART:DURATION=0.5,URI="a0",INDEPENDENT=YES
            #EXT-X-PART:DURATION=0.4,URI="a1",GAP=YES
            #EXTINF:0.9,\na
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXT-X-DISCONTINUITY
            #EXT-X-PART:DURATION=0.5,URI="b",BYTERANGE="100@50"
            #EXT-X-PART:DURATION=0.25,URI="b",BYTERANGE=20
            #EXT-X-PART:DURATION=0.25,URI="c",BYTERANGE="7"
            #EXT-X-PART:URI="d"
            #EXT-X-PART:DURATION=1
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="b",BYTERANGE-START=170
            """)
        #expect(playlist.partTarget == .seconds(0.5))
        #expect(playlist.segments.map { $0.parts.map(\.uri) } == [["a0", "a1"]])
        #expect(playlist.segments[0].parts.map(\.isIndependent) == [true, false])
        #expect(playlist.segments[0].parts.map(\.isGap) == [false, true])
        let open = try #require(playlist.openSegment)
        #expect(open.sequence == 6)
        #expect(open.uri == "")
        #expect(open.duration == .seconds(1))
        #expect(open.isDiscontinuous)
        #expect(open.discontinuity == 1)
        #expect(open.key?.uri == "k")
        #expect(open.wallClock == nil)
        #expect(playlist.trailingParts == open.parts)
        let ranges = [
            HlsByteRange(offset: 50, length: 100), HlsByteRange(offset: 150, length: 20),
            HlsByteRange(offset: 0, length: 7),
        ]
        #expect(open.parts.map(\.byteRange) == ranges)
        #expect(playlist.warnings.map(\.line) == [15, 16])
    }

    @Test func `the hint of a part opens a segment, and the clock goes on into it`() throws {
        let lines = "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:10Z\n#EXTINF:6,\na\n"
        let playlist = try read(lines + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"b0\"\n")
        #expect(playlist.openSegment?.sequence == 1)
        #expect(playlist.openSegment?.parts == [])
        #expect(playlist.openSegment?.wallClock == .seconds(16))
        #expect(try read(lines + "#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"i\"\n").openSegment == nil)
        #expect(try read(lines).openSegment == nil)
    }

    @Test func `server control`() throws {
        let control = try #require(
            try read(
                """
                #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=36.0,CAN-SKIP-DATERANGES=YES,HOLD-BACK=18,\
                PART-HOLD-BACK=1.024
                """
            ).serverControl)
        #expect(control.canBlockReload)
        #expect(control.canSkipUntil == .seconds(36))
        #expect(control.canSkipDateRanges)
        #expect(control.holdBack == .seconds(18))
        #expect(control.partHoldBack == .seconds(1.024))
        let bad = try read("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=TRUE,HOLD-BACK=-1,PART-HOLD-BACK=x\n#EXTINF:6,\na\n")
        #expect(bad.serverControl == ServerControl())
        #expect(bad.warnings.map(\.line) == [3, 3, 3])
    }

    @Test func `preload hints and rendition reports`() throws {
        let playlist = try read(
            """
            #EXTINF:6,\na
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p",BYTERANGE-START=10,BYTERANGE-LENGTH=20
            #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="m"
            #EXT-X-PRELOAD-HINT:TYPE=FOO,URI="f"
            #EXT-X-PRELOAD-HINT:TYPE=PART
            #EXT-X-RENDITION-REPORT:URI="../1M/x.php",LAST-MSN=273,LAST-PART=2
            #EXT-X-RENDITION-REPORT:URI="../2M/x.php"
            #EXT-X-RENDITION-REPORT:LAST-MSN=273
            """)
        #expect(playlist.preloadHints.map(\.kind) == [.part, .map, .other("FOO")])
        #expect(playlist.preloadHints.map(\.uri) == ["p", "m", "f"])
        #expect(playlist.preloadHints.map(\.offset) == [10, 0, 0])
        #expect(playlist.preloadHints.map(\.length) == [20, nil, nil])
        #expect(
            playlist.renditionReports == [
                RenditionReport(uri: "../1M/x.php", lastSequence: 273, lastPart: 2),
                RenditionReport(uri: "../2M/x.php"),
            ])
        #expect(playlist.warnings.map(\.line) == [8, 11])
    }

    // MARK: Variables

    @Test func `variables`() throws {
        let playlist = try ReadPlaylist.media(
            """
            #EXT-X-TARGETDURATION:6
            #EXT-X-DEFINE:NAME="host",VALUE="http://example.com"
            #EXT-X-DEFINE:NAME="path",VALUE="{$host}/live"
            #EXT-X-DEFINE:IMPORT="token"
            #EXT-X-DEFINE:QUERYPARAM="user"
            #EXT-X-DEFINE:QUERYPARAM="flag"
            #EXT-X-KEY:METHOD=AES-128,URI="{$path}/key?{$token}",IV=0x00000000000000000000000000000001
            #EXTINF:6,{$title} stays
            {$path}/a.ts?t={$token}&u={$user}{$flag}&{x}&{$}&{$not closed
            """,
            imports: ["token": "a/b", "other": "c"], query: "x=1&user=J%C3%BCrgen%2B&flag&y")
        let segment = try #require(playlist.segments.first)
        #expect(segment.uri == "http://example.com/live/a.ts?t=a/b&u=Jürgen+&{x}&{$}&{$not closed")
        #expect(segment.key?.uri == "http://example.com/live/key?a/b")
        #expect(segment.title == "{$title} stays")
        #expect(playlist.variables["path"] == "http://example.com/live")
        #expect(playlist.variables.keys.sorted() == ["flag", "host", "path", "token", "user"])
    }

    @Test(
        arguments: [
            ("#EXT-X-DEFINE:IMPORT=\"other\"", HlsPlaylistError.Reason.undefinedVariable),
            ("#EXT-X-DEFINE:QUERYPARAM=\"other\"", .undefinedVariable),
            ("#EXT-X-DEFINE:NAME=\"a\"", .unreadable),
            ("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$b}\"", .undefinedVariable),
        ])
    func `variables that are not there`(line: String, reason: HlsPlaylistError.Reason) {
        let error = ReadPlaylist.error("#EXTM3U\n\(line)\n#EXTINF:6,\na.ts\n", imports: ["x": "y"], query: "x=y")
        #expect(error?.reason == reason)
        #expect(error?.line == 2)
    }

    @Test func `a variable defined twice keeps its first value, and odd names are left out`() throws {
        let playlist = try read(
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"2\"\n"
                + "#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"2\"\n#EXT-X-DEFINE:X=\"a b\"\n#EXTINF:6,\n{$a}\n")
        #expect(playlist.segments.first?.uri == "1")
        #expect(playlist.warnings.map(\.line) == [4, 5, 6])
    }

    // MARK: Attribute lists

    @Test(
        arguments: [
            ("ID=\"a,b\",X-V=\"c\"", "c", 0), ("ID=a,X-V=\"c\"", "c", 0), ("ID=\"a\" , X-V = \"c\"", "c", 0),
            ("ID=\"a\",,X-V=\"c\",", "c", 0), ("ID=\"a\"junk,X-V=\"c\"", "c", 0), ("ID=\"a\",X-V=\"c", "c", 1),
            ("ID=\"a\",LONELY,X-V=\"c\"", "c", 1), ("ID=\"a\",X-V=\"b\",X-V=\"c\"", "c", 1),
            ("ID=\"a\",X-V=\"a=b\"", "a=b", 0), ("ID=\"a\",X-V=\"\"", "", 0), ("ID=\"a\",X-V=\"ü 音\"", "ü 音", 0),
        ])
    func `attribute lists`(list: String, value: String, warnings: Int) throws {
        let playlist = try read("#EXTINF:6,\na\n#EXT-X-DATERANGE:START-DATE=\"1970-01-01T00:00:10Z\",\(list)\n")
        #expect(playlist.dateRanges.first?.text("X-V") == value)
        #expect(playlist.warnings.count == warnings)
    }
}
