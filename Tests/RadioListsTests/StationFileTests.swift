import RadioFormats
import RadioLists
import Testing

@Suite struct StationFileTests {
    static func read(_ entries: String) throws -> StationFile {
        try StationFile.read(Array("{\"station\":[\(entries)]}".utf8))
    }

    @Test func readsSwiftRadioProsFileUnchanged() throws {
        let file = try Self.read(
            """
            {"name": "Absolute Country Hits", "website": "https://example.org", "streamURL": "http://strm112.1.fm/acountry_mobile_mp3",
             "imageURL": "station-absolutecountry", "desc": "The Music Starts Here", "longDesc": "All your favorite country hits."},
            {"name": "Newport Folk Radio", "streamURL": "http://rfcmedia.streamguys1.com/Newport.mp3",
             "imageURL": "http://example.org/a.jpg", "desc": "", "longDesc": null}
            """)
        #expect(file.problems.isEmpty)
        #expect(
            file.stations == [
                Station(
                    name: "Absolute Country Hits", urls: ["http://strm112.1.fm/acountry_mobile_mp3"],
                    homepage: "https://example.org", summary: "The Music Starts Here",
                    longDescription: "All your favorite country hits."),
                Station(
                    name: "Newport Folk Radio", urls: ["http://rfcmedia.streamguys1.com/Newport.mp3"],
                    artworkURL: "http://example.org/a.jpg"),
            ])
    }

    @Test func readsOurOwnFields() throws {
        let file = try Self.read(
            """
            {"name": "X", "streamURL": "https://a/1", "urls": ["https://a/1", "http://b/2 3", "file:///c.mp3"], "id": "x",
             "codec": "MP3", "language": "de", "country": "AT", "tags": ["a", " b "], "charset": "windows-1252",
             "headers": {"User-Agent": "VLC", "Referer": "http://r/"}, "website": "http://w/", "homepage": "http://h/",
             "unknown": {"deep": [1]}},
            {"name": "Y", "urls": ["http://y/"], "tags": "rock, pop,,"}
            """)
        #expect(file.problems.isEmpty)
        #expect(
            file.stations == [
                Station(
                    name: "X", urls: ["https://a/1", "http://b/2%203", "file:///c.mp3"], id: "x", homepage: "http://h/",
                    codec: "MP3", language: "de", country: "AT", tags: ["a", "b"], charset: "windows-1252",
                    headers: ["User-Agent": "VLC", "Referer": "http://r/"]),
                Station(name: "Y", urls: ["http://y/"], tags: ["rock", "pop"]),
            ])
    }

    // Entries of a JSON list that cannot be played, and a word that the reported problem must contain.
    static let broken: [(String, String)] = [
        ("7", "a number"), ("[]", "a list"), ("null", "null"), ("{}", "no name"),
        (#"{"streamURL":"http://a"}"#, "no name"), (#"{"name":" ","streamURL":"http://a"}"#, "no name"),
        (#"{"name":5,"streamURL":"http://a"}"#, "a number"), (#"{"name":"X"}"#, "no address"),
        (#"{"name":"X","streamURL":""}"#, "no address"), (#"{"name":"X","streamURL":null,"urls":[]}"#, "no address"),
        (#"{"name":"X","streamURL":["http://a"]}"#, "a list"), (#"{"name":"X","streamURL":"mms://a/b"}"#, "mms:"),
        (#"{"name":"X","streamURL":"a/b.mp3"}"#, "not an http"), (#"{"name":"X","streamURL":"http://"}"#, "no host"),
        (#"{"name":"X","streamURL":"http://:80/"}"#, "no host"), (#"{"name":"X","streamURL":"http://u@/"}"#, "no host"),
        (#"{"name":"X","streamURL":"file:"}"#, "no file"),
    ]

    @Test(arguments: broken) func reportsABrokenEntryAndLoadsTheRest(_ entry: String, _ word: String) throws {
        let good = #"{"name":"Good","streamURL":"http://good/"}"#
        let file = try Self.read("\(good), \(entry), \(good)")
        #expect(file.stations.map(\.name) == ["Good", "Good"])
        #expect(file.problems.contains { $0.text.contains(word) }, "\(file.problems)")
        #expect(file.problems.contains { $0.isLeftOut })
        #expect(file.problems.allSatisfy { $0.number == 2 })
        #expect(file.problems.allSatisfy { $0.name == (entry.contains("\"X\"") ? "X" : nil) })
    }

    // Entries of a JSON list that can be played although one field is wrong, and a word that the reported problem must
    // contain.
    static let flawed: [(String, String)] = [
        (#""desc":5"#, "desc"), (#""tags":7"#, "tags"), (#""tags":["a",1]"#, "tags"), (#""urls":["ftp://x/"]"#, "ftp:"),
        (#""urls":"http://x/""#, "urls"), (#""headers":[]"#, "headers"), (#""headers":{"A b":"c"}"#, "A b"),
        (#""headers":{"A":"b\r\nEvil: 1"}"#, "A"), (#""headers":{"A":1}"#, "A"),
        (#""website":"example.org""#, "website"),
        (#""id":{}"#, "id"), (#""codec":true"#, "codec"),
    ]

    @Test(arguments: flawed) func reportsAWrongFieldAndKeepsTheStation(_ field: String, _ word: String) throws {
        let file = try Self.read(#"{"name":"X","streamURL":"http://a/",\#(field)}"#)
        #expect(file.stations.map(\.name) == ["X"])
        #expect(file.stations.first?.headers.isEmpty == true)
        #expect(file.problems.count == 1)
        #expect(file.problems.first?.isLeftOut == false)
        #expect(file.problems.first?.text.contains(word) == true, "\(file.problems)")
    }

    @Test func anIdIsOneStations() throws {
        let file = try Self.read(
            #"{"id":"a","name":"1","streamURL":"http://a"},{"id":"a","name":"2","streamURL":"http://b"}"#)
        #expect(file.stations.map(\.id) == ["a", nil])
        #expect(file.problems.map(\.number) == [2])
    }

    @Test func aProblemReadsAsASentence() {
        let problem = EntryProblem(number: 3, name: "X", text: "it has no address", isLeftOut: true)
        #expect(problem.description == "station 3 (X): it has no address; left out")
    }

    @Test func textsAreFitToBeShown() throws {
        let file = try Self.read(#"{"name":"\u001b[2JX\u0007","streamURL":"http://a","desc":" a\nb "}"#)
        #expect(file.stations.first?.name == "[2JX")
        #expect(file.stations.first?.summary == "a b")
    }

    @Test(arguments: ["[]", "{}", "{\"station\":{}}", "7", "{\"stations\":[]}"])
    func refusesOtherJSON(_ text: String) {
        #expect {
            try StationFile.read(Array(text.utf8))
        } throws: { error in
            if case .notStations? = error as? StationFileError { true } else { false }
        }
    }

    @Test func saysWhereJSONBreaks() {
        let error = #expect(throws: StationFileError.self) {
            try StationFile.read(Array("{\"station\":[\n  {\"name\": oops}]}".utf8))
        }
        #expect(error?.description.contains("line 2, column 12 (byte 24)") == true, "\(error!)")
    }

    @Test func isBounded() throws {
        #expect(throws: StationFileError.tooLarge(maximum: StationFile.maximumBytes)) {
            try StationFile.read([UInt8](repeating: 0x20, count: StationFile.maximumBytes + 1))
        }
        let many = String(repeating: "0,", count: StationFile.maximumStations) + "0"
        let file = try Self.read(many)
        #expect(file.stations.isEmpty)
        #expect(file.problems.count <= StationFile.maximumProblems + 1)
    }
}
