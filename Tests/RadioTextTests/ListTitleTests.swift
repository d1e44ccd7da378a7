import RadioFormats
import RadioText
import TestSupport
import Testing

/// Some stations send a list of keys and values as their title. It is understood in all kinds of metadata.
@Suite struct ListTitleTests {
    typealias Row = TitleOdditiesTests.Row

    static let artwork =
        "https://nowplaying.example.com.au/c/fd8ee07bed6a5e4e9824a11aa02dd34a.jpg?t=1714568458&l=250"

    /// Such lists, from the programs Music Assistant, Shoutkit and smodr, and from stations of iHeart, Bauer and SCA.
    static let lists: [Row] = [
        // The values have no quotes.
        Row(
            "TrackId=12345,length=180,text=Journey - Don't Stop Believin", .song, "Journey", "Don't Stop Believin",
            seconds: 180, ids: ["TrackId=12345"]),
        Row(
            "TrackId=12345, length=180, text=Journey - Don't Stop Believin", .song, "Journey", "Don't Stop Believin",
            seconds: 180, ids: ["TrackId=12345"]),
        Row(
            "TrackId=12345;length=180;text=Journey - Don't Stop Believin", .song, "Journey", "Don't Stop Believin",
            seconds: 180, ids: ["TrackId=12345"]),
        Row(
            "TrackId=12345 length=180 text=Journey - Don't Stop Believin", .song, "Journey", "Don't Stop Believin",
            seconds: 180, ids: ["TrackId=12345"]),
        Row(
            "text=Journey - Don't Stop Believin,length=180,TrackId=12345", .song, "Journey", "Don't Stop Believin",
            seconds: 180, ids: ["TrackId=12345"]),
        Row(
            "trackid=7,text=Earth, Wind & Fire - September", .song, "Earth, Wind & Fire", "September",
            ids: ["trackid=7"]),
        Row("title=Boom,artist=Tyler, The Creator", .song, "Tyler, The Creator", "Boom"),
        Row("artist=Tyler, The Creator,title=Boom, Boom", .song, "Tyler, The Creator", "Boom, Boom"),
        Row("artist=Simon & Garfunkel,title=Cecilia", .song, "Simon & Garfunkel", "Cecilia"),
        Row("text=Journey - Don't Stop Believin", .song, "Journey", "Don't Stop Believin"),
        Row("title=Yazoo - Don't Go", .song, "Yazoo", "Don't Go"), Row("title=Don't Go", .unknown, nil, "Don't Go"),
        Row("TrackId=8462532111,length=", .none), Row("TrackId=8462532111,length=,text=", .none),
        Row("title=,artist=", .none), Row("TrackId=1,text= - ", .none), Row("TrackId=1,text=Unknown - Unknown", .none),
        // The values are in quotes.
        Row(
            #"TrackId="12345",length="180",text="Journey - Don't Stop Believin""#, .song, "Journey",
            "Don't Stop Believin", seconds: 180, ids: ["TrackId=12345"]),
        Row(
            #"title="Yazoo - Don't Go",artist="Yazoo - Don't Go",url="\#(artwork)""#, .song, "Yazoo", "Don't Go"),
        Row(
            #"title="Yazoo - Don't Go https://nowplaying.example.com.au/",artist="Yazoo - Don't Go",url="\#(artwork)""#,
            .song, "Yazoo", "Don't Go"),
        Row(#"title="Don't Go",artist="Yazoo",url="\#(artwork)""#, .song, "Yazoo", "Don't Go"),
        Row(#"title="Yazoo - Don't Go",artist="Yazoo",url="""#, .song, "Yazoo", "Don't Go"),
        Row(#"title="",artist="Yazoo - Don't Go",url="""#, .song, "Yazoo", "Don't Go"),
        Row(#"artist="Yazoo",title="Don't Go""#, .song, "Yazoo", "Don't Go"),
        Row(#"title="Don't Go" artist="Yazoo""#, .song, "Yazoo", "Don't Go"),
        Row(#"title="Don't Go"; artist="Yazoo";"#, .song, "Yazoo", "Don't Go"),
        Row(#"title="Don't Go",artist="#, .unknown, nil, "Don't Go"),
        Row(#"title="Yazoo - Don't Go""#, .song, "Yazoo", "Don't Go"),
        Row(#"Title="Yazoo - Don't Go""#, .song, "Yazoo", "Don't Go"),
        Row(#"title="Don't Go""#, .unknown, nil, "Don't Go"), Row(#"title="1979""#, .unknown, nil, "1979"),
        Row(#"title="1979",artist="The Smashing Pumpkins",url="""#, .song, "The Smashing Pumpkins", "1979"),
        Row(#"title="99",artist="99""#, .none),
        Row(#"title="Mother",artist="Mother""#, .song, "Mother", "Mother"),
        Row(#"title="News",artist=" ""#, .speech, nil, "News"),
        Row(
            #"text="Journey - Don't Stop Believin" amgTrackId="123" length="00:00:00""#, .song, "Journey",
            "Don't Stop Believin", ids: ["amgTrackId=123"]),
        Row(#"text="Boom Boom Pow" adContext="12345""#, .unknown, nil, "Boom Boom Pow"),
        Row(
            #"cue_type="track",cue_title="Don't Go",track_artist_name="Yazoo",track_album_name="Upstairs at Eric's",cue_time_duration="00:03:06""#,
            .song, "Yazoo", "Don't Go", album: "Upstairs at Eric's", seconds: 186),
        Row(#"type="ad",title="Mattress Sale",artist="""#, .advertisement, nil, "Mattress Sale"),
        // The values are in two pairs of quotes, in several forms.
        Row(#"title=""Don't Go"",artist=""Yazoo"""#, .song, "Yazoo", "Don't Go"),
        Row(#"title=""Yazoo - Don't Go"""#, .song, "Yazoo", "Don't Go"),
        Row(#"title=\"Don't Go\",artist=\"Yazoo\",url=\"\""#, .song, "Yazoo", "Don't Go"),
        Row(#"title="text="Don't Go",artist="Yazoo""#, .song, "Yazoo", "Don't Go"),
        Row(#"title="text=\"Don't Go\" song_spot=\"M\"",artist="Yazoo",url="""#, .song, "Yazoo", "Don't Go"),
        Row(
            #"title="text=\"Spot Block End\" amgTrackId=\"9876543\"",artist=" ",url="length=\"00:00:00\"""#, .none),
        Row(
            #"title="18 And Life",artist="SKID ROW",url="song_spot="F" MediaBaseId="0"""#, .song, "SKID ROW",
            "18 And Life"),
        Row(
            #"title="Mattress Sale",artist="Agency",url="song_spot="T" MediaBaseId="0" spotInstanceId="94695128"""#,
            .advertisement, "Agency", "Mattress Sale", ids: ["spotInstanceId=94695128"]),
        Row(#"title="",artist="",url="song_spot="T"""#, .none),
        // The values contain quotes that are not escaped.
        Row(#"title="He said "Go"",artist="Yazoo""#, .song, "Yazoo", #"He said "Go""#),
        Row(#"title="The 7" Mix",artist="Yazoo""#, .song, "Yazoo", #"The 7" Mix"#),
        Row(#"title="Go, Go, Go",artist="A, B & C""#, .song, "A, B & C", "Go, Go, Go"),
        Row(#"title="E=MC2",artist="Big Audio Dynamite""#, .song, "Big Audio Dynamite", "E=MC2"),
        // The list is cut off at its end.
        Row(#"title="Don't Go",artist="Yaz"#, .song, "Yaz", "Don't Go"),
        Row(#"title="Yazoo - Don"#, .song, "Yazoo", "Don"),
        // The list follows an artist, or an artist and a title.
        Row(#"Yazoo - text="Don't Go""#, .song, "Yazoo", "Don't Go"),
        Row(#" - title="Don't Go",artist="Yazoo",song_spot="M""#, .song, "Yazoo", "Don't Go"),
        Row(#" - text="Journey - Don't Stop Believin" amgTrackId="-1""#, .song, "Journey", "Don't Stop Believin"),
        Row(#"Nirvana - Lithium song_spot="M" MediaBaseId="0""#, .song, "Nirvana", "Lithium"),
        Row(
            #"Where DFW ROCKS! - text="TheEagle" song_spot="T" MediaBaseId="0" TPID="0" cartcutId="0""#, .speech,
            "Where DFW ROCKS!", "TheEagle"),
        // These lists name neither an artist nor a title.
        Row(
            #"title="https://listenapi.example.co.uk/eventdata/247801912",url="https://listenapi.example.co.uk/eventdata/247801912""#,
            .none),
        Row(#"title="https://example.com/1",artist="Example",url="""#, .none),
        Row(#"title="",artist="Example",url="https://example.com/""#, .none),
        Row(#"title="",artist="",url="""#, .none), Row(#"title="""#, .none), Row(#"title="-",artist="-""#, .none),
        Row(#"title="Unknown",artist="Unknown""#, .none), Row(#"zc1 - text="" song_spot="T""#, .none),
        Row(#"title="TIBREAK",artist="""#, .none), Row(#"title="STOP ADBREAK 1",url="""#, .none),
        Row("TrackId=1,length=30,text=STOP_AD_BREAK", .none),
        Row(#"text="Spot Block End" amgTrackId="9876543" length="00:00:00""#, .none),
        Row(#"text="SPOT BLOCK END" adContext="12345""#, .none),
        Row(#"text="SPOT BLOCK START" adContext="12345""#, .advertisement),
        Row(#"x-key="value" other="thing""#, .none),
        // These texts are songs or may be songs. None of them is a list of keys and values.
        Row("E=MC2 - Song 2", .song, "E=MC2", "Song 2"), Row("Title=Song", .unknown, nil, "Title=Song"),
        Row("Love=Hate", .unknown, nil, "Love=Hate"), Row("A & B = C", .unknown, nil, "A & B = C"),
        Row(#"Band - subtitle="x""#, .song, "Band", #"subtitle="x""#),
        Row("Prince - Love = Love", .song, "Prince", "Love = Love"),
    ]

    @Test(arguments: lists) func `lists of keys and values`(_ row: Row) {
        for track in Self.everyWay(row.sent) { row.check(track) }
    }

    /// Returns what a text means as the title of a metadata block, as a plain line, as the title on a status page, and
    /// as the title of an HLS segment.
    static func everyWay(_ text: String) -> [TrackInfo] {
        var evidence = CharsetEvidence()
        return [
            TitleReader.read(TimedMetadata(kind: .icy, raw: Array("StreamTitle='\(text)';".utf8))),
            TitleReader.read(TimedMetadata(kind: .icy, raw: Array("StreamTitle='\(text)';StreamUrl='';".utf8))),
            TitleReader.read(line: Array(text.utf8), evidence: &evidence),
            TitleReader.read(fields: [("title", text)], raw: [], evidence: &evidence),
            TitleReader.read(TimedMetadata(kind: .extinf, raw: Array(text.utf8))),
        ]
    }

    /// Lists that are the whole metadata block, so that their quotes are those of the block.
    static let blocks: [Row] = [
        Row("title='Don't Go';artist='Yazoo';", .song, "Yazoo", "Don't Go"),
        Row("text='Yazoo - Don't Go';", .song, "Yazoo", "Don't Go"),
        Row("StreamTitle='title='Don't Go';artist='Yazoo';'", .song, "Yazoo", "Don't Go"),
        Row("StreamTitle='title='Don't Go',artist='Yazoo'';", .song, "Yazoo", "Don't Go"),
        Row("StreamTitle='';title='Don't Go';artist='Yazoo';", .song, "Yazoo", "Don't Go"),
        Row("StreamTitle='Don't Go - Yazoo';title='x';artist='y';", .song, "Don't Go", "Yazoo"),
        Row("StreamTitle='';StreamUrl='title=\"Don't Go\",artist=\"Yazoo\"';", .song, "Yazoo", "Don't Go"),
        Row("TrackId=123;StreamUrl='http://example.com';", .none, ids: ["TrackId=123"]),
    ]

    @Test(arguments: blocks) func `blocks that are lists`(_ row: Row) {
        row.check(TitleReader.read(TimedMetadata(kind: .icy, raw: Array(row.sent.utf8))))
    }

    static let objects: [Row] = [
        Row(#"{"t":"Yazoo - Don't Go","m":"abc"}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"t":"Don't Go","m":""}"#, .unknown, nil, "Don't Go"),
        Row(#"{"m":"2026","t":"Yazoo - Don't Go"}"#, .song, "Yazoo", "Don't Go"),
        Row(#" { "t" : "Yazoo - Don\u0027t Go" , "m" : null } "#, .song, "Yazoo", "Don't Go"),
        Row(#"{"t":"Yazoo - Don't Go https://example.org/","m":1}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"t":"Don't Go","a":"Yazoo","m":1}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"t":"1979","a":"The Smashing Pumpkins"}"#, .song, "The Smashing Pumpkins", "1979"),
        Row(#"{"t":1714568458,"title":"Don't Go","artist":"Yazoo"}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"t":"Nachrichten","m":"x"}"#, .speech, nil, "Nachrichten"),
        Row(#"{"t":"","m":""}"#, .none), Row(#"{"t":" - ","m":"x"}"#, .none),
        Row(#"{"t":"https://example.org/1"}"#, .none),
        Row(#"{"t":"STOP_AD_BREAK","m":"x"}"#, .advertisement),
        Row(#"{"title":"Yazoo - Don't Go","artist":"Yazoo - Don't Go"}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"title":"Yazoo - Don't Go"}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"text":"Yazoo - Don't Go","song_spot":"M"}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"artist":{"name":"Yazoo"},"title":"Don't Go"}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"artists":[{"name":"Yazoo"}],"name":"x","title":"Don't Go"}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"song":{"title":"Don't Go","artist":"Yazoo"},"station":{"name":"x"}}"#, .song, "Yazoo", "Don't Go"),
        Row(#"{"artist":"Unknown","title":"Unknown"}"#, .none), Row(#"{"artist":"","title":""}"#, .none),
        Row(#"{"type":"ad","title":"Mattress Sale"}"#, .advertisement, nil, "Mattress Sale"),
        Row(#"{"listeners":3}"#, .unknown, nil, #"{"listeners":3}"#),
    ]

    @Test(arguments: objects) func `JSON objects`(_ row: Row) {
        for track in Self.everyWay(row.sent) { row.check(track) }
    }

    @Test func `a list's picture and page`() {
        let picture = TitleReader.read(
            TimedMetadata(
                kind: .icy, raw: Array(#"StreamTitle='title="T",artist="A",url="\#(Self.artwork)"';"#.utf8)))
        #expect(picture.artworkURL == Self.artwork && picture.linkURL == nil)
        let page = TitleReader.read(
            TimedMetadata(kind: .extinf, raw: Array(#"title="T",artist="A",url="https://example.org/17""#.utf8)))
        #expect(page.linkURL == "https://example.org/17" && page.artworkURL == nil)
    }

    /// Pieces of such lists in random order are read without a crash. A track without artist and title has no text.
    @Test func `any pieces can be read`() {
        let pieces = [
            "title", "artist", "text", "url", "song_spot", "spotInstanceId", "=", "=", "\"", "\"", "\\", "'", ",", ";",
            " ", " - ",
            "&", "{", "}", ":", "A", "T", "1", "-1", "_", "AD", "BREAK", "https://a.b/", "(a.com)", " By: ", "é", "~",
            "%20",
        ]
        var random = SeededGenerator(seed: 16)
        for _ in 0..<800 {
            let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            for track in Self.everyWay(text) where track.kind == .none && !track.text.isEmpty {
                Issue.record("\(text) is none, but has \(track.text)")
            }
        }
    }

    @Test func `lists are bounded`() {
        var evidence = CharsetEvidence()
        func read(_ text: String) -> TrackInfo { TitleReader.read(line: Array(text.utf8), evidence: &evidence) }
        #expect(read(String(repeating: #"title="text=""#, count: 2000)).kind != .song)
        #expect(read(String(repeating: "text=", count: 20_000)).kind != .song)
        #expect(read("title=" + String(repeating: "\"", count: 20_000)).kind != .song)
        #expect(read("title=\"" + String(repeating: "\" a=b ", count: 5_000)).kind != .song)
        #expect(read("text=" + String(repeating: " ", count: 5_000) + "A - B").title == "B")
        #expect(read(String(repeating: "\\", count: 5_000) + "\"=").kind == .unknown)
    }
}
