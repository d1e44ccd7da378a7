import RadioFormats
import Testing

@testable import RadioWeb

@Suite struct MPDFilterTests {
    private static let songs = [
        MPDSong(Station(name: "Jazz One", urls: ["http://user:secret@radio.test/1"], tags: ["Jazz", "Swing"])),
        MPDSong(Station(name: "Rock", urls: ["http://radio.test/2"], tags: ["rock"])),
        MPDSong(Station(name: "It's \"Soul\"", urls: ["/home/me/music/soul.mp3"])),
    ]

    private static func find(_ arguments: [String], isLoose: Bool) throws(MPDError) -> [String] {
        try MPDFilter(arguments[...], isLoose: isLoose).select(songs).map(\.station.name)
    }

    @Test(arguments: [
        (["genre", "Jazz"], ["Jazz One"]), (["genre", "jazz"], []), (["Genre", "Jazz", "Name", "Rock"], []),
        (["file", "http://***@radio.test/1"], ["Jazz One"]), (["any", "Rock"], ["Rock"]),
        (["album", ""], ["Jazz One", "Rock", "It's \"Soul\""]),
        (["(Genre == 'Swing')"], ["Jazz One"]), (["(Genre != 'Swing')"], ["Rock", "It's \"Soul\""]),
        (["((Name contains \"o\") AND (!(Genre == 'Jazz')))"], ["Rock", "It's \"Soul\""]),
        (["(name == 'It\\'s \"Soul\"')"], ["It's \"Soul\""]), (["(file starts_with 'http')"], ["Jazz One", "Rock"]),
        (["(base '')"], ["Jazz One", "Rock", "It's \"Soul\""]), (["(Artist == 'x')"], []), (["(Date == '1999')"], []),
        (["(Name !contains 'o')"], ["Jazz One"]), (["any", "o", "window", "1:2"], []),
        (["(Name contains 'o')", "sort", "-Name", "window", "0:2"], ["Rock", "It's \"Soul\""]),
    ]) func findings(_ arguments: [String], _ names: [String]) throws {
        #expect(try Self.find(arguments, isLoose: false) == names)
    }

    @Test(arguments: [
        (["any", "O"], ["Jazz One", "Rock", "It's \"Soul\""]), (["genre", "ROCK"], ["Rock"]),
        (["(name == 'rock')"], ["Rock"]), (["any", "o", "window", "1:2"], ["Rock"]), (["any", "secret"], []),
        (["any", "/home"], []),
    ]) func searches(_ arguments: [String], _ names: [String]) throws {
        #expect(try Self.find(arguments, isLoose: true) == names)
    }

    /// The words are those of MPD 0.23.12.
    @Test(arguments: [
        (["any"], "Incorrect number of filter arguments"), (["foo", "bar"], "Unknown filter type"),
        (["(foo == 'x')"], "Unknown filter type: foo"), (["(Artist = 'x')"], "'==' or '!=' expected"),
        (["(Artist == 'x)"], "Closing quote not found"), (["(Artist == x)"], "Quoted string expected"),
        (["(Artist == 'x'"], "')' expected"), (["(Artist == 'x') y"], "Unparsed garbage after expression"),
        ([String(repeating: "(", count: 5000)], "Expression too deep"),
    ]) func refusals(_ arguments: [String], _ message: String) {
        #expect(throws: MPDError(.argument, message)) { try Self.find(arguments, isLoose: false) }
    }
}
