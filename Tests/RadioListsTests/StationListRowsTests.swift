import RadioFormats
import RadioLists
import TestSupport
import Testing

/// Each row is a list with one peculiarity. All are read as if they came from `http://host/dir/list`.
@Suite struct StationListRowsTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var what: String
        var bytes: [UInt8]
        var stations: [Station]
        var title: String?
        /// Words that the reported problems must contain, one for each problem, in order.
        var problems: [String]
        var testDescription: String { what }

        init(_ what: String, _ text: String, _ stations: [Station], title: String? = nil, problems: [String] = []) {
            self.init(what, bytes: Array(text.utf8), stations, title: title, problems: problems)
        }

        init(_ what: String, bytes: [UInt8], _ stations: [Station], title: String? = nil, problems: [String] = []) {
            (self.what, self.bytes, self.stations, self.title, self.problems) = (what, bytes, stations, title, problems)
        }
    }

    static let a = Station(name: "A", urls: ["http://a/"])
    static let b = Station(name: "B", urls: ["http://b/"])

    static let xml: [Row] = [
        Row(
            "XSPF without namespace, relative address, markup in texts",
            "<playlist><title>T &lt;b&gt;</title><trackList><track><location> b.mp3 </location><title>A&amp;B</title>"
                + "<annotation>x<b>y</b>z</annotation><info>/i</info><image>../i.png</image></track></trackList></playlist>",
            [
                Station(
                    name: "A&B", urls: ["http://host/dir/b.mp3"], homepage: "http://host/i",
                    artworkURL: "http://host/i.png", summary: "xyz")
            ], title: "T <b>"),
        Row(
            "a prefix; several locations; a track of another's inside extension",
            "<x:playlist xmlns:x=\"http://xspf.org/ns/0/\"><x:track><x:location>http://a/</x:location><x:location>http://b/</x:location>"
                + "<x:title>A</x:title><x:extension application=\"e\"><track><location>http://e/</location><title>E</title></track>"
                + "</x:extension></x:track></x:playlist>",
            [Station(name: "A", urls: ["http://a/", "http://b/"])]),
        Row(
            "unescaped & and <, an HTML entity, a control character",
            "<playlist><track><location>http://a/?b=1&c=2&copy=3</location><title>I <3 caf&eacute; & \u{1}R&#233;&#0;</title></track></playlist>",
            [Station(name: "I <3 café & Ré&#0;", urls: ["http://a/?b=1&c=2&copy=3"])]),
        Row(
            "no entity is expanded: those of a document type are its text",
            "<?xml version=\"1.0\"?><!DOCTYPE playlist [<!ENTITY a \"evil\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]>"
                + "<playlist><track><location>http://a/</location><title>&a;&b;</title></track></playlist>",
            [Station(name: "&a;&b;", urls: ["http://a/"])]),
        Row(
            "CDATA and comments",
            "<playlist><track><location><![CDATA[http://a/?x&y]]></location><!-- -- <track> --><title><![CDATA[<A>&amp;]]></title></track></playlist>",
            [Station(name: "<A>&amp;", urls: ["http://a/?x&y"])]),
        Row(
            "cut in the middle of an element",
            "<playlist><track><location>http://a/</location><title>A</title></track><track><location>http://b",
            [a], problems: ["no address", "ends before"]),
        Row(
            "end tags in disorder",
            "<playlist><track><location>http://a/</title><title>A</location></track><track><location>http://b/</location><title>B</title></track></playlist>",
            [a, b]),
        Row(
            "no title: the last step of the path; no step: the host; no address at all; one that cannot be played",
            "<playlist><track><location>http://h/x/Caf%C3%A9.mp3</location></track><track><location>http://h</location></track><track><title>N</title></track>"
                + "<track><title>M</title><location>mms://h/</location></track></playlist>",
            [Station(name: "Café.mp3", urls: ["http://h/x/Caf%C3%A9.mp3"]), Station(name: "h", urls: ["http://h"])],
            problems: ["station 3", "mms:"]),
        Row(
            "xml:base",
            "<playlist xml:base=\"http://o/x/\"><track xml:base=\"y/\"><location xml:base=\"z/\">a</location><title>A</title><info>i</info></track><track><location>b</location></track></playlist>",
            [
                Station(name: "A", urls: ["http://o/x/y/z/a"], homepage: "http://o/x/y/i"),
                Station(name: "b", urls: ["http://o/x/b"]),
            ]),
        Row(
            "ISO-8859-1, as declared",
            bytes: Array(
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><playlist><track><location>http://a/</location><title>\u{1F}"
                    .utf8) + [0xE9]
                + Array("</title></track></playlist>".utf8), [Station(name: "é", urls: ["http://a/"])]),
        Row(
            "windows-1251, as declared",
            bytes: Array(
                "<?xml version='1.0' encoding='windows-1251'?><playlist><track><location>http://a/</location><title>"
                    .utf8) + [0xCC, 0xE8, 0xF0]
                + Array("</title></track></playlist>".utf8), [Station(name: "Мир", urls: ["http://a/"])]),
        Row(
            "not UTF-8 although it says so",
            bytes: Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><opml><body><outline text=\"".utf8) + [0xE9]
                + Array("\" type=\"audio\" url=\"http://a/\"/></body></opml>".utf8),
            [Station(name: "\u{FFFD}", urls: ["http://a/"])]),
        // ASX lists from Clementine's tests and from stations. Tags are in upper or lower case, values lack quotes, and
        // elements have no end.
        Row(
            "ASX as it is found",
            "<ASX VERSION=3.0><TITLE>List</TITLE><BASE HREF=\"http://o/p/\"><ENTRY><TITLE>A &amp; B<br></title><Ref href = \"http://a/?x=1&y=2\"/>"
                + "<REF HREF='b'><abstract>about</ABSTRACT><MoreInfo href=http://h/ /><banner href=\"http://i/b.png\"><abstract>no</abstract>"
                + "<moreinfo href=\"http://no/\"></banner><PARAM NAME=\"x\" VALUE=\"y\"></ENTRY><ENTRYREF HREF=\"http://l/list.asx\" /></ASX>",
            [
                Station(
                    name: "A & B", urls: ["http://a/?x=1&y=2", "http://o/p/b"], homepage: "http://h/",
                    artworkURL: "http://i/b.png", summary: "about"),
                Station(name: "list.asx", urls: ["http://l/list.asx"]),
            ], title: "List"),
        Row(
            "ASX: entries that nobody closes",
            "<asx><entry><ref href=\"http://a/\"><title>A</title><entry><ref href=\"http://b/\"><title>B</title>",
            [a, b]),
        Row(
            "ASX that is no XML",
            "[Reference]\r\nRef1=http://a/\r\nref2 = http://b/x?MSWMExt=.asf\r\nX=http://c/\r\nRef=\r\n",
            [Station(name: "a", urls: ["http://a/", "http://b/x?MSWMExt=.asf"])]),
        Row("ASX that is no XML and names nothing", "[Reference]\r\nRef=\r\n", [], problems: ["no address"]),
        Row(
            "OPML: groups, TuneIn's attributes, links and feeds",
            "<opml version=\"1\"><head><title>T</title></head><body><outline text=\"Local\" key=\"l\"><outline text=\"Jazz\">"
                + "<outline type=\"audio\" text=\"A\" URL=\"http://a/?a=b&amp;c\" bitrate=\"128\" subtext=\"s\" formats=\"mp3,aac\" image=\"http://i/\"/>"
                + "</outline></outline><outline type=\"link\" text=\"More\" URL=\"http://m/\"/><outline text=\"P\" type=\"rss\" xmlUrl=\"http://r/\"/>"
                + "<outline title=\"B\" URL=\"http://b/\" type=\"audio\" icon=\"/i\" category=\"/x/y,z\"/></body></opml>",
            [
                Station(
                    name: "A", urls: ["http://a/?a=b&c"], artworkURL: "http://i/", summary: "s", codec: "MP3",
                    tags: ["Local", "Jazz"], bitRate: 128_000),
                Station(name: "B", urls: ["http://b/"], artworkURL: "http://host/i", tags: ["x", "y", "z"]),
            ], title: "T", problems: ["(More)", "feed"]),
        Row(
            "OPML: a blank text, categories that are paths and those that are none",
            "<opml><body><outline text=\" \" title=\"A\" URL=\"http://a/\" category=\"root1 /, x / y ,Rock/Pop,/\"/>"
                + "<outline text=\"\" title=\"G\"><outline text=\"\u{A0}\" URL=\"http://b/B\"/></outline></body></opml>",
            [
                Station(name: "A", urls: ["http://a/"], tags: ["root1", "x", "y", "Rock/Pop"]),
                Station(name: "B", urls: ["http://b/B"], tags: ["G"]),
            ]),
        Row(
            "XSPF: genres in extension, in the three forms that programs write",
            "<playlist><track><location>http://a/</location><title>A</title><extension application=\"x\"><genre>Jazz, Blues</genre></extension>"
                + "<extension application=\"http://e/genre\">Soul</extension><meta rel=\"http://e/ns#Genre\">Funk</meta></track>"
                + "<track><location>http://b/</location><title>B</title><extension application=\"x\"><y><genre>No</genre></y>z</extension></track></playlist>",
            [Station(name: "A", urls: ["http://a/"], tags: ["Jazz", "Blues", "Soul", "Funk"]), b]),
        Row("OPML with nothing to play", "<opml><body><outline text=\"x\"/></body></opml>", []),
    ]

    static let blanks: [Row] = [
        Row(
            "XSPF: a blank behind the port, and in a path",
            "<playlist><trackList><track><location>http://207.200.96.226:8000 extraparam=1</location></track>"
                + "<track><location>http://a/One Two.mp3</location></track></trackList></playlist>",
            [
                Station(name: "207.200.96.226:8000", urls: ["http://207.200.96.226:8000"]),
                Station(name: "One Two.mp3", urls: ["http://a/One%20Two.mp3"]),
            ]),
        Row(
            "M3U: a blank behind the host", "http://a/ b\nhttp://host x=http://other/\n",
            [Station(name: "b", urls: ["http://a/%20b"]), Station(name: "host", urls: ["http://host"])]),
        Row(
            "M3U of names beside the list", "one.mp3\r\nsub/Two Three.mp3\r\n..\\four.aac\r\nhttp://a/\r\n",
            [
                Station(name: "one.mp3", urls: ["http://host/dir/one.mp3"]),
                Station(name: "Two Three.mp3", urls: ["http://host/dir/sub/Two%20Three.mp3"]),
                Station(name: "four.aac", urls: ["http://host/four.aac"]), Station(name: "a", urls: ["http://a/"]),
            ]),
    ]

    static let lines: [Row] = [
        Row(
            "M3U: groups, pictures, languages",
            "#EXTM3U\n#PLAYLIST: My list \n#EXTINF:-1 tvg-logo=\"/i.png\" group-title=\"x; y\" tvg-language=\"English;French\" tvg-country=\"uk\",A\n#EXTGRP:g\nhttp://a/",
            [
                Station(
                    name: "A", urls: ["http://a/"], artworkURL: "http://host/i.png", language: "en", country: "GB",
                    tags: ["g", "x", "y"])
            ], title: "My list"),
        Row(
            "M3U: EXTIMG, no title but tvg-name, options that are not the next entry's",
            "#EXTINF:-1 tvg-name=\"A\",\n#EXTIMG:http://i/\n#EXTVLCOPT:http-user-agent=\"X y\"\n#EXTHTTP:{\"Cookie\":\"a=b\",\"referer\":\"http://r/\"}\nhttp://a/\n#EXTINF:-1,B\nhttp://b/",
            [
                Station(
                    name: "A", urls: ["http://a/"], artworkURL: "http://i/",
                    headers: ["User-Agent": "X y", "Cookie": "a=b", "Referer": "http://r/"]), b,
            ]),
        Row(
            "M3U: Kodi's pipe, encoded and not; a header that cannot be sent",
            "#EXTM3U\n#EXTINF:-1,A\nhttp://a/|user-agent=Mozilla%2F5.0 (X)&Referer=http://r/&x\n#EXTINF:-1,B\nhttp://b/|a b=c",
            [
                Station(
                    name: "A", urls: ["http://a/"], headers: ["User-Agent": "Mozilla/5.0 (X)", "Referer": "http://r/"]),
                b,
            ],
            problems: ["a b"]),
        Row(
            "M3U: fields as directives, Kodi's properties",
            "#EXTM3U\n#EXTINF:-1,A\n#EXTGENRE:Jazz, Blues;Soul\n#HOMEPAGE:/h\n#COUNTRY:uk\n#LANGUAGE:German\n#CODEC: MP3\n#BITRATE:128\n"
                + "#DESCRIPTION:About\n#EXTIMG:i.png\n#KODIPROP:inputstream=x\n"
                + "#KODIPROP:inputstream.adaptive.stream_headers=User-Agent=X%20y&Connection=close\nhttp://a/\n#EXTINF:-1,B\nhttp://b/",
            [
                Station(
                    name: "A", urls: ["http://a/"], homepage: "http://host/h", artworkURL: "http://host/dir/i.png",
                    summary: "About", codec: "MP3", language: "de", country: "GB", tags: ["Jazz", "Blues", "Soul"],
                    headers: ["User-Agent": "X y"], bitRate: 128_000), b,
            ], problems: ["Connection"]),
        Row(
            "M3U: what cannot be played", "#EXTM3U\nhttp://a/\nrtmp://b/\n", [Station(name: "a", urls: ["http://a/"])],
            problems: ["rtmp:"]),
        Row(
            "M3U in windows-1252",
            bytes: Array("#EXTM3U\n#EXTINF:-1,".utf8) + [0xD6, 0x31, 0x0A] + Array("http://a/".utf8),
            [Station(name: "Ö1", urls: ["http://a/"])]),
        Row(
            "PLS", "[playlist]\nFile2=b.mp3\nTitle1=A\nFile1=http://a/\n",
            [a, Station(name: "b.mp3", urls: ["http://host/dir/b.mp3"])]),
        Row(
            "PyRadio: groups, quotes, columns, remarks, spaces",
            "# PyRadio\n# name,url\nA,http://a/\nJazz,-\n\"B, \"\"b\"\"\", http://b/ ,cp1251,http://i/,,,,50,http://r/,mpv\n\n#x,http://x/\nC\n",
            [
                a,
                Station(
                    name: "B, \"b\"", urls: ["http://b/"], artworkURL: "http://i/", tags: ["Jazz"], charset: "cp1251",
                    headers: ["Referer": "http://r/"]),
            ], problems: ["station 3 (C): it has no address"]),
        Row("PyRadio: names of columns without #", "name,url,encoding\r\nA,http://a/,\r\n", [a]),
    ]

    static let json: [Row] = [
        Row(
            "radio-browser of today",
            #"""
            [{"changeuuid":"c","stationuuid":"9617a958-0601-11e8-ae97-52543be04c81","name":" A ","url":"http://a/","url_resolved":"http://b/",
            "homepage":"","favicon":"null","tags":"jazz,Jazz, ,blues","country":"Germany","countrycode":"de","state":null,
            "languagecodes":"de,en","language":"german,english","codec":"AAC+","bitrate":64,"hls":0,"votes":3,"geo_lat":null}]
            """#,
            [
                Station(
                    name: "A", urls: ["http://a/", "http://b/"], codec: "HE-AAC", language: "de", country: "DE",
                    tags: ["jazz", "Jazz", "blues"], bitRate: 64_000,
                    directoryID: "9617a958-0601-11e8-ae97-52543be04c81")
            ]),
        Row(
            "radio-browser of 2020: numbers as texts, escaped slashes; what is unknown or nothing",
            #"[{"name":"A","url":"http:\/\/a\/","bitrate":"0","codec":"UNKNOWN","language":"Klingon","homepage":"a.de"},{"name":"B","url":"http://b/","url_resolved":""},7,{"url":"http://c/"}]"#,
            [Station(name: "A", urls: ["http://a/"], language: "Klingon"), b],
            problems: ["a number", "no name"]),
        Row("a directory that found nothing", "[]", []),
        Row(
            "radiotray-ng: the name of a group behind its stations; stations outside of groups",
            #"[{"stations":[{"name":"A","url":"http://a/","image":"http://i/"},{"name":"N"},5],"group":"Jazz","image":""},{"group":"root","stations":[{"name":"B","url":"http://b/"}]},{"group":"E"},1]"#,
            [Station(name: "A", urls: ["http://a/"], artworkURL: "http://i/", tags: ["Jazz"]), b],
            problems: ["no address", "a number"]),
        Row(
            "our own: bit rate with a fraction, title",
            #"{"title":" T ","station":[{"name":"A","streamURL":"http://a/","bitrate":64.123,"stationuuid":"u"},{"name":"B","streamURL":"http://b/","bitrate":"128"}]}"#,
            [
                Station(name: "A", urls: ["http://a/"], bitRate: 64_123, directoryID: "u"),
                Station(name: "B", urls: ["http://b/"], bitRate: 128_000),
            ], title: "T"),
    ]

    @Test(arguments: xml + blanks + lines + json) func reads(_ row: Row) throws {
        let list = try StationList.read(row.bytes, base: "http://host/dir/list")
        #expect(list.stations == row.stations)
        #expect(list.title == row.title)
        #expect(list.problems.count == row.problems.count, "\(list.problems)")
        for (problem, words) in zip(list.problems, row.problems) {
            #expect(problem.description.contains(words), "\(problem)")
        }
    }

    @Test func readsUTF16() throws {
        let text = "<asx><entry><title>Ö\u{1F3B5}</title><ref href=\"http://a/\"/></entry></asx>"
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try StationList.read(bytes).stations == [Station(name: "Ö\u{1F3B5}", urls: ["http://a/"])])
    }

    @Test func withoutABaseRelativeAddressesAreLeftOut() throws {
        let list = try StationList.read(Array("#EXTM3U\na.mp3\nhttp://b/\n".utf8))
        #expect(list.stations.map(\.urls) == [["http://b/"]])
        #expect(list.problems.map(\.number) == [1])
    }

    // Texts that are not lists, and words that the error must contain.
    static let refused: [(String, String)] = [
        ("", "not a list"), ("<html>", "not a list"), ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n", "HLS"),
        ("[{\"name\":\"A\",\"url\":\n  oops}]", "line 2, column 3"), ("[{\"group\":\"x\",\"stations\":[}]", "line 1"),
        ("{\"station\":[{]}", "line 1"), ("{}", "station"),
    ]

    @Test(arguments: refused) func refusesWhatIsNone(_ text: String, _ words: String) {
        let error = #expect(throws: StationListError.self) { try StationList.read(Array(text.utf8)) }
        #expect(error?.description.contains(words) == true, "\(error!)")
    }

    @Test(arguments: [ListFormat.radioBrowser, .radiotray, .stations, .xspf, .asx, .opml, .m3u, .pls, .pyRadio])
    func aForcedFormatReadsNothingElse(_ format: ListFormat) {
        for text in ["{\"a\":[1]}", "[7]", "7", "<x/>", "", "\u{0}\u{1}", "a,b\n"] {
            do {
                let list = try StationList.read(Array(text.utf8), as: format)
                #expect(list.stations.isEmpty && list.format == format)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    // MARK: Bounds

    @Test func deepOutlinesEnd() throws {
        let deep = String(repeating: "<outline text=\"x\">", count: 100_000)
        let list = try StationList.read(
            Array("<opml><body><outline type=\"audio\" text=\"A\" url=\"http://a/\"/>\(deep)".utf8))
        #expect(list.stations == [Self.a])
        #expect(list.problems.map(\.text).contains { $0.contains("deeper") }, "\(list.problems)")
    }

    @Test func unclosedElementsEnd() throws {
        let deep = String(repeating: "<x>", count: 100_000)
        let list = try StationList.read(
            Array("<asx><entry><title>A</title><ref href=\"http://a/\"/></entry>\(deep)".utf8))
        #expect(list.stations == [Self.a])
    }

    /// A list of one part, repeated, is read completely. (The attack rows of `bin/attacks` bound the work.)
    @Test(
        arguments: [
            ("<opml><body><outline ", "a%=\"\" ", "/></body></opml>"), ("<asx><entry ", "a%=''", "/></asx>"),
            ("<asx><entry ", "a", "=1/></asx>"), ("<playlist ", "xmlns:a%=\"u\" ", "/>"),
            ("<asx>" + String(repeating: "<b>", count: 4000), "</i>", ""), ("<asx>", "<base href=\"a/\">", "</asx>"),
            ("<playlist>", "<track xml:base=\"a%/\"><location>b</location></track>", "</playlist>"),
            ("<opml><body>", "&", ""), ("<opml><body>", "<!--", ""), ("<opml><body>", "<a b=\"", ""),
        ])
    func repeatedParts(_ begin: String, _ part: String, _ end: String) throws {
        var text = begin
        var count = 0
        while text.utf8.count < 32 << 10 {
            text += part.replacing("%", with: "\(count)")
            count += 1
        }
        let list = try StationList.read(Array((text + end).utf8), base: "http://host/")
        #expect(list.stations.allSatisfy { $0.urls.allSatisfy { $0.utf8.count <= 8192 } })
    }

    @Test func furtherAttributesAreDropped() throws {
        let many = (0..<200).map { "a\($0)=\"\"" }.joined(separator: " ")
        let list = try StationList.read(
            Array(
                "<opml><body><outline \(many) text=\"N\" url=\"http://n/\"/><outline text=\"A\" url=\"http://a/\" \(many)/></body></opml>"
                    .utf8))
        #expect(list.stations == [Self.a])
    }

    @Test func longTextsAreCut() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let list = try StationList.read(
            Array(
                "<playlist><track><location>http://a/</location><title>\(long)</title><annotation>\(long)</annotation></track></playlist>"
                    .utf8))
        #expect(list.stations.first.map { $0.name.count <= 4096 && ($0.summary?.count ?? 0) <= 4096 } == true)
    }

    @Test func moreStationsThanThatAreLeftOut() throws {
        let line = "http://a/1\n"
        let list = try StationList.read(
            Array(("#EXTM3U\n" + String(repeating: line, count: StationList.maximumStations + 5)).utf8))
        #expect(list.stations.count == StationList.maximumStations)
        #expect(list.problems.count == 1 && list.problems[0].text.contains("exceed the limit of"))
    }

    @Test func theBeginningIsGivenBack() throws {
        var random = SeededGenerator(seed: 9)
        // The reader tells what it has passed after each megabyte, so a few large stations are enough.
        let summary = String(repeating: "x", count: 2000)
        let stations = (0..<1500).map {
            Station(name: "Station \($0)", urls: ["http://a/\(random.next())"], summary: summary)
        }
        for format in [ListFormat.stations, .radioBrowser] {
            let bytes = StationListWriter.write(stations, as: format).bytes
            var passed: [Int] = []
            let list = try bytes.withUnsafeBytes { try StationList.read($0, passed: { passed.append($0) }) }
            #expect(list.stations.count == stations.count)
            #expect(
                passed.count == bytes.count >> 20 && passed == passed.sorted()
                    && passed.allSatisfy { $0 <= bytes.count })
        }
    }
}
