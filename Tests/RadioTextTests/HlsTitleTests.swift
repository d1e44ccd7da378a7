import RadioFormats
import RadioHls
import RadioText
import TestSupport
import Testing

/// Titles in HLS, which are in EXTINF, in EXT-X-DATERANGE or in timed ID3.
@Suite struct HlsTitleTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var sent: String
        /// The kind of track that the text must mean, or nil if the text does not name a track.
        var kind: TrackInfo.Kind?
        var artist: String?
        var title: String?
        var artwork: String?
        var link: String?

        init(
            _ sent: String, _ kind: TrackInfo.Kind?, _ artist: String? = nil, _ title: String? = nil,
            artwork: String? = nil, link: String? = nil
        ) {
            self.sent = sent
            self.kind = kind
            self.artist = artist
            self.title = title
            self.artwork = artwork
            self.link = link
        }

        var testDescription: String { sent }

        func check(_ metadata: TimedMetadata) {
            let track = TitleReader.track(in: metadata)
            #expect(track?.kind == kind)
            #expect(track?.artist == artist)
            #expect(track?.title == title)
            #expect(track?.artworkURL == artwork)
            #expect(track?.linkURL == link)
            if let track { #expect(track.raw == metadata.raw) }
            #expect(TitleReader.read(metadata).kind == kind ?? .none)
        }
    }

    /// A text that stands at every segment is a song only if it names an artist.
    @Test(
        arguments: [
            ("Radio Nova Live", nil), ("A - B", .song), (#"title="Hello",artist="Adele""#, .song),
            ("Nachrichten", .speech), ("", TrackInfo.Kind.none),
        ] as [(String, TrackInfo.Kind?)])
    func aTextThatStands(_ text: String, _ kind: TrackInfo.Kind?) {
        var metadata = TimedMetadata(kind: .extinf, raw: Array(text.utf8))
        metadata.isStanding = true
        #expect(TitleReader.track(in: metadata)?.kind == kind)
    }

    static let segmentTitles: [Row] = [
        Row("Katy Perry - Dark Horse", .song, "Katy Perry", "Dark Horse"),
        Row("Nachrichten", .speech, nil, "Nachrichten"),
        // Texts of iHeart's stations, 2020 to 2026: music, an advertisement, talk and fillers.
        Row(
            #"title="Dark Horse",artist="Katy Perry / Juicy J",url="song_spot=\"M\" MediaBaseId=\"1187579\" itunesTrackId=\"0\" amgTrackId=\"-1\" TPID=\"8795354\" amgArtworkURL=\"http://image.example.com/a/495735.jpg\" length=\"00:03:33\" spotInstanceId=\"-1\"""#,
            .song, "Katy Perry / Juicy J", "Dark Horse", artwork: "http://image.example.com/a/495735.jpg"),
        Row(
            #"title=\"Spiders\",artist=\"System Of A Down\",url=\"song_spot=\\\"M\\\" spotInstanceId=\\\"-1\\\" MediaBaseId=\\\"1187579\\\"\""#,
            .song, "System Of A Down", "Spiders"),
        Row(
            #"title="Grocery Outlet",artist="Agency",url="song_spot=\"T\" MediaBaseId=\"0\" amgTrackId=\"-1\" cartcutId=\"7808299001\" amgArtworkURL=\"null\" length=\"00:00:29\" spotInstanceId=\"94695128\"""#,
            .advertisement, "Agency", "Grocery Outlet"),
        Row(
            #"song_spot="T" MediaBaseId="0" itunesTrackId="0" amgTrackId="0" TAID="0" TPID="0" cartcutId="0" amgArtworkURL="" length="00:00:00" unsID="0" spotInstanceId="-1""#,
            TrackInfo.Kind.none),
        Row(
            #"title="Morning Show",artist="KFI",url="song_spot=\"T\" MediaBaseId=\"0\" cartcutId=\"0\" spotInstanceId=\"-1\"""#,
            .speech, "KFI", "Morning Show"),
        Row(
            #"song_spot="F" MediaBaseId="0" amgTrackId="-1" TAID="0" TPID="0" cartcutId="0" length="00:02:03" spotInstanceId="688d6785-f34c-35a8-3255-1a9dd167fbd2""#,
            .advertisement),
        Row(
            #"title="Fill",artist="Band",url="song_spot=\"F\" MediaBaseId=\"0\" TPID=\"44166046\"""#, .song, "Band",
            "Fill"),
        // iHeart's attributes follow an artist, as they do in the ICY metadata of the same stations.
        Row(#"Taio Cruz - text="Dynamite" song_spot="M" MediaBaseId="1""#, .song, "Taio Cruz", "Dynamite"),
        Row(#"SZA - title="Snooze",artist="SZA",url="x""#, .song, "SZA", "Snooze"),
        Row(#" - text="Spot Block End" amgTrackId="9876543""#, TrackInfo.Kind.none),
        Row(#" - text="Spot Block" amgTrackId="9876543""#, .advertisement),
        Row(#"title="He said \"Go\"",artist="A",url="""#, .song, "A", #"He said "Go""#),
        Row(#"title="",artist="",url="song_spot=\"M\" MediaBaseId=\"0\"""#, TrackInfo.Kind.none),
        // The server has cut off the text at a fixed length.
        Row(#"title="Hey",artist="B",url="song_spot=\"M\" MediaBa"#, .song, "B", "Hey"),
        // These texts name no title: placeholders, and names of segments.
        Row("", TrackInfo.Kind.none), Row(" ", nil), Row("no desc", nil), Row("segment123.ts", nil),
        Row("Segment 12.aac", nil),
        Row("https://example.org/live/media_w1_5.m4s?token=1", nil), Row("fileSequence17", nil), Row("10.005", nil),
        Row("media-123", nil), Row("-", nil),
        Row("1979 - Smashing", .song, "1979", "Smashing"), Row("Live Aid 1985", .unknown, nil, "Live Aid 1985"),
        Row("E=MC2", .unknown, nil, "E=MC2"),
    ]

    @Test(arguments: segmentTitles) func `titles of segments`(_ row: Row) {
        row.check(TimedMetadata(kind: .extinf, raw: Array(row.sent.utf8)))
    }

    static let dateRanges: [Row] = [
        Row(
            #"ID="song-0",START-DATE="2026-04-15T12:00:56.000Z",CLASS="com.example.song",X-TITLE="Amazing Grace",X-ARTIST="A, B",X-THUMBNAIL-URL="https://example.com/thumb.jpg",X-SONG-ID="42",DURATION=240"#,
            .song, "A, B", "Amazing Grace", artwork: "https://example.com/thumb.jpg"),
        Row(
            #"ID="1",START-DATE="2026-04-15T12:00:56Z",X-COVER-IMAGE-URL="https://example.com/i/17",X-ARTIST="A",X-TITLE="T""#,
            .song, "A", "T", artwork: "https://example.com/i/17"),
        Row(
            #"ID="1",X-SONG="Artist - Song",X-LINK="https://example.com/page""#, .song, "Artist", "Song",
            link: "https://example.com/page"),
        Row(#"ID="1",X-COM-EXAMPLE-TITLE="News""#, .speech, nil, "News"),
        Row(#"ID="ad-1",CLASS="twitch-stitched-ad",START-DATE="2026-01-01T00:00:00Z",DURATION=30.0"#, .advertisement),
        Row(#"ID="ad2",CLASS="com.apple.hls.interstitial",X-ASSET-URI="https://example.com/ad.m3u8""#, .advertisement),
        Row(#"ID="s",START-DATE="2026-01-01T00:00:00Z",PLANNED-DURATION=30,SCTE35-OUT=0xFC3025"#, .advertisement),
        Row(#"ID="s",END-DATE="2026-01-01T00:00:30Z",SCTE35-IN=0xFC3025"#, nil),
        Row(#"ID="programme",CLASS="com.example.adventure",START-DATE="2026-01-01T00:00:00Z""#, nil),
        Row("", nil),
    ]

    @Test(arguments: dateRanges) func `date ranges`(_ row: Row) {
        row.check(TimedMetadata(kind: .dateRange, raw: Array(row.sent.utf8)))
    }

    struct TagRow: CustomTestStringConvertible, Sendable {
        var name: String
        var frames: [(id: String, content: [UInt8])]
        var row: Row
        var testDescription: String { name }
    }

    static func text(_ text: String) -> [UInt8] { [3] + Array(text.utf8) }

    static let tags: [TagRow] = [
        TagRow(
            name: "song with page and cover",
            frames: [
                ("TIT2", text("Title")), ("TPE1", text("Artist")),
                ("WXXX", text("\0https://example.org/page")), ("WOAF", Array("https://example.org/cover.jpg".utf8)),
            ],
            row: Row(
                "", .song, "Artist", "Title", artwork: "https://example.org/cover.jpg", link: "https://example.org/page"
            )),
        TagRow(
            name: "a cover by its description",
            frames: [("TIT2", text("A - B")), ("WXXX", text("artwork_link\0https://example.org/17"))],
            row: Row("", .song, "A", "B", artwork: "https://example.org/17")),
        TagRow(
            name: "private data", frames: [("PRIV", Array("owner\0x".utf8)), ("TENC", text("x"))], row: Row("", nil)),
        TagRow(
            name: "nothing named", frames: [("TIT2", text("")), ("TPE1", text(""))], row: Row("", TrackInfo.Kind.none)),
        TagRow(
            name: "AdsWizz", frames: [("COMM", [3] + Array("eng\0adw_ad='true';durationMilliseconds='30024'".utf8))],
            row: Row("", .advertisement)),
        TagRow(
            name: "cue", frames: [("TIT2", text("Buy")), ("TXXX", text("cue_type\0ad"))],
            row: Row("", .advertisement, nil, "Buy")),
        TagRow(
            name: "iHeart",
            frames: [
                ("TIT2", text("Snooze")), ("TPE1", text("SZA")),
                ("WXXX", text(#"\#0song_spot="M" MediaBaseId="12" amgArtworkURL="https://example.org/catalog/1""#)),
            ],
            row: Row("", .song, "SZA", "Snooze", artwork: "https://example.org/catalog/1")),
        TagRow(
            name: "iHeart's advertisement",
            frames: [
                ("TIT2", text("Grocery")), ("TPE1", text("Agency")),
                ("WXXX", text(#"\#0song_spot="T" MediaBaseId="0" spotInstanceId="94695128""#)),
            ],
            row: Row("", .advertisement, "Agency", "Grocery")),
        TagRow(
            name: "iHeart's own song",
            frames: [
                ("TIT2", text("Snooze")), ("TPE1", text("SZA")),
                ("WXXX", text(#"\#0song_spot="T" MediaBaseId="0" spotInstanceId="-1""#)),
            ],
            row: Row("", .song, "SZA", "Snooze")),
        TagRow(
            name: "Triton's cue point",
            frames: [
                ("TXXX", text("cue_type\0track")), ("TXXX", text("cue_title\0Snooze")),
                ("TXXX", text("track_artist_name\0SZA")),
            ],
            row: Row("", .song, "SZA", "Snooze")),
        TagRow(
            name: "an address behind the title",
            frames: [("TIT2", text("Snooze https://example.org/")), ("TPE1", text("SZA"))],
            row: Row("", .song, "SZA", "Snooze")),
        TagRow(
            name: "a list as the title", frames: [("TIT2", text("TrackId=1,length=180,text=SZA - Snooze"))],
            row: Row("", .song, "SZA", "Snooze")),
    ]

    @Test(arguments: tags) func `timed ID3`(_ row: TagRow) {
        row.row.check(TimedMetadata(kind: .id3, raw: FrameMaker.id3(row.frames)))
    }

    @Test func `a date range is written as its attributes`() {
        var range = DateRange(id: "song")
        range.kind = "com.example"
        range.scte35 = ["SCTE35-OUT": [0xFC, 0x30]]
        range.attributes = ["X-TITLE": .text("T"), "X-ARTIST": .text("A"), "X-N": .number(2)]
        let metadata = range.timedMetadata
        #expect(
            String(decoding: metadata.raw, as: UTF8.self)
                == #"ID="song",CLASS="com.example",SCTE35-OUT=0xFC30,X-ARTIST="A",X-N=2.0,X-TITLE="T""#)
        #expect(metadata.kind == .dateRange)
        #expect(TitleReader.read(metadata).title == "T")
    }
}
