import LongwaveTerminal
import RadioJSON
import Testing

@testable import LongwaveCLI

@Suite struct PlayerWordsTests {
    private static let reader = PlayerStateReader(clock: .now(), now: .now)

    /// The words for a state that the shared player sent.
    private static func words(_ text: String, age: Duration = .zero) throws -> PlayerWords {
        PlayerWords(try #require(try reader.state(JSONReader.read(Array(text.utf8)))).advanced(by: age))
    }

    private static let radio = #"""
        {"status":"playing","statusText":"playing","reasonText":null,"heard":61.4,"volume":0.5,"muted":false,
        "item":{"name":"FIP","urls":["http://a/"]},"queue":{"index":1,"count":3},
        "stream":{"url":"http://a/","codecName":"MP3","duration":null},"liveOffset":95.2,"sleep":600,
        "currentTime":70,"seekableTimeRanges":[[1,2],[30,166.5]],
        "nowPlaying":{"station":"FIP","text":"Band - Song","artist":"Band","title":"Song","album":null}}
        """#

    @Test(arguments: [
        ("{state} {station}: {artist}, {title}", "playing FIP: Band, Song"),
        ("{time}, behind {behind}, kept {kept}", "1:01, behind 1:35, kept 2:16"),
        ("volume {volume} {queue} {codec} {sleep}", "volume 50 % 2 of 3 MP3 10:00"),
        ("{album}|{reason}|{device}", "||"),
        ("{nosuch} {", "{nosuch} {"), ("}{title}} {{title}", "}Song} {{title}"), ("", ""),
    ])
    func templates(_ template: String, _ text: String) throws {
        #expect(try Self.words(Self.radio).filled(template) == text)
    }

    /// The usual volume has a value for templates, but is not worth a mention in the line.
    @Test func fullVolume() throws {
        let loud = try Self.words(Self.radio.replacing(#""volume":0.5"#, with: #""volume":1"#))
        #expect(loud.filled("{volume}") == "100 %" && loud.volume.isEmpty)
    }

    /// The rows of `ctl status` do not repeat their names in the values.
    @Test func statusRows() throws {
        let text = StatusPrinter(charset: .utf8).text(try Self.words(Self.radio), .tsv)
        for row in ["volume\t50 %", "behind live\t1:35", "kept\t2:16", "title\tBand - Song"] {
            #expect(text.split(separator: "\n").contains { $0 == row }, "\(text)")
        }
    }

    @Test func theSourceOfAProgramme() {
        let words = PlayerWords(Snapshots.ofProgramme)
        #expect(words.programme == "shop: source 2 of 3, dead air")
        #expect(words.statusAndReason == "playing: source 2 of 3, dead air")
        let text = ProgrammePrinter(charset: .ascii).text(Snapshots.ofProgramme.programme!, .tsv)
        #expect(text.contains("2\ttwo\tdeadAir"), "\(text)")
    }

    @Test func theLine() throws {
        let line = try Self.words(Self.radio, age: .seconds(2.7))
        #expect(
            StatusLine(charset: .utf8).text(line, width: .max).text
                == "playing · FIP · Band - Song · 1:04 · volume 50 % · MP3 · 1:35 behind live · 2:16 kept")
        #expect(Self.reader.state(.object([:])) == nil && Self.reader.state(.number(7)) == nil)
    }

    @Test func whatHasAnEnd() throws {
        let text =
            #"{"status":"paused","statusText":"paused","currentTime":62,"stream":{"url":"/f","duration":600},"heard":5}"#
        #expect(
            StatusLine(charset: .utf8).text(try Self.words(text, age: .seconds(9)), width: .max).text
                == "paused · 1:02 / 10:00")
    }

    /// The program at the other end of the socket may send any number.
    @Test(arguments: ["1e300", "-1e300", "1e999", "9223372036854775808", "-9223372036854775809", "0.5", "null"])
    func numbersOfAnySize(_ number: String) throws {
        let text = """
            {"status":"playing","statusText":"playing","heard":\(number),"volume":\(number),"sleep":\(number),
            "liveOffset":1e300,"currentTime":\(number),"seekableTimeRanges":[[\(number),1e300],[-1e300,\(number)]],
            "queue":{"index":\(number),"count":2},"recordings":[{"seconds":\(number)}],
            "item":{"name":"A","urls":["http://a/"]},"nowPlaying":{"heard":\(number)},
            "stream":{"url":"http://a/","codecName":"MP3","bitRate":\(number),"sampleRate":\(number),"channels":2,
            "chapters":[{"start":\(number),"title":"x"}]}}
            """
        for text in [text, text.replacing("\"bitRate\"", with: "\"duration\"")] {
            let status = try JSONReader.read(Array(text.utf8))
            let words = PlayerWords(try #require(Self.reader.state(status)).advanced(by: .seconds(3)))
            for name in PlayerWords.names { _ = words[name] }
            _ = StatusLine(charset: .utf8).text(words, width: .max).text + words.chapter
            #expect(words["queue"].hasSuffix("1 of 2") || number == "0.5")
            #expect(words.wholeVolume.hasSuffix(" %"))
            #expect(ScreenPlaying(words, player: nil).codec.hasPrefix("MP3"))
            #expect(QueuePrinter(charset: .utf8).text(status["queue"]!, .table).isEmpty)
        }
    }

    /// For an item that is only an address, the line shows the name that the server sends.
    @Test func names() throws {
        func station(_ server: String) throws -> String {
            try Self.words(
                #"{"status":"playing","item":{"name":"http://a/","urls":["http://a/"]},"#
                    + #""stream":{"url":"http://a/","serverName":\#(server)}}"#
            ).station
        }
        #expect(try station(#""Radio A""#) == "Radio A")
        #expect(try station("null") == "http://a/")
    }
}
