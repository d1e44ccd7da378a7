import RadioJSON
import Testing

@testable import RadioConsole

@Suite struct PlayerLineTests {
    private static func line(_ text: String, age: Duration = .zero) throws -> PlayerLine {
        PlayerLine(try JSONReader.read(Array(text.utf8)), age: age)
    }

    private static let radio = #"""
        {"status":"playing","statusText":"playing","reasonText":null,"heard":61.4,"volume":0.5,"muted":false,
        "item":{"name":"FIP","urls":["http://a/"]},"queue":{"index":1,"count":3},
        "stream":{"codecName":"MP3","duration":null},"liveOffset":95.2,"sleep":600,
        "currentTime":70,"seekableTimeRanges":[[1,2],[30,166.5]],
        "nowPlaying":{"station":"FIP","text":"Band - Song","artist":"Band","title":"Song","album":null}}
        """#

    @Test(arguments: [
        ("{state} {station}: {artist}, {title}", "playing FIP: Band, Song"),
        ("{time} {behind}, {kept}", "1:01 1:35 behind live, 2:16 kept"),
        ("{volume} {queue} {codec} {sleep}", "volume 50 % 2 of 3 MP3 10:00"), ("{album}|{reason}|{device}", "||"),
        ("{nosuch} {", "{nosuch} {"), ("}{title}} {{title}", "}Song} {{title}"), ("", ""),
    ])
    func templates(_ template: String, _ text: String) throws {
        #expect(try Self.line(Self.radio).filled(template) == text)
    }

    @Test func theLine() throws {
        let line = try Self.line(Self.radio, age: .seconds(2.7))
        #expect(
            line.line(separator: " · ")
                == "playing · FIP · Band - Song · 1:04 · volume 50 % · MP3 · 1:35 behind live · 2:16 kept")
        #expect(try Self.line("{}").line(separator: " · ") == "")
        #expect(try Self.line("7").line(separator: " · ") == "")
    }

    @Test func whatHasAnEnd() throws {
        let text = #"{"status":"paused","statusText":"paused","currentTime":62,"stream":{"duration":600},"heard":5}"#
        #expect(try Self.line(text, age: .seconds(9)).line(separator: " · ") == "paused · 1:02 / 10:00")
    }

    /// For an item that is only an address, the line shows the name that the server sends.
    @Test func names() throws {
        func station(_ server: String) throws -> String {
            try Self.line(#"{"item":{"name":"http://a/","urls":["http://a/"]},"stream":{"serverName":\#(server)}}"#)[
                "station"]
        }
        #expect(try station(#""Radio A""#) == "Radio A")
        #expect(try station("null") == "http://a/")
    }
}
