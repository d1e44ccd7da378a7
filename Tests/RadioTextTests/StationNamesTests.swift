import RadioFormats
import RadioText
import Testing

/// Titles that only name the station itself or its slogan.
@Suite struct StationNamesTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var names: [String]
        var sent: String
        var kind: TrackInfo.Kind
        var artist: String?
        var title: String?
        var testDescription: String { "\(sent) on \(names)" }

        init(
            _ names: [String], _ sent: String, _ kind: TrackInfo.Kind, _ artist: String? = nil, _ title: String? = nil
        ) {
            self.names = names
            self.sent = sent
            self.kind = kind
            self.artist = artist
            self.title = title
        }
    }

    static let rows: [Row] = [
        // The title only repeats the station's name, so it means nothing. (Arabella: ESP32-MiniWebRadio#398 shows
        // icy-name and the mount's titles; chromecast#26: always the name.)
        Row(["Example FM"], "Example FM", .none), Row(["Example FM"], "EXAMPLE FM", .none),
        Row(["Example FM"], "ExampleFM", .none), Row(["Example FM"], "Example", .none),
        Row(["Example FM"], "Example FM 101.5", .none), Row(["Example FM"], "101,5 MHz - Example FM", .none),
        Row(["Example FM"], "Radio Example FM online", .none), Row(["Example FM"], "Example FM - Example FM", .none),
        Row(["Example FM"], "Example FM (128 kbps MP3)", .none), Row(["Example FM 101.5"], "Example FM", .none),
        Row(["Example FM"], "Unknown - Example FM", .none), Row(["Arabella Austropop"], "Arabella Austropop", .none),
        Row(["Rock-Antenne"], "ROCK ANTENNE", .none), Row(["Österreich 1"], "österreich 1", .none),
        Row(["Радио Пример"], "Радио Пример", .none), Row(["x", "Example FM"], "Example FM", .none),
        Row(["Example FM - The Best of the Eighties"], "Example FM", .none),
        Row(["SomaFM: Groove Salad"], "SomaFM: Groove Salad", .none),
        Row(["Example &amp; Friends"], "Example & Friends", .none),
        // Default names in the settings of encoders do not count as the station's name (xbmc#18441). As titles, they
        // mean nothing.
        Row(["This is my server name"], "This is my server name", .none), Row([], "This is my server name", .none),
        Row(["Unspecified name"], "Yazoo - Unspecified", .song, "Yazoo", "Unspecified"),
        Row(["Radio"], "Rammstein - Radio", .song, "Rammstein", "Radio"),
        Row(["Radio"], "Radio", .unknown, nil, "Radio"),
        Row(["Live"], "Live - Lightning Crashes", .song, "Live", "Lightning Crashes"),
        Row([""], "A", .unknown, nil, "A"),
        // The title contains the station's name and more words about the station (SWR3: ESP32-audioI2S#234). It is a
        // jingle.
        Row(["Example FM"], "Example FM Berlin", .jingle, nil, "Example FM Berlin"),
        Row(["Example FM"], "The best music on Example FM!", .jingle, nil, "The best music on Example FM!"),
        Row(["Example FM"], "Example FM - More Music", .jingle, "Example FM", "More Music"),
        Row(["SWR3"], "SWR3 wünscht einen schönen Sonntag", .jingle, nil, "SWR3 wünscht einen schönen Sonntag"),
        Row(["Example FM"], "Morning Show - Example FM", .jingle, "Morning Show", "Example FM"),
        Row(["Rock Antenne"], "Rock Antenne München", .jingle, nil, "Rock Antenne München"),
        Row(
            ["Example FM - The Best of the Eighties"], "The best of the eighties", .jingle, nil,
            "The best of the eighties"),
        // The title is a song with the station's name before or after it.
        Row(["Example FM"], "Yazoo - Don't Go", .song, "Yazoo", "Don't Go"),
        Row(["Example FM"], "Yazoo - Don't Go | Example FM", .song, "Yazoo", "Don't Go"),
        Row(["Rock Radio"], "Yazoo - Don't Go - Rock Radio", .song, "Yazoo", "Don't Go"),
        Row(["Example FM"], "Don't Go | Example FM", .unknown, nil, "Don't Go"),
        Row(["Example FM"], "Example FM: Yazoo - Don't Go", .song, "Yazoo", "Don't Go"),
        // The station's name is in the place of the artist, and artist and title are together in the place of the title
        // (pano-scrobbler#146).
        Row(
            ["Radio Nowy Świat"], "Radio Nowy Świat - The White Stripes - Offend In Every Way", .song,
            "The White Stripes", "Offend In Every Way"),
        // The station's name has no word such as Radio, or has a percent sign, or another separator follows it.
        Row(
            ["JOE Nederland"], "JOE Nederland - Golden Earring - Twilight Zone", .song, "Golden Earring",
            "Twilight Zone"),
        Row(["100% NL"], "100% NL - Golden Earring - Radar Love", .song, "Golden Earring", "Radar Love"),
        Row(["100% NL"], "100%NL – Golden Earring – Radar Love", .song, "Golden Earring", "Radar Love"),
        Row(["KINK"], "KINK | Foo Fighters - Everlong (Live)", .song, "Foo Fighters", "Everlong (Live)"),
        Row(["KINK"], "Kink: Oasis - Live Forever", .song, "Oasis", "Live Forever"),
        Row(["KINK"], "[KINK] Oasis - Live Forever", .song, "Oasis", "Live Forever"),
        Row(["KINK"], "KINK • Oasis: \"Supersonic\"", .song, "Oasis", "Supersonic"),
        Row(["KINK"], "KINK - Supersonic (by Oasis)", .song, "Oasis", "Supersonic"),
        Row(["KINK"], "KINK / Oasis - Supersonic - KINK", .song, "Oasis", "Supersonic - KINK"),
        Row(["JOE Nederland"], "JOE Nederland // Oasis「Supersonic」", .song, "Oasis", "Supersonic"),
        Row(["Example FM"], "ExampleFM 98.8 >> Yazoo – Don't Go", .song, "Yazoo", "Don't Go"),
        Row(["ExampleFM"], "Example FM – Yazoo - Don't Go", .song, "Yazoo", "Don't Go"),
        Row(["Rock Radio"], "Yazoo – Don't Go – Rock Radio", .song, "Yazoo", "Don't Go"),
        Row(["KINK"], "KINK - Oasis", .song, "KINK", "Oasis"),
        // The station has the same name as an artist or a song.
        Row(["Queen"], "Queen - Killer Queen - 2011 Remaster", .song, "Queen", "Killer Queen - 2011 Remaster"),
        Row(["Queen"], "Queen - Under Pressure - Live at Wembley", .song, "Queen", "Under Pressure - Live at Wembley"),
        Row(["Queen"], "Queen - Radio Ga Ga", .song, "Queen", "Radio Ga Ga"),
        Row(["Queen Radio"], "Queen - Bohemian Rhapsody", .song, "Queen", "Bohemian Rhapsody"),
        Row(["The Beatles"], "The Beatles - Yesterday - Live", .song, "The Beatles", "Yesterday - Live"),
        Row(["Mexican Radio"], "Wall of Voodoo - Mexican Radio", .song, "Wall of Voodoo", "Mexican Radio"),
        Row(["Nova"], "Nova Scotia", .unknown, nil, "Nova Scotia"),
        Row(["Hits 1"], "Hits 2", .unknown, nil, "Hits 2"), Row(["Example FM"], "Exam", .unknown, nil, "Exam"),
        // The text alone already shows its kind, such as an advertisement. The station's name does not change this.
        Row(["Example FM"], "Werbung", .advertisement, nil, "Werbung"),
        Row(["News"], "News", .speech, nil, "News"),
        Row([], "Example FM", .unknown, nil, "Example FM"),
    ]

    @Test(arguments: rows) func reads(_ row: Row) {
        var evidence = CharsetEvidence()
        let names = StationNames(row.names)
        let raw = Array("StreamTitle='\(row.sent)';".utf8)
        let block = TitleReader.read(TimedMetadata(kind: .icy, raw: raw), names: names, evidence: &evidence)
        let line = TitleReader.read(line: Array(row.sent.utf8), names: names, evidence: &evidence)
        let fields = TitleReader.read(fields: [("title", row.sent)], raw: raw, names: names, evidence: &evidence)
        for track in [block, line, fields] {
            #expect(track.kind == row.kind)
            #expect(track.artist == row.artist)
            #expect(track.title == row.title)
            #expect(track.text.isEmpty == (row.kind == .none))
        }
        #expect(block.raw == raw && fields.raw == raw && line.raw == Array(row.sent.utf8), "the bytes stay")
    }

    @Test func `the description is a slogan`() {
        let names = StationNames(["Example FM"], slogans: ["Nothing but the hits", "Hits"])
        var evidence = CharsetEvidence()
        func kind(_ text: String) -> TrackInfo.Kind {
            TitleReader.read(line: Array(text.utf8), names: names, evidence: &evidence).kind
        }
        #expect(kind("Nothing But The Hits!") == .jingle && kind("Hits") == .unknown)
        #expect(kind("Yazoo - Nothing but the hits") == .song)
    }

    @Test func `names are bounded`() {
        #expect(StationNames([nil, nil]).isEmpty && StationNames(["-", "  ", "Radio"]).isEmpty)
        let many = StationNames((0..<1000).map { "Example \($0)" } + ["Last FM Station"])
        var evidence = CharsetEvidence()
        #expect(
            TitleReader.read(line: Array("Last FM Station".utf8), names: many, evidence: &evidence).kind == .unknown)
        let long = StationNames([String(repeating: "x - ", count: 100_000)])
        #expect(TitleReader.read(line: [0x78], names: long, evidence: &evidence).kind == .none)
    }
}
