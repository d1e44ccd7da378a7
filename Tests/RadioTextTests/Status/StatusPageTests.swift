import RadioFormats
import RadioText
import TestSupport
import Testing

/// Status pages as servers write them. A comment before an unusual page says where it was seen.
@Suite struct StatusPageTests {
    /// Returns the JSON of one mount, as on the status page of Icecast 2.4.4.
    private static func source(_ mount: String, _ members: String) -> String {
        #"{"audio_info":"channels=2;samplerate=44100;bitrate=128","bitrate":128,"genre":"various","listener_peak":2,"#
            + #""listeners":0,"listenurl":"http://localhost:8000\#(mount)","server_description":"Unspecified description","#
            + #""server_name":"Radio Test","server_type":"audio/mpeg","stream_start_iso8601":"2024-10-04T08:49:25+0000","#
            + members + #""dummy":null}"#
    }

    private static func icecast(_ sources: [String]) -> String {
        let list =
            switch sources.count {
            case 0: ""
            case 1: #","source":\#(sources[0])"#
            case _: #","source":[\#(sources.joined(separator: ","))]"#
            }
        return #"{"icestats":{"admin":"icemaster@localhost","host":"localhost","server_id":"Icecast 2.4.4""# + list
            + "}}"
    }

    private static func read(_ text: String, _ form: StatusForm = .icecast) throws -> StatusPage {
        try #require(StatusPage.read(Array(text.utf8), as: form))
    }

    private static func track(_ mount: MountStatus?) throws -> TrackInfo {
        var evidence = CharsetEvidence()
        return try #require(mount).track(evidence: &evidence)
    }

    /// A status page is in UTF-8, also if the station's ICY metadata has another charset.
    @Test(arguments: ["KOI8-R", "windows-1251", "Shift_JIS", "ISO-8859-1"])
    func aPageIsUTF8WhateverIsDeclared(_ charset: String) throws {
        let page = try Self.read(Self.icecast([Self.source("/a", #""title":"Мария - Песня","#)]))
        var evidence = CharsetEvidence()
        let track = try #require(page.mounts.first).track(charset: charset, evidence: &evidence)
        #expect(track.artist == "Мария" && track.title == "Песня")
    }

    // MARK: Icecast

    struct TitleRow: CustomTestStringConvertible, Sendable {
        var members: String
        var kind: TrackInfo.Kind
        var artist: String?
        var title: String?
        var testDescription: String { members }

        init(_ members: String, _ kind: TrackInfo.Kind, _ artist: String? = nil, _ title: String? = nil) {
            (self.members, self.kind, self.artist, self.title) = (members, kind, artist, title)
        }
    }

    static let titles: [TitleRow] = [
        TitleRow(#""title":"Yazoo - Don't Go","#, .song, "Yazoo", "Don't Go"),
        TitleRow(
            #""title":"Yazoo - Don't Go","yp_currently_playing":"Yazoo - Don't Go","#, .song, "Yazoo", "Don't Go"),
        TitleRow(#""yp_currently_playing":"Yazoo - Don't Go","#, .song, "Yazoo", "Don't Go"),
        // Ogg mounts have the two fields `artist` and `title`.
        TitleRow(
            #""artist":"Nina Simone","title":"Sinnerman","yp_currently_playing":"Nina Simone - Sinnerman","#, .song,
            "Nina Simone", "Sinnerman"),
        TitleRow(#""artist":"A - B","title":"C","#, .song, "A - B", "C"),
        // Icecast writes a title that is only a dash without quotes, which is not valid JSON (Icecast-Server#34, #43,
        // #74).
        TitleRow(#""title": - ,"#, .none), TitleRow(#""title": -,"#, .none), TitleRow(#""title":-,"#, .none),
        TitleRow(#""artist": -,"title":"Sinnerman","#, .unknown, nil, "Sinnerman"),
        // Icecast writes titles that look like numbers or Booleans without quotes.
        TitleRow(#""title":1979,"#, .unknown, nil, "1979"), TitleRow(#""title":-5,"#, .unknown, nil, "-5"),
        TitleRow(#""title":1.0,"#, .unknown, nil, "1.0"), TitleRow(#""title":true,"#, .unknown, nil, "true"),
        TitleRow(#""artist":311,"title":"Down","#, .song, "311", "Down"),
        // The title is missing, empty or null (AzuraCast#2790).
        TitleRow("", .none), TitleRow(#""title":"","#, .none), TitleRow(#""title":null,"#, .none),
        // The titles have escapes, or characters that should have been escaped.
        TitleRow(#""title":"AC\/DC - \"T.N.T.\" \u00e9\ud83d\ude00","#, .song, "AC/DC", "\"T.N.T.\" é😀"),
        TitleRow(#""title":"Donna Summer - I Feel Love 12" Mix","#, .song, "Donna Summer", "I Feel Love 12\" Mix"),
        TitleRow(#""title":"Say "Hi", Bob - X","#, .song, "Say \"Hi\", Bob", "X"),
        TitleRow(#""title":"A \x - B\\","#, .song, #"A \x"#, #"B\"#),
        TitleRow(#""title":"A - \ud83d B","#, .song, "A", "\u{FFFD} B"),
        TitleRow("\"title\":\"A - B\nC\t\",", .song, "A", "B C"),
        TitleRow(#""title":"A &amp; B - C","#, .song, "A & B", "C"),
        // Icecast takes the titles of MP3 mounts for Latin-1 and so sends a wrong text. The original is restored.
        TitleRow(#""title":"Ðóñè÷è - Ñóäàðóøêà","#, .song, "Русичи", "Сударушка"),
        // The Cyrillic title of this MP3 mount is right and stays.
        TitleRow(#""title":"Кино - Группа крови","#, .song, "Кино", "Группа крови"),
    ]

    @Test(arguments: titles) func `titles of Icecast`(_ row: TitleRow) throws {
        let alone = try Self.read(Self.icecast([Self.source("/a.mp3", row.members)]))
        let several = try Self.read(
            Self.icecast([
                Self.source("/x", #""title":"X - X","#), Self.source("/a.mp3", row.members), Self.source("/y", ""),
            ]))
        #expect(alone.mounts.count == 1 && several.mounts.map(\.path) == ["/x", "/a.mp3", "/y"])
        for page in [alone, several] {
            let mount = page.mount(at: "/a.mp3")
            let track = try Self.track(mount)
            #expect(track.kind == row.kind && track.artist == row.artist && track.title == row.title, "\(track)")
            #expect(mount?.isUp == true && mount?.serverName == "Radio Test")
        }
    }

    @Test func `what the title was read from is kept`() throws {
        let page = try Self.read(Self.icecast([Self.source("/a", #""artist":"AC\/DC" , "title": "T.N.T.","#)]))
        let track = try Self.track(page.mounts.first)
        #expect(String(decoding: track.raw, as: UTF8.self) == #"{"artist":"AC\/DC","title": "T.N.T."}"#)
        // The raw bytes of the title, read as a plain line, mean the same.
        var evidence = CharsetEvidence()
        let again = TitleReader.read(line: track.raw, evidence: &evidence)
        #expect(again.artist == "AC/DC" && again.title == "T.N.T.")
    }

    @Test func `pages without sources, and what is no page`() throws {
        #expect(try Self.read(Self.icecast([])).mounts.isEmpty)
        // The status page of a server without sources has one closing brace too many (Icecast-Server#38).
        #expect(
            try Self.read(#"{"icestats":{"server_start":"Sat, 03 Oct 2020 15:45:30 +0200","dummy":null}}}"#).mounts
                .isEmpty)
        #expect(try Self.read("\u{FEFF}" + Self.icecast([])).mounts.isEmpty)
        for text in ["", "{", "{}", "[]", "<html>", #"{"error":"no"}"#, "<b>404 - Could not parse XSLT file</b>"] {
            #expect(StatusPage.read(Array(text.utf8), as: .icecast) == nil, "\(text)")
        }
        // The page is cut off. A mount that is not on the received part is not reported as missing.
        let whole = Array(Self.icecast([Self.source("/a", ""), Self.source("/b", "")]).utf8)
        for length in stride(from: 1, to: whole.count - 1, by: 7) {
            #expect(StatusPage.read(Array(whole[..<length]), as: .icecast) == nil, "\(length)")
        }
    }

    @Test func `addresses of mounts`() throws {
        let page = try Self.read(
            Self.icecast([
                Self.source("/live.mp3", ""), Self.source("/caf%C3%A9", ""), Self.source("", #""title":"R","#),
            ]))
        #expect(page.mounts.map(\.path) == ["/live.mp3", "/caf%C3%A9", "/"])
        #expect(page.mount(at: "/live.mp3?token=1")?.path == "/live.mp3")
        #expect(page.mount(at: "/café")?.path == "/caf%C3%A9" && page.mount(at: "/")?.path == "/")
        #expect(page.mount(at: "/Live.mp3") == nil && page.mount(at: "/live") == nil && page.mount(at: "") != nil)
    }

    // MARK: SHOUTcast

    /// SHOUTcast 2 has a page for all streams (`/statistics?json=1`) and one for each stream (`/stats?sid=1&json=1`),
    /// as its manual "DNAS_Server_JSON_Responses" says.
    @Test func `SHOUTcast 2`() throws {
        func stream(_ id: Int?, _ path: String, _ title: String, up: Int = 1) -> String {
            let number = id.map { #""id":\#($0),"# } ?? ""
            return
                #"{\#(number)"currentlisteners":1,"peaklisteners":3,"servertitle":"Example \#(path)","songtitle":"\#(title)","#
                + #""streamstatus":\#(up),"streampath":"\/\#(path)","content":"audio\/mpeg"}"#
        }
        let all = try Self.read(
            #"{"totalstreams":3,"activestreams":2,"currentlisteners":4,"version":"2.6.1.777 (posix(linux x64))","streams":["#
                + stream(1, "one", "A, B - C &amp; D") + "," + stream(2, "two", "") + ","
                + stream(4, "four", "X - Y", up: 0)
                + "]}", .shoutcast)
        #expect(all.mounts.map(\.stream) == [1, 2, 4] && all.mounts.map(\.isUp) == [true, true, false])
        let track = try Self.track(all.mount(at: "/one"))
        #expect(track.artist == "A, B" && track.title == "C & D" && track.raw == Array("A, B - C &amp; D".utf8))
        #expect(try Self.track(all.mount(at: "/two")).kind == .none && all.mounts[0].serverName == "Example one")
        for (address, number) in [
            ("/", 1), ("/;", 1), ("/;stream.mp3", 1), ("/;?sid=2", 2), ("/stream/4/", 4), ("/four", 4),
            ("/listen?sid=4", 4),
            ("/stream", 1),
        ] {
            #expect(all.mount(at: address)?.stream == number, "\(address)")
        }
        #expect(all.mount(at: "/stream/3/") == nil)
        let one = try Self.read(stream(nil, "stream", "Queen - Bohemian Rhapsody"), .shoutcast)
        #expect(try Self.track(one.mount(at: "/;")).title == "Bohemian Rhapsody")
        #expect(try Self.read(#"{"totalstreams":0,"activestreams":0,"streams":[]}"#, .shoutcast).mounts.isEmpty)
        #expect(StatusPage.read(Array("Invalid resource".utf8), as: .shoutcast) == nil)
        #expect(StatusPage.read(Array(#"{"songtitle":"A"}"#.utf8), as: .shoutcast) == nil)
    }

    static let sevenFields: [(String, Bool, String?, String?)] = [
        (
            "<HTML><meta http-equiv=\"Pragma\" content=\"no-cache\"></head><body>3,1,14,100,3,128,Yazoo - Don't Go</body></html>",
            true, "Yazoo", "Don't Go"
        ),
        // The title contains commas, which separate the fields, and HTML references.
        (
            "<html><body>0,1,0,32,0,64,Crosby, Stills &amp; Nash - Our House, Live</body></html>", true,
            "Crosby, Stills & Nash", "Our House, Live"
        ),
        ("<BODY>1,1,1,1,1,128,</BODY>", true, nil, nil), ("<body>0,0,14,100,0,0,</body>", false, nil, nil),
        ("7,1,30,512,6,96,A - B\r\n", true, "A", "B"),
        ("<body bgcolor=\"#000\"> 3,1,14,100,3,128,A - </body>", true, nil, "A"),
        ("<body>-1,1,14,100,3,128,A - B<br></body>", true, "A", "B<br>"),
    ]

    @Test(arguments: sevenFields) func `seven fields`(
        _ text: String, _ isUp: Bool, _ artist: String?, _ title: String?
    ) throws {
        let page = try Self.read(text, .sevenFields)
        let track = try Self.track(page.mount(at: "/;stream.mp3"))
        #expect(page.mounts.count == 1 && page.mounts[0].isUp == isUp)
        #expect(track.artist == artist && track.title == title)
    }

    @Test func `seven fields in another charset`() throws {
        // SHOUTcast 1 sends titles unchanged. This one is `Русичи - Сударушка` in windows-1251.
        let bytes: [UInt8] =
            Array("<body>3,1,14,100,3,128,".utf8) + [
                0xD0, 0xF3, 0xF1, 0xE8, 0xF7, 0xE8, 0x20, 0x2D, 0x20, 0xD1, 0xF3, 0xE4, 0xE0, 0xF0, 0xF3, 0xF8, 0xEA,
                0xE0,
            ] + Array("</body>".utf8)
        let mount = try #require(StatusPage.read(bytes, as: .sevenFields)?.mounts.first)
        var evidence = CharsetEvidence()
        #expect(mount.track(charset: "windows-1251", evidence: &evidence).title == "Сударушка")
    }

    @Test func `what has not seven fields`() {
        for text in [
            "", "<html></html>", "ICY 404 Resource Not Found", "<body>1,1,1</body>", "<body>a,b,c,d,e,f,g</body>",
        ] {
            #expect(StatusPage.read(Array(text.utf8), as: .sevenFields) == nil, "\(text)")
        }
    }

    // MARK: Faulty pages

    @Test func `pages are bounded`() throws {
        let many = Self.icecast((0..<1500).map { "{\"listenurl\":\"http://h/\($0)\",\"title\":\"T\"}" })
        #expect(try Self.read(many).mounts.count == StatusPage.maximumMounts)
        let long = Self.icecast([Self.source("/a", "\"title\":\"\(String(repeating: "x", count: 100_000))\",")])
        #expect(try Self.read(long).mounts[0].shown[0].value.count <= 4097)
        let deep = #"{"icestats":"# + String(repeating: "[", count: 100_000)
        #expect(StatusPage.read(Array(deep.utf8), as: .icecast) == nil)
        let wide = "{" + (0..<10_000).map { "\"a\($0)\":1," }.joined() + "\"icestats\":1}"
        #expect(try Self.read(wide).mounts.isEmpty)
        #expect(StatusPage.read([UInt8](repeating: 0x20, count: StatusPage.maximumBytes + 1), as: .icecast) == nil)
    }

    @Test func `nonsense is read to its end`() {
        var random = SeededGenerator(seed: 7)
        let whole = Array(Self.icecast([Self.source("/a", #""title":"A - "B"","#), Self.source("/b", "")]).utf8)
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for form in StatusForm.allCases {
                guard let page = StatusPage.read(bytes, as: form) else { continue }
                for mount in page.mounts {
                    var evidence = CharsetEvidence()
                    let track = mount.track(evidence: &evidence)
                    #expect(track.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
                }
            }
        }
    }
}
