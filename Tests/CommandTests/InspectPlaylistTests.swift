import Longwave
import RadioHls
import RadioProbe
import TestSupport
import Testing

/// `longwave inspect` of HLS playlists.
@Suite struct InspectPlaylistTests {
    private static let media = """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=18
        #EXT-X-START:TIME-OFFSET=-12.5
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000102030405060708090A0B0C0D0E0F
        #EXT-X-MAP:URI="i.mp4",BYTERANGE="7@1"
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T09:15:30.250+01:00
        #EXTINF:6.006,A\u{1B} - B
        a.mp4
        #EXT-X-DISCONTINUITY
        #EXTINF:nonsense,
        #EXT-X-BYTERANGE:10@5
        b.mp4
        #EXT-X-DATERANGE:ID="d",CLASS="song",START-DATE="2026-11-21T08:15:30Z",X-TITLE="T",X-N=1.5,X-B=0x0F
        #EXT-X-PART:DURATION=0.5,URI="p",INDEPENDENT=YES
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="q"
        #EXT-X-RENDITION-REPORT:URI="r",LAST-MSN=8
        """

    private func json(_ text: String) throws -> String {
        try M3U8Reader.read(Array(text.utf8)).node.text()
    }

    @Test func `every field of a media playlist`() throws {
        let json = try json(Self.media)
        for part in [
            #"{"type":"media","version":9,"targetDuration":6,"mediaSequence":7,"discontinuitySequence":0,"#,
            #""playlistType":null,"ended":false,"iFramesOnly":false,"independentSegments":false,"allowCache":true,"#,
            #""start":{"offset":-12.5,"precise":false},"serverControl":{"canBlockReload":true,"canSkipUntil":null,"#,
            #""canSkipDateRanges":false,"holdBack":18,"partHoldBack":null},"partTarget":null,"skippedSegments":0,"#,
            #""removedDateRanges":null,"duration":12.006,"segments":[{"sequence":7,"uri":"a.mp4","duration":6.006,"#,
            #""title":"A\u001b - B","byteRange":null,"discontinuity":false,"discontinuitySequence":0,"#,
            #""keys":[{"method":"AES-128","uri":"k","iv":"000102030405060708090a0b0c0d0e0f","format":"identity","#,
            #""formatVersions":[1]}],"map":{"uri":"i.mp4","byteRange":{"offset":1,"length":7},"keys":[{"method""#,
            #""programDateTime":"2026-11-21T08:15:30.250Z","wallClock":"2026-11-21T08:15:30.250Z","gap":false,"#,
            #""bitRate":null,"parts":[]},{"sequence":8,"#,
            #""byteRange":{"offset":5,"length":10},"discontinuity":true"#,
            #""openSegment":{"sequence":9,"uri":"","duration":0.5,"#,
            #""parts":[{"uri":"p","duration":0.5,"byteRange":null,"independent":true,"gap":false}]}"#,
            #""preloadHints":[{"type":"PART","uri":"q","offset":0,"length":null}]"#,
            #""renditionReports":[{"uri":"r","lastSequence":8,"lastPart":null}]"#,
            #""dateRanges":[{"id":"d","class":"song","start":"2026-11-21T08:15:30.000Z","end":null,"duration":null,"#,
            #""attributes":{"X-B":"0x0f","X-N":1.5,"X-TITLE":"T"}}]"#, #""variables":{},"error":null,"#,
            #""warnings":[{"line":13,"message":"EXTINF's duration is “nonsense”: ignored."}]}"#,
        ] {
            #expect(json.contains(part), "\(part)")
        }
    }

    @Test func `every field of a multivariant playlist`() throws {
        let json = try json(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",LANGUAGE="de",DEFAULT=YES,CHANNELS="2",URI="r.m3u8"
            #EXT-X-SESSION-DATA:DATA-ID="x",VALUE="y"
            #EXT-X-DEFINE:NAME="v",VALUE="w"
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.5",AUDIO="g",RESOLUTION=1x2
            {$v}.m3u8
            """)
        for part in [
            #"{"type":"multivariant","version":1,"independentSegments":false,"start":null,"variants":[{"uri":"w.m3u8","#,
            #""bandwidth":64000,"averageBandwidth":null,"codecs":"mp4a.40.5","#,
            #""resolution":{"width":1,"height":2},"frameRate":null"#, #""audio":"g","#,
            #""pathwayID":".","score":null"#,
            #""renditions":[{"type":"AUDIO","groupID":"g","name":"n","uri":"r.m3u8","language":"de","#,
            #""default":true,"autoselect":true,"forced":false,"#, #""channels":"2","#, #""iFrameVariants":[],"#,
            #""sessionData":[{"id":"x","value":"y","uri":null,"format":"JSON","language":null}],"sessionKeys":[],"#,
            #""contentSteering":null,"variables":{"v":"w"},"error":null,"warnings":[]}"#,
        ] {
            #expect(json.contains(part), "\(part)")
        }
    }

    @Test func `the program prints them, for programs and for people`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/list.m3u8"
        try TextFile.write(Self.media, to: file)
        let json = try LongwaveBinary.run(["inspect", "--json", file])
        #expect(json.code == 0)
        #expect(json.output.contains(#""kind":"hls","kindBy":"content""#))
        #expect(json.output.contains(#""playlist":{"type":"media","version":9,"#))
        #expect(json.output.contains(#"{"kind":"playlistFaults","message":"#))
        let rows = try LongwaveBinary.run(["inspect", "--format", "tsv", file]).lines
        for row in [
            "playlist\tmedia, version 9, not ended", "target\t6 s", "sequence\t7, discontinuity 0", "start\t-12.5 s",
            "server\tblocks reloads, hold back 18 s", "segments\t2, 12.006 s",
            "segment\t7, 6.006 s, a.mp4, key AES-128 k, init i.mp4, 2026-11-21T08:15:30.250Z, A - B",
            "segment\t8, 6 s, discontinuity, b.mp4, bytes 5 to 14, key AES-128 k, init i.mp4",
            "open segment\t9, 0.5 s, key AES-128 k, init i.mp4, 1 part", "preload\tq", "report\tr, up to 8",
            "date range\td, song, 2026-11-21T08:15:30.000Z, X-B=0x0f, X-N=1.5, X-TITLE=T",
            "warning\tline 13: EXTINF's duration is “nonsense”: ignored.",
        ] {
            #expect(rows.contains { $0 == row }, "\(row)")
        }
        try TextFile.write("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128\n", to: file)
        let refused = try LongwaveBinary.run(["inspect", "--json", file])
        #expect(refused.code == 0)
        #expect(
            refused.output.contains(
                #""playlist":{"type":null,"error":{"reason":"unreadable","line":2,"message":"#))
        #expect(refused.output.contains(#"{"kind":"playlist","message":"the playlist cannot be read: line 2: "#))
    }
}
